import { endpoint } from '../endpoint.server.ts'
import { finishSocialSignIn } from './social/finish.server.ts'

const call = endpoint('nothing', {
  GET: (asked) => finishSocialSignIn(asked, asked.params['provider']),
})

export const loader = call.loader
export const action = call.action
