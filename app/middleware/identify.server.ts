import type { MiddlewareFunction } from 'react-router'
import { appearanceText, readAppearance } from '../accounts/rules/appearance.ts'
import {
  resumeAppSession,
  resumeWebSession,
  type SignedIn,
} from '../accounts/service/resume-session.server.ts'
import { isPersonalToken } from '../accounts/rules/app-keys.ts'
import { resumePodcastKey, resumeToken } from '../accounts/service/app-keys.server.ts'
import { publicId } from '../catalogue/rules/public-id.ts'
import { countConnectionsOf } from '../platform/database-work.server.ts'
import { APPEARANCE_HEADER, NOBODY, READER_HEADER } from '../reading/rules/offline.ts'
import {
  basicPassword,
  isFeed,
  isPodcast,
  signInToFeeds,
  takesAppPassword,
} from './app-passwords.server.ts'
import { isCallPath } from './request/cross-origin.server.ts'
import { requestContextOf, type RequestContext } from './request/context.server.ts'
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
} from './request/cookies.server.ts'

/**
 * Identifies the sender, once per request: by a bearer token, the browser's session, the cookie of
 * an app session, on feeds and files by an app password,
 * or by the address of a podcast. Asks the database nothing for visitors. Adds the response's cookies.
 */
export const identify: MiddlewareFunction<Response> = async (
  { request, context, params },
  next,
) => {
  const requestContext = requestContextOf(context)
  const cookies = request.headers.get('Cookie')
  const { pathname, searchParams } = new URL(request.url)
  const appPassword = takesAppPassword(requestContext, pathname)
    ? basicPassword(request.headers)
    : null
  if (appPassword !== null) {
    const found = await signInToFeeds(appPassword, requestContext.clientAddress)
    if (found instanceof Response) return found
    requestContext.signedIn = found
  } else if (isPodcast(requestContext))
    requestContext.signedIn = await resumePodcastKey(params['token'] ?? '')
  else if (isFeed(requestContext)) requestContext.signedIn = null
  else await resumeSession(request, pathname, requestContext)
  setReader(requestContext, requestContext.signedIn, cookies)
  const response = await next()
  for (const cookie of requestContext.cookies) response.headers.append('Set-Cookie', cookie)
  // Not the HTTP cache, whose clearing may take seconds: private pages are never in it (no-store).
  // Who logs in as someone else finds what that reader has not saved yet.
  const isForLogin = pathname === '/logout' && searchParams.has('redirectTo')
  if (endsSession(requestContext.cookies) && !isForLogin)
    response.headers.set('Clear-Site-Data', '"storage"')
  if (/^text\/(?:html|x-script)/.test(response.headers.get('Content-Type') ?? '')) {
    for (const [name, value] of Object.entries(readerHeaders(requestContext)))
      response.headers.set(name, value)
  }
  return response
}

async function resumeSession(
  { headers }: Request,
  pathname: string,
  requestContext: RequestContext,
): Promise<void> {
  const bearer = bearerToken(headers)
  if (bearer === null)
    requestContext.signedIn = await resumeBrowser(headers.get('Cookie'), requestContext)
  const token = accessToken(headers)
  if (requestContext.signedIn || token === null) return
  const isPersonal = bearer !== null && isPersonalToken(bearer)
  if (isPersonal && !isCallPath(pathname)) return
  const found = await (isPersonal ? resumeToken(bearer) : resumeAppSession(token))
  if ('problem' in found) requestContext.tokenProblem = found.problem
  else requestContext.signedIn = found
}

function setReader(
  requestContext: RequestContext,
  signedIn: SignedIn | null,
  cookies: string | null | undefined,
): void {
  requestContext.signedIn = signedIn
  if (signedIn) countConnectionsOf(`reader ${signedIn.user.id}`)
  requestContext.appearance =
    chosenOnDevice(cookies) ??
    readAppearance(signedIn?.user.appearance) ??
    requestContext.appearance
}

/**
 * The browser's session. A session from before the cookie prefixes is read under the old name and
 * moved to the new one. A newer session under the old name is ignored: it may have been planted.
 */
async function resumeBrowser(
  cookies: string | null,
  requestContext: RequestContext,
): Promise<SignedIn | null> {
  const secret = readCookie(cookies, SESSION_COOKIE)
  if (secret) return resumeWebSession(secret)
  const old = readOldCookie(cookies, SESSION_COOKIE)
  const found = old && (await resumeWebSession(old))
  if (!found || found.session.prefixed) return null
  const { remember, expiresAt } = found.session
  const maxAgeMs = remember ? expiresAt.getTime() - Date.now() : null
  requestContext.cookies.push(
    sessionCookie({ secret: old, maxAgeMs }),
    clearedOldCookie(SESSION_COOKIE),
  )
  return found
}

/**
 * Say whose page it is, so that the browser deletes saved summaries when another reader or nobody is
 * signed in (web/behaviors/offline). Also on the data of client-side navigations.
 */
function readerHeaders({ signedIn, appearance }: RequestContext): Record<string, string> {
  if (!signedIn) return { [READER_HEADER]: NOBODY }
  return {
    [READER_HEADER]: publicId(signedIn.user.id),
    [APPEARANCE_HEADER]: appearanceText(appearance),
  }
}
