import { LIMITS } from '../../accounts/rules/limits.ts'
import { registerInput } from '../../accounts/schema/sign-in.ts'
import { register } from '../../accounts/service/register.server.ts'
import { requireAttemptsLeft } from '../../accounts/service/limits.server.ts'
import { beginAppSession } from '../../accounts/service/begin-session.server.ts'
import { rememberDevice } from '../../middleware/remember-device.server.ts'
import { endpoint } from '../endpoint.server.ts'
import { signedInAnswer } from './signed-in-answer.server.ts'

const call = endpoint('anyone', {
  async POST(asked) {
    await requireAttemptsLeft(LIMITS.register, asked.clientAddress)
    const user = await register(registerInput.parse(await asked.body()), asked.clientAddress)
    const tokens = await beginAppSession(user, asked.device)
    await rememberDevice(asked, user)
    return { ...signedInAnswer(asked, { ...user, subscribedUntil: null }, tokens), status: 201 }
  },
})

export const loader = call.loader
export const action = call.action
