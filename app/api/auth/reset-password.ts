import { z } from 'zod'
import { resetPasswordInput } from '../../accounts/schema/sign-in.ts'
import { resetPassword } from '../../accounts/service/reset-password.server.ts'
import { renewDevice } from '../../middleware/remember-device.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'resetPassword',
    tag: 'Auth',
    summary: 'Set a new password with a reset link',
    success: 'The password is set, and every session has ended.',
    errors: { 400: 'The link is invalid, used, or expired, or the password is too short.' },
    method: 'PUT',
    auth: 'ignored',
    params: z.object({ token: z.string().meta({ description: 'From the link in the email.' }) }),
    body: resetPasswordInput,
    async handler(call) {
      const { newPassword } = await call.body()
      await renewDevice(call, await resetPassword(call.params.token, newPassword))
      return { data: {}, message: 'Password reset successful.' }
    },
  }),
)

export { loader as action }
