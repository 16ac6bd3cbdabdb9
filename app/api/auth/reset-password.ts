import { resetPasswordInput } from '../../accounts/schema.ts'
import { resetPassword } from '../../accounts/service.server.ts'
import { endpoint } from '../endpoint.server.ts'

const call = endpoint('anyone', {
  async PUT({ body, params }) {
    const { newPassword } = resetPasswordInput.parse(await body())
    await resetPassword(params['token'] ?? '', newPassword)
    return { data: {}, message: 'Password reset successful.' }
  },
})

export const loader = call.loader
export const action = call.action
