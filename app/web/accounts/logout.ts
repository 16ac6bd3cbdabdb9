import { redirect } from 'react-router'
import { requestContextOf } from '../../middleware/request/context.server.ts'
import { clearedCookies, typedCookie } from '../../middleware/request/cookies.server.ts'
import { readWithTyped, redirectWithTyped } from '../../middleware/typed-input.server.ts'
import { onwardQuery, withQuery } from '../../accounts/rules/redirects.ts'
import { endSession } from '../../accounts/service/end-session.server.ts'
import type { Route } from './+types/logout'

/** A GET must not sign out, because any site could link to it. */
export const loader = () => redirect('/')

export async function action({ request, url, context }: Route.ActionArgs) {
  // Nothing keeps a reader from signing out.
  await readWithTyped(request, context).catch(() => null)
  const requestContext = requestContextOf(context)
  if (requestContext.signedIn)
    await endSession(requestContext.signedIn.user.id, requestContext.signedIn.session.id)
  requestContext.cookies.push(...clearedCookies())
  const query = onwardQuery(url.searchParams)
  // Who logs in as someone else takes the input along; nobody else may find it.
  if (query.size === 0) requestContext.cookies.push(typedCookie(null, 0))
  return redirectWithTyped(context, query.size > 0 ? withQuery('/login', query) : '/')
}
