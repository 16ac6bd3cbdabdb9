import type { MiddlewareFunction } from 'react-router'
import { answerOnce } from '../accounts/service/answer-once.server.ts'
import { keptFlashMessage, restoreFlashMessage } from '../accounts/service/flash-message.server.ts'
import { copyOfBody } from './body.server.ts'
import { requestContextOf, type RequestContext } from './request/context.server.ts'
import {
  ACCESS_COOKIE,
  readCookie,
  SESSION_COOKIE,
  TICKET_COOKIE,
} from './request/cookies.server.ts'
import { isCallPath } from './request/cross-origin.server.ts'

/** Forms of these sizes are compared; larger ones are files of administrators. */
const MAX_BYTES = 100 * 1024

/** What a repeat of a form gets: the answer, and what goes with it. */
interface KeptAnswer {
  status: number
  headers: [string, string][]
  body: string | null
  cookies: string[]
  /** The headers of security depend on these. */
  rendering: Pick<RequestContext, 'nonce' | 'payment'>
  flash: string | null
}

/**
 * Answers a form that a browser sends twice within seconds, such as by a double click, as the first
 * time, and does nothing again. Only the last form of each sender is known, so that turning something
 * on, off, and on again works.
 */
export const answerRepeats: MiddlewareFunction<Response> = async (
  { request, url, context },
  next,
) => {
  const requestContext = requestContextOf(context)
  const sender = isFormOfPage(request, url) ? senderOf(request, url, requestContext) : ''
  const body = sender === '' ? null : await copyOfBody(request, MAX_BYTES)
  if (body === null) return next()
  const session = requestContext.signedIn?.session.id
  const sent = `${url.pathname}${url.search}\n${contentOf(request, body)}`
  let response: Response | undefined
  const kept = await answerOnce(sender, sent, async () => {
    const before = requestContext.cookies.length
    response = await next()
    if (!isSuccess(response)) return null
    const text = response.headers.has('Location') ? null : await response.text()
    const { status, headers } = response
    response = new Response(text, { status, headers })
    return JSON.stringify({
      status,
      headers: [...headers],
      body: text,
      cookies: requestContext.cookies.slice(before),
      rendering: { nonce: requestContext.nonce, payment: requestContext.payment },
      flash: session === undefined ? null : await keptFlashMessage(session),
    } satisfies KeptAnswer)
  })
  if (kept === null) return response!
  const answer = JSON.parse(kept) as KeptAnswer
  Object.assign(requestContext, answer.rendering)
  requestContext.cookies.push(...answer.cookies)
  if (answer.flash !== null && session !== undefined) {
    await restoreFlashMessage(session, answer.flash)
  }
  return new Response(answer.body, { status: answer.status, headers: answer.headers })
}

/** Whether a page's form was sent, and not what scripts send, calls, or the demo's tools. */
function isFormOfPage({ method, headers }: Request, { pathname }: URL): boolean {
  if (method !== 'POST' || isCallPath(pathname) || pathname.startsWith('/dev/')) return false
  return headers.get('Sec-Fetch-Dest') !== 'empty' || headers.get('X-Background') === 'form'
}

/** The form of a reset link contains the new password, which nobody else knows. */
const LINK = /^\/reset-password\/./

/** The link that undoes a change of address is no proof of the browser: others may have it, too. */
const UNDO_LINK = /^\/undo-email-change\/./

/**
 * The secrets that a browser sends; empty: it sends none. A request for a reset link has none, and its
 * answer is the same for everybody.
 */
function senderOf(
  { headers }: Request,
  { pathname }: URL,
  { clientAddress }: RequestContext,
): string {
  if (LINK.test(pathname)) return pathname
  const from = `${clientAddress} ${headers.get('User-Agent')}`
  if (pathname === '/reset-password') return from
  if (UNDO_LINK.test(pathname)) return `${from} ${pathname}`
  const cookies = headers.get('Cookie')
  return [SESSION_COOKIE, ACCESS_COOKIE, TICKET_COOKIE]
    .flatMap((name) => readCookie(cookies, name) ?? [])
    .join(' ')
}

/** Redirects, and pages that show a result once, such as recovery codes. Scripts send other forms. */
const isSuccess = ({ status, headers }: Response) =>
  headers.has('Location') ||
  (status === 200 && (headers.get('Content-Type')?.startsWith('text/html') ?? false))

/** The content of a form, without the boundary that browsers draw for each request. */
function contentOf({ headers }: Request, body: Buffer): string {
  const boundary = /boundary="?([^";]+)/.exec(headers.get('Content-Type') ?? '')?.[1]
  const content = body.toString('latin1')
  return boundary === undefined ? content : content.replaceAll(boundary, '')
}
