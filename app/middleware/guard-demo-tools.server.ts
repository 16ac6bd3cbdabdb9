import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { type MiddlewareFunction, redirect } from 'react-router'
import { env } from '../platform/env.server.ts'
import { authSecrets } from '../platform/secrets.server.ts'
import { hostName, isLoopback } from './request/connection.server.ts'
import { requestContextOf } from './request/context.server.ts'
import { DEMO_COOKIE, demoCookie, readCookie } from './request/cookies.server.ts'

/** Route templates of the demo: its tools and the pages and calls of what it emulates. */
const DEMO = /^dev\//
/** The mailbox, the clock, and the pages for developers. */
const TOOLS = /^dev\/(?:mail|clock|ui)(?:\/|$)/

const LINK_HINT = 'Open the access link from the demo’s startup log.'

/** Derived from the secret, so that it is the same in all processes and after a restart. */
function accessToken(): string {
  return createHmac('sha256', authSecrets()[0]).update('demo tools').digest('base64url')
}

/** The link that opens the demo's tools to a browser on another machine. */
export function demoAccessLink(): string {
  return `${env().appUrl}/dev/mail?access=${accessToken()}`
}

function isAccessToken(given: string | null): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return given !== null && timingSafeEqual(hash(given), hash(accessToken()))
}

/**
 * How a client addresses this server: by its name, by an IP address, or by a foreign name, whose
 * pages could read the response (DNS rebinding). IP addresses cannot be rebound.
 */
export function hostKind(host: string): 'own' | 'address' | 'foreign' {
  const hostname = hostName(host)
  if (hostname === null) return 'foreign'
  const name = hostname.replace(/^\[|[\].]$/g, '')
  if (isLoopback(name) || name === 'localhost' || name.endsWith('.localhost')) return 'own'
  if (hostname === new URL(env().appUrl).hostname) return 'own'
  return isIP(name) === 0 ? 'foreign' : 'address'
}

/**
 * The only place that decides who may use what the demo adds. Nobody may under a foreign name; its tools
 * are for clients on this machine and holders of the access link. It checks the matched route template, so that no spelling of a URL gets around it.
 * Outside of the demo the pages themselves answer 404.
 */
export const guardDemoTools: MiddlewareFunction<Response> = async (
  { request, context, pattern, url },
  next,
) => {
  if (!env().isDemo || !DEMO.test(pattern)) return next()
  const { isLocal, host } = requestContextOf(context).caller()
  const kind = hostKind(host)
  if (kind === 'foreign') {
    return refuse(
      421,
      'This demo is not available under that host name. Open it at localhost or at its APP_URL.',
    )
  }
  if (!TOOLS.test(pattern)) return next()
  if (isAccessToken(url.searchParams.get('access'))) {
    const headers = { 'Set-Cookie': demoCookie(accessToken()) }
    return redirect(`/${pattern.replace('/:id', '')}`, { headers })
  }
  const hasLink = isAccessToken(readCookie(request.headers.get('Cookie'), DEMO_COOKIE))
  if (hasLink || (isLocal && kind === 'own')) return next()
  return kind === 'own'
    ? refuse(403, `This page is only available on the machine that runs the demo. ${LINK_HINT}`)
    : refuse(421, `This page is only available at localhost or at the demo’s APP_URL. ${LINK_HINT}`)
}

const refuse = (status: number, message: string) =>
  new Response(`${message}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
