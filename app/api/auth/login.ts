import { LIMITS } from '../../accounts/rules/limits.ts'
import { signInInput } from '../../accounts/schema/sign-in.ts'
import { requireAttemptsLeft } from '../../accounts/service/limits.server.ts'
import { beginSignIn } from '../../accounts/service/begin-sign-in.server.ts'
import { beginAppSession } from '../../accounts/service/begin-session.server.ts'
import { deviceTokenOf, rememberDevice } from '../../middleware/remember-device.server.ts'
import { endpoint } from '../endpoint.server.ts'
import { signedInAnswer } from './signed-in-answer.server.ts'

const call = endpoint('anyone', {
  async POST(asked) {
    await requireAttemptsLeft(LIMITS.signIn, asked.clientAddress)
    const input = signInInput.parse(await asked.body())
    const deviceToken = deviceTokenOf(asked.headers)
    const step = await beginSignIn(input, asked.clientAddress, { remember: true, deviceToken })
    if ('ticket' in step) return { data: { twoFactor: true, ticket: step.ticket } }
    const { user } = step
    const tokens = await beginAppSession(user, asked.device)
    await rememberDevice(asked, user)
    return signedInAnswer(asked, user, tokens)
  },
})

export const loader = call.loader
export const action = call.action
