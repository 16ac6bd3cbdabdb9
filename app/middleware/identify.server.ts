import type { MiddlewareFunction } from 'react-router'
import { appearanceText, readAppearance } from '../accounts/rules/appearance.ts'
import {
  resumeAppSession,
  resumeWebSession,
  type SignedIn,
} from '../accounts/service/resume-session.server.ts'
import { publicId } from '../catalogue/rules/public-id.ts'
import { countConnectionsOf } from '../platform/work.server.ts'
import { LOOK_HEADER, NOBODY, READER_HEADER } from '../reading/rules/offline.ts'
import { factsOf, type RequestFacts } from './context.server.ts'
import {
  accessToken,
  bearerToken,
  chosenOnDevice,
  clearedOldCookie,
  endsSession,
  readCookie,
  readOldCookie,
  SESSION_COOKIE,
  sessionCookie,
} from './cookies.server.ts'

/**
 * Finds out, once, who is asking: by a bearer token, else by the browser's session, else by the
 * cookie of an app session. Visitors cost nothing. Sets the cookies that the answer carries.
 */
export const identify: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const facts = factsOf(context)
  const cookies = request.headers.get('Cookie')
  const access = accessToken(request.headers)
  if (bearerToken(request.headers) === null) facts.signedIn = await resumeBrowser(cookies, facts)
  if (!facts.signedIn && access) {
    const found = await resumeAppSession(access)
    if ('problem' in found) facts.tokenProblem = found.problem
    else facts.signedIn = found
  }
  if (facts.signedIn) countConnectionsOf(`reader ${facts.signedIn.user.id}`)
  facts.appearance =
    chosenOnDevice(cookies) ?? readAppearance(facts.signedIn?.user.appearance) ?? facts.appearance
  const response = await next()
  for (const cookie of facts.cookies) response.headers.append('Set-Cookie', cookie)
  // Not its cache, which may take seconds: what is private is never in there (deliver.server.ts).
  if (endsSession(facts.cookies)) response.headers.set('Clear-Site-Data', '"storage"')
  tellWhose(response, facts)
  return response
}

/**
 * The browser's session. One from before cookies had prefixes is read under the old name, and goes
 * on under the new one; a session begun since is not: somebody may have planted it there.
 */
async function resumeBrowser(
  cookies: string | null,
  facts: RequestFacts,
): Promise<SignedIn | null> {
  const secret = readCookie(cookies, SESSION_COOKIE)
  if (secret) return resumeWebSession(secret)
  const old = readOldCookie(cookies, SESSION_COOKIE)
  const found = old && (await resumeWebSession(old))
  if (!found || found.session.prefixed) return null
  const { remember, expiresAt } = found.session
  const maxAgeMs = remember ? expiresAt.getTime() - Date.now() : null
  facts.cookies.push(sessionCookie({ secret: old, maxAgeMs }), clearedOldCookie(SESSION_COOKIE))
  return found
}

/**
 * Says whose page it is, so that what a browser keeps of one reader goes when another comes, or
 * nobody (web/behaviors/offline). Also on the data by which the framework changes pages.
 */
function tellWhose({ headers }: Response, { signedIn, appearance }: RequestFacts): void {
  if (!/^text\/(?:html|x-script)/.test(headers.get('Content-Type') ?? '')) return
  headers.set(READER_HEADER, signedIn ? publicId(signedIn.user.id) : NOBODY)
  if (signedIn) headers.set(LOOK_HEADER, appearanceText(appearance))
}
