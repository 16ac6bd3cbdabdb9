import { LIMITS } from '../../accounts/rules.ts'
import { signInInput } from '../../accounts/schema.ts'
import { refuseWhenSpent } from '../../accounts/service/limits.server.ts'
import { beginSignIn } from '../../accounts/service/second-step.server.ts'
import { beginAppSession } from '../../accounts/service/sessions.server.ts'
import { endpoint } from '../endpoint.server.ts'
import { signedInAnswer } from './signed-in-answer.server.ts'

const call = endpoint('anyone', {
  async POST(asked) {
    await refuseWhenSpent(LIMITS.signIn, asked.clientAddress)
    const input = signInInput.parse(await asked.body())
    const step = await beginSignIn(input, asked.clientAddress, { remember: true })
    if ('ticket' in step) return { data: { twoFactor: true, ticket: step.ticket } }
    const { user } = step
    return signedInAnswer(asked, user, await beginAppSession(user, asked.device))
  },
})

export const loader = call.loader
export const action = call.action
