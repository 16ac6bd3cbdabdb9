import { endpoint } from '../endpoint.server.ts'
import { answerRecentlyRead } from './shelves.server.ts'

const call = endpoint('session', { GET: answerRecentlyRead })

export const loader = call.loader
export const action = call.action
