import { changePasswordInput } from '../../accounts/schema.ts'
import { changePassword } from '../../accounts/service.server.ts'
import { endpoint } from '../endpoint.server.ts'

const call = endpoint('session', {
  async PUT({ body, signedIn: { user, session } }) {
    await changePassword(user.id, changePasswordInput.parse(await body()), session.id)
    return { data: {}, message: 'Your password has been updated.' }
  },
})

export const loader = call.loader
export const action = call.action
