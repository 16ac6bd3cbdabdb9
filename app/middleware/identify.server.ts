import type { MiddlewareFunction } from 'react-router'
import { readAppearance } from '../accounts/rules/appearance.ts'
import { resumeAppSession, resumeWebSession } from '../accounts/service/sessions.server.ts'
import { factsOf } from './context.server.ts'
import {
  accessToken,
  APPEARANCE_COOKIE,
  bearerToken,
  cookieValue,
  SESSION_COOKIE,
} from './cookies.server.ts'

/**
 * Finds out, once, who is asking: by a bearer token, else by the browser's session, else by the
 * cookie of an app session. Visitors cost nothing. Sets the cookies that the answer carries.
 */
export const identify: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const facts = factsOf(context)
  const secret = cookieValue(request.headers.get('Cookie'), SESSION_COOKIE)
  const access = accessToken(request.headers)
  if (bearerToken(request.headers) === null && secret)
    facts.signedIn = await resumeWebSession(secret)
  if (!facts.signedIn && access) {
    const found = await resumeAppSession(access)
    if ('problem' in found) facts.tokenProblem = found.problem
    else facts.signedIn = found
  }
  facts.appearance =
    readAppearance(cookieValue(request.headers.get('Cookie'), APPEARANCE_COOKIE)) ??
    readAppearance(facts.signedIn?.user.appearance) ??
    facts.appearance
  const response = await next()
  for (const cookie of facts.cookies) response.headers.append('Set-Cookie', cookie)
  return response
}
