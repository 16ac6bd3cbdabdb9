import { changePasswordInput } from '../../accounts/schema/settings.ts'
import { changePassword } from '../../accounts/service/change-password.server.ts'
import { renewDevice } from '../../middleware/remember-device.server.ts'
import { endpoint } from '../endpoint.server.ts'

const call = endpoint('session', {
  async PUT(asked) {
    const { user, session } = asked.signedIn
    const input = changePasswordInput.parse(await asked.body())
    const changed = await changePassword(user.id, input, session.id)
    if (!changed) return { data: {}, message: 'This is your password already.' }
    await renewDevice(asked, changed)
    return { data: {}, message: 'Your password has been updated.' }
  },
})

export const loader = call.loader
export const action = call.action
