import { z } from 'zod'
import { LIMITS } from '../../accounts/rules/rate-limits.ts'
import { signInInput } from '../../accounts/schema/sign-in.ts'
import { requireAttemptsLeft } from '../../accounts/service/rate-limits.server.ts'
import { authenticatorFor } from '../../middleware/sign-in/authenticator.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { INVALID_INPUT } from '../schemas/answers.server.ts'
import { signedInJson, answerSignIn, twoFactorJson } from './signed-in.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'login',
    tag: 'Auth',
    summary: 'Sign in',
    success:
      'Signed in; the refresh and access tokens are also set as cookies. Readers with two-factor sign-in get only a ticket.',
    errors: {
      400: INVALID_INPUT,
      401: 'The email address or the password is wrong.',
      403: 'The account is suspended.',
    },
    method: 'POST',
    auth: 'ignored',
    body: signInInput,
    output: z.union([signedInJson, twoFactorJson]),
    async handler(call) {
      await requireAttemptsLeft(LIMITS.signIn, call.clientAddress)
      const step = await authenticatorFor(call).authenticate('password', call.request)
      if ('ticket' in step) return { data: { twoFactor: true as const, ticket: step.ticket } }
      return { data: await answerSignIn(call, step) }
    },
  }),
)

export { loader as action }
