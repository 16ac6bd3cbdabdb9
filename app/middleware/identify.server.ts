import type { MiddlewareFunction } from 'react-router'
import { appearanceText, readAppearance } from '../accounts/rules/appearance.ts'
import { resumeAppSession, resumeWebSession } from '../accounts/service/sessions.server.ts'
import { publicId } from '../catalogue/rules.ts'
import { countConnectionsOf } from '../platform/work.server.ts'
import { LOOK_HEADER, NOBODY, READER_HEADER } from '../reading/rules/offline.ts'
import { factsOf, type RequestFacts } from './context.server.ts'
import {
  accessToken,
  APPEARANCE_COOKIE,
  bearerToken,
  cookieValue,
  endsSession,
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
  if (facts.signedIn) countConnectionsOf(`reader ${facts.signedIn.user.id}`)
  facts.appearance =
    readAppearance(cookieValue(request.headers.get('Cookie'), APPEARANCE_COOKIE)) ??
    readAppearance(facts.signedIn?.user.appearance) ??
    facts.appearance
  const response = await next()
  for (const cookie of facts.cookies) response.headers.append('Set-Cookie', cookie)
  // Not its cache, which may take seconds: what is private is never in there (deliver.server.ts).
  if (endsSession(facts.cookies)) response.headers.set('Clear-Site-Data', '"storage"')
  tellWhose(response, facts)
  return response
}

/**
 * Says whose page it is, so that what a browser keeps of one reader goes when another comes, or
 * nobody (reading/ui/offline). Also on the data by which the framework changes pages.
 */
function tellWhose({ headers }: Response, { signedIn, appearance }: RequestFacts): void {
  if (!/^text\/(?:html|x-script)/.test(headers.get('Content-Type') ?? '')) return
  headers.set(READER_HEADER, signedIn ? publicId(signedIn.user.id) : NOBODY)
  if (signedIn) headers.set(LOOK_HEADER, appearanceText(appearance))
}
