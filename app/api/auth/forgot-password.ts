import { LIMITS } from '../../accounts/rules/rate-limits.ts'
import { forgotPasswordInput } from '../../accounts/schema/sign-in.ts'
import { requireAttemptsLeft } from '../../accounts/service/rate-limits.server.ts'
import { requestPasswordReset } from '../../accounts/service/request-password-reset.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { INVALID_INPUT } from '../schemas/answers.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'forgotPassword',
    tag: 'Auth',
    summary: 'Ask for an email with a password reset link',
    success: 'The answer is the same whether or not the address has an account.',
    errors: { 400: INVALID_INPUT },
    method: 'POST',
    auth: 'ignored',
    body: forgotPasswordInput,
    async handler({ body, clientAddress }) {
      await requireAttemptsLeft(LIMITS.resetEmail, clientAddress)
      const { email } = await body()
      await requestPasswordReset(email, clientAddress)
      return { data: {}, message: 'Password reset link has been sent to your email.' }
    },
  }),
)

export { loader as action }
