import { redirect } from 'react-router'
import { afterSignIn, onwardQuery, withQuery } from '../../accounts/rules/redirects.ts'
import { requestContextOf } from '../../middleware/request/context.server.ts'
import { readCookie, TICKET_COOKIE } from '../../middleware/request/cookies.server.ts'
import { carriedInput, redirectWithTyped } from '../../middleware/typed-input.server.ts'
import type { Route } from './+types/check-cookies'

const BLOCKED =
  'You are not logged in, because your browser blocks cookies. Please allow cookies for this site, then log in.'

/** Redirects to the page after a sign-in if the browser has kept its cookie (finish-sign-in.server.ts). */
export function loader({ request, url, context }: Route.LoaderArgs) {
  const ticket = readCookie(request.headers.get('Cookie'), TICKET_COOKIE)
  if (requestContextOf(context).signedIn || ticket !== null) {
    carriedInput(context, url)
    throw redirectWithTyped(context, afterSignIn(url.searchParams))
  }
  const query = onwardQuery(url.searchParams)
  query.set('error', BLOCKED)
  throw redirect(withQuery('/login', query), 303)
}
