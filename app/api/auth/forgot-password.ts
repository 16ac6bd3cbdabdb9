import { LIMITS } from '../../accounts/rules/limits.ts'
import { forgotPasswordInput } from '../../accounts/schema/sign-in.ts'
import { askForReset } from '../../accounts/service/reset-password.server.ts'
import { refuseWhenSpent } from '../../accounts/service/limits.server.ts'
import { endpoint } from '../endpoint.server.ts'

const call = endpoint('anyone', {
  async POST({ body, clientAddress }) {
    await refuseWhenSpent(LIMITS.resetMail, clientAddress)
    const { email } = forgotPasswordInput.parse(await body())
    await askForReset(email, clientAddress)
    return { data: {}, message: 'Password reset link has been sent to your email.' }
  },
})

export const loader = call.loader
export const action = call.action
