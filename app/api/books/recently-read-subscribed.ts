import { endpoint } from '../endpoint.server.ts'
import { answerRecentlyRead } from './shelves.server.ts'

const call = endpoint('full', { GET: answerRecentlyRead })

export const loader = call.loader
export const action = call.action
