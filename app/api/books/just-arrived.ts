import { endpoint } from '../endpoint.server.ts'
import { answerJustArrived } from './shelves.server.ts'

const call = endpoint('nothing', { GET: answerJustArrived })

export const loader = call.loader
export const action = call.action
