import { changePasswordInput } from '../../accounts/schema/settings.ts'
import { changePassword } from '../../accounts/service/change-password.server.ts'
import { renewDevice } from '../../middleware/remember-device.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { INVALID_INPUT, NO_PASSWORD } from '../schemas/answers.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'changePassword',
    tag: 'Auth',
    summary: 'Change the password',
    success: 'Changed, and every other session has ended.',
    errors: { 400: INVALID_INPUT, 403: NO_PASSWORD },
    method: 'PUT',
    auth: 'session',
    body: changePasswordInput,
    async handler(call) {
      const { user, session } = call.signedIn
      const changed = await changePassword(user.id, await call.body(), session.id)
      if (!changed)
        return { data: {}, message: 'That is already your password. Nothing was changed.' }
      await renewDevice(call, changed)
      return { data: {}, message: 'Your password has been changed.' }
    },
  }),
)

export { loader as action }
