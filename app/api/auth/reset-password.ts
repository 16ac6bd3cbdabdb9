import { resetPasswordInput } from '../../accounts/schema/sign-in.ts'
import { resetPassword } from '../../accounts/service/reset-password.server.ts'
import { renewDevice } from '../../middleware/remember-device.server.ts'
import { endpoint } from '../endpoint.server.ts'

const call = endpoint('anyone', {
  async PUT(asked) {
    const { newPassword } = resetPasswordInput.parse(await asked.body())
    await renewDevice(asked, await resetPassword(asked.params['token'] ?? '', newPassword))
    return { data: {}, message: 'Password reset successful.' }
  },
})

export const loader = call.loader
export const action = call.action
