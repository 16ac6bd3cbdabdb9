import { twoFactorInput } from '../../accounts/schema/two-factor.ts'
import { exchangeTicket } from '../../accounts/service/complete-sign-in.server.ts'
import { beginAppSession } from '../../accounts/service/begin-session.server.ts'
import { deviceTokenOf, rememberDevice } from '../../middleware/remember-device.server.ts'
import { endpoint } from '../endpoint.server.ts'
import { signedInAnswer } from './signed-in-answer.server.ts'

const call = endpoint('nothing', {
  async POST(asked) {
    const { ticket, code } = twoFactorInput.parse(await asked.body())
    const { user } = await exchangeTicket(ticket, code, deviceTokenOf(asked.headers))
    const tokens = await beginAppSession(user, asked.device)
    await rememberDevice(asked, user)
    return signedInAnswer(asked, user, tokens)
  },
})

export const loader = call.loader
export const action = call.action
