import { signInInput } from '../../accounts/schema.ts'
import { beginAppSession } from '../../accounts/service/sessions.server.ts'
import { checkPassword } from '../../accounts/service/sign-in.server.ts'
import { endpoint } from '../endpoint.server.ts'
import { signedInAnswer } from './signed-in-answer.server.ts'

const call = endpoint('anyone', {
  async POST(asked) {
    const user = await checkPassword(signInInput.parse(await asked.body()), asked.clientAddress)
    return signedInAnswer(asked, user, await beginAppSession(user.id, asked.device))
  },
})

export const loader = call.loader
export const action = call.action
