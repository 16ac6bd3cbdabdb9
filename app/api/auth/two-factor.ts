import { durationText } from '../../accounts/rules/duration-text.ts'
import { MAX_SIGN_IN_TICKET_TRIES, SIGN_IN_TICKET_TTL_MS } from '../../accounts/rules/lifetimes.ts'
import { twoFactorInput } from '../../accounts/schema/two-factor.ts'
import { exchangeTicket } from '../../accounts/service/complete-sign-in.server.ts'
import { deviceTokenOf } from '../../middleware/remember-device.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { INVALID_INPUT } from '../schemas/answers.server.ts'
import { signedInJson, answerSignIn } from './signed-in.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'twoFactor',
    tag: 'Auth',
    summary: 'Complete a two-factor sign-in',
    description: `Takes the ticket from the sign-in call and a code: six digits from the authenticator app, or a recovery code. A ticket lasts ${durationText(SIGN_IN_TICKET_TTL_MS)} and allows ${MAX_SIGN_IN_TICKET_TRIES} tries; a code works once.`,
    success: 'Signed in, as by the sign-in call.',
    errors: {
      400: INVALID_INPUT,
      401: 'The code (`errors.code`) or the ticket (`errors.ticket`) is wrong or already used.',
      403: 'The account is suspended.',
    },
    method: 'POST',
    auth: 'optional',
    body: twoFactorInput,
    output: signedInJson,
    async handler(call) {
      const { ticket, code } = await call.body()
      const proven = await exchangeTicket(ticket, code, deviceTokenOf(call.headers))
      return { data: await answerSignIn(call, proven) }
    },
  }),
)

export { loader as action }
