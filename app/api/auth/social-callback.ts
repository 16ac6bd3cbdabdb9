import { finishSocialSignIn } from '../../middleware/sign-in/social-sign-in.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'

/**
 * Where a provider sends the browser back: on to /browse?isSocial=true or to where the reader was
 * going, otherwise to /login?error=… with the reason. Not in the API's description: no client calls it.
 */
export const loader = endpoint(
  defineCall({
    method: 'GET',
    auth: 'optional',
    answerAs: 'redirect',
    handler: async (call) => ({
      location: await finishSocialSignIn(call, call.params['provider']),
    }),
  }),
)

export { loader as action }
