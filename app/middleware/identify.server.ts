import type { MiddlewareFunction } from 'react-router'
import { resumeAppSession, resumeWebSession } from '../accounts/service/sessions.server.ts'
import { factsOf } from './context.server.ts'
import { ACCESS_COOKIE, cookieValue, SESSION_COOKIE } from './cookies.server.ts'

/**
 * Finds out, once, who is asking: by a bearer token, else by the browser's session, else by the
 * cookie of an app session. Visitors cost nothing. Sets the cookies that the answer carries.
 */
export const identify: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const facts = factsOf(context)
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1]
  const cookies = request.headers.get('Cookie')
  const secret = cookieValue(cookies, SESSION_COOKIE)
  const access = bearer ?? cookieValue(cookies, ACCESS_COOKIE)
  if (!bearer && secret) facts.signedIn = await resumeWebSession(secret)
  if (!facts.signedIn && access) {
    const found = await resumeAppSession(access)
    if ('problem' in found) facts.tokenProblem = found.problem
    else facts.signedIn = found
  }
  const response = await next()
  for (const cookie of facts.cookies) response.headers.append('Set-Cookie', cookie)
  return response
}
