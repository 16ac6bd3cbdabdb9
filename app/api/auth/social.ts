import { z } from 'zod'
import { durationText } from '../../accounts/rules/duration-text.ts'
import { SOCIAL_SIGN_IN_TTL_MS } from '../../accounts/rules/lifetimes.ts'
import { providerName } from '../../accounts/schema/social-sign-in.ts'
import { beginSocialSignIn } from '../../middleware/sign-in/social-sign-in.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'socialSignIn',
    tag: 'Auth',
    summary: 'Sign in with Apple, Google, or Facebook',
    description:
      'For browsers: a full-page navigation, with state and PKCE. The provider sends the browser back to {this path}/callback, which leads to /browse?isSocial=true, to where the reader was going, or to /login?error=… with the reason.',
    answerAs: 'redirect',
    success: `To the provider; a cookie remembers the sign-in for ${durationText(SOCIAL_SIGN_IN_TTL_MS)}.`,
    errors: { 404: 'There is no such provider, or it is not configured.' },
    method: 'GET',
    auth: 'optional',
    parameters: {
      path: z.object({ provider: providerName.meta({ description: 'The sign-in provider.' }) }),
      query: z.object({
        redirectTo: z.string().optional().meta({ description: 'A path to go to afterward.' }),
        toSubscribe: z.string().optional().meta({ description: 'Go to the plans afterward.' }),
      }),
    },
    handler: async (call) => ({
      location: await beginSocialSignIn(call, call.params['provider']),
    }),
  }),
)

export { loader as action }
