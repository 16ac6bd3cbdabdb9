import { updateEmailInput } from '../../accounts/schema/settings.ts'
import { changeEmail } from '../../accounts/service/change-email.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { ADDRESS_TAKEN, INVALID_INPUT, NO_PASSWORD } from '../schemas/answers.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'updateEmail',
    tag: 'Auth',
    summary: 'Change the email address',
    success: 'Changed. The new address gets a code, and the old address gets a notice.',
    errors: { 400: INVALID_INPUT, 403: NO_PASSWORD, 409: ADDRESS_TAKEN },
    method: 'PUT',
    auth: 'session',
    body: updateEmailInput,
    async handler({ body, signedIn: { user, session } }) {
      await changeEmail(user.id, await body(), session.id)
      return { data: {}, message: 'Your email address has been changed.' }
    },
  }),
)

export { loader as action }
