import { z } from 'zod'
import { providerName } from '../../accounts/schema/social.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { beginSocialSignIn } from './social/begin.server.ts'
import { NO_PROVIDER, PROVIDER } from './social/provider.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'socialSignIn',
    tag: 'Auth',
    summary: 'Sign in with Apple, Google, or Facebook',
    description: 'For browsers: a full-page navigation, with state and PKCE.',
    answerAs: 'redirect',
    success: 'To the provider; a cookie remembers the sign-in for ten minutes.',
    errors: { 404: NO_PROVIDER },
    method: 'GET',
    auth: 'optional',
    parameters: {
      path: z.object({ provider: providerName.meta(PROVIDER) }),
      query: z.object({
        redirectTo: z.string().optional().meta({ description: 'A path to go to afterwards.' }),
        toSubscribe: z.string().optional().meta({ description: 'Go to the plans afterwards.' }),
      }),
    },
    handler: beginSocialSignIn,
  }),
)

export { loader as action }
