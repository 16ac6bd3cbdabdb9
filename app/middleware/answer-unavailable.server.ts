import { refusalFor } from './json-answers.server.ts'
import { unavailable } from '../platform/unavailable.server.ts'
import type { RequestContext } from './request/context.server.ts'
import { isCallPath } from './request/cross-origin.server.ts'
import { REFUSAL_POLICY, refusalPage } from './request/refusal-page.ts'

/** Needs nothing from the database and does not show who is signed in. */
const PAGE = refusalPage(
  503,
  'Readr has a brief technical problem. Please try again in a moment. You are still signed in, and My List and your place in each summary are safe. If you saved My List on this device, you can read those summaries now.',
  true,
)

/** A 503 for a request that cannot be served now: a page, or JSON for a call. */
export function unavailableAnswer(url: string): Response {
  const refusal = unavailable()
  const { pathname } = new URL(url)
  if (isCallPath(pathname)) return refusalFor(refusal)
  const headers = {
    ...refusal.headers,
    'Cache-Control': 'private, no-store',
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': REFUSAL_POLICY,
  }
  return new Response(PAGE, { status: refusal.status, headers })
}

/**
 * Replaces the framework's 500 with 503 if the database was unavailable. Cookies are not touched, so
 * that an outage signs nobody out.
 */
export function unlessUnavailable(
  url: string,
  { isUnavailable }: RequestContext,
  response: Response,
): Response {
  return isUnavailable && response.status === 500 ? unavailableAnswer(url) : response
}
