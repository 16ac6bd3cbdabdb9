import { refusalFor } from './json-answers.server.ts'
import { unavailable } from '../platform/unavailable.server.ts'
import type { RequestFacts } from './context.server.ts'
import { isCallPath } from './cross-origin.server.ts'
import { REFUSAL_POLICY, refusalPage } from './refusal-page.ts'

/** It depends on nothing in the database, and does not say who is signed in. */
const PAGE = refusalPage(
  503,
  'Readr has a short technical problem. Please try again in a moment. You stay signed in, and your list and your place in each summary are safe. If you saved My List on this device, you can keep reading those summaries now.',
  true,
)

/** The answer of a request that could not be served now: a page, or JSON for a call. */
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
 * Gives a request that met a database which cannot be used 503 in place of the framework's 500. Its
 * cookies stay as they are, so that nobody is signed out by an outage.
 */
export function unlessUnavailable(
  url: string,
  { isUnavailable }: RequestFacts,
  response: Response,
): Response {
  return isUnavailable && response.status === 500 ? unavailableAnswer(url) : response
}
