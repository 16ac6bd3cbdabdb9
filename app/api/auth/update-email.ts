import { updateEmailInput } from '../../accounts/schema/settings.ts'
import { changeEmail } from '../../accounts/service/change-email.server.ts'
import { endpoint } from '../endpoint.server.ts'

const call = endpoint('session', {
  async PUT({ body, signedIn: { user, session } }) {
    await changeEmail(user.id, updateEmailInput.parse(await body()), session.id)
    return { data: {}, message: 'Your email address has been updated.' }
  },
})

export const loader = call.loader
export const action = call.action
