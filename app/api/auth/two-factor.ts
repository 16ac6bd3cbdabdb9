import { twoFactorInput } from '../../accounts/schema.ts'
import { exchangeTicket } from '../../accounts/service/second-step.server.ts'
import { beginAppSession } from '../../accounts/service/sessions.server.ts'
import { endpoint } from '../endpoint.server.ts'
import { signedInAnswer } from './signed-in-answer.server.ts'

const call = endpoint('nothing', {
  async POST(asked) {
    const { ticket, code } = twoFactorInput.parse(await asked.body())
    const { user } = await exchangeTicket(ticket, code)
    return signedInAnswer(asked, user, await beginAppSession(user, asked.device))
  },
})

export const loader = call.loader
export const action = call.action
