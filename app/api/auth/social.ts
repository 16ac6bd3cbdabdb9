import { endpoint } from '../endpoint.server.ts'
import { beginSocialSignIn } from './social/begin.server.ts'

const call = endpoint('nothing', { GET: beginSocialSignIn })

export const loader = call.loader
export const action = call.action
