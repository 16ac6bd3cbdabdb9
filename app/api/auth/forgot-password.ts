import { LIMITS } from '../../accounts/rules/limits.ts'
import { forgotPasswordInput } from '../../accounts/schema/sign-in.ts'
import { requestPasswordReset } from '../../accounts/service/request-password-reset.server.ts'
import { requireAttemptsLeft } from '../../accounts/service/limits.server.ts'
import { endpoint } from '../endpoint.server.ts'

const call = endpoint('anyone', {
  async POST({ body, clientAddress }) {
    await requireAttemptsLeft(LIMITS.resetEmail, clientAddress)
    const { email } = forgotPasswordInput.parse(await body())
    await requestPasswordReset(email, clientAddress)
    return { data: {}, message: 'Password reset link has been sent to your email.' }
  },
})

export const loader = call.loader
export const action = call.action
