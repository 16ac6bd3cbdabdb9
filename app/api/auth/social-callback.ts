import { z } from 'zod'
import { callbackQuery, providerName } from '../../accounts/schema/social.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { finishSocialSignIn } from './social/finish.server.ts'
import { NO_PROVIDER, PROVIDER } from './social/provider.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'socialCallback',
    tag: 'Auth',
    summary: 'Return from a sign-in provider',
    answerAs: 'redirect',
    success:
      'Signed in: to /browse?isSocial=true, or to where the reader was going. Otherwise to /login?error=… with the reason.',
    errors: { 404: NO_PROVIDER },
    method: 'GET',
    auth: 'optional',
    parameters: {
      path: z.object({ provider: providerName.meta(PROVIDER) }),
      query: callbackQuery,
    },
    handler: (call) => finishSocialSignIn(call, call.params['provider']),
  }),
)

export { loader as action }
