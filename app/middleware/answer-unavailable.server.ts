import { createHash } from 'node:crypto'
import { refusalFor } from '../api/answers.server.ts'
import { unavailable } from '../platform/unavailable.server.ts'
import type { RequestFacts } from './context.server.ts'
import { isCallPath } from './cross-origin.server.ts'

const STYLE =
  ':root{color-scheme:light dark}body{font:1.125rem/1.6 Georgia,serif;max-width:34rem;margin:15vh auto;padding:0 1.5rem}h1{font-size:2rem;line-height:1.2}'
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** It stands alone: nothing in it depends on the database, and nothing says who is signed in. */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>We’ll be right back · Readr</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>We’ll be right back</h1>
<p>Readr has a short technical problem. Please try again in a moment. You stay signed in, and your list and your place in each summary are safe.</p>
<p>If you saved My List on this device, you can keep reading those summaries now.</p>
<p><a href="">Try Again</a></p>
</main>
</body>
</html>
`

/** The answer of a request that could not be served now: a page, or JSON for a call. */
export function unavailableAnswer(url: string): Response {
  const refusal = unavailable()
  const { pathname } = new URL(url)
  if (isCallPath(pathname)) return refusalFor(refusal)
  const headers = {
    ...refusal.headers,
    'Cache-Control': 'private, no-store',
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; frame-ancestors 'none'`,
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
