import { redirect } from 'react-router'
import { factsOf } from '../../middleware/context.server.ts'
import { clearedCookies } from '../../middleware/cookies.server.ts'
import { endSession } from '../../accounts/service/end-session.server.ts'
import type { Route } from './+types/logout'

/** A GET must not sign out, because any site could link to it. */
export const loader = () => redirect('/')

export async function action({ context }: Route.ActionArgs) {
  const facts = factsOf(context)
  if (facts.signedIn) await endSession(facts.signedIn.user.id, facts.signedIn.session.id)
  facts.cookies.push(...clearedCookies())
  return redirect('/', 303)
}
