import type { IncomingHttpHeaders } from 'node:http'
import { mayCall } from './cross-origin.server.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Apple sends the browser back with a form from its own site. It is answered with a redirect and
 * does nothing by itself; what follows is checked by the state that the browser keeps.
 */
const OPEN_TO_FORMS = '/api/auth/apple/callback'

/**
 * Whether another site's page made a browser send an unsafe request. Requests of programs, which
 * say nothing of where they come from, carry no cookies of a browser and are not meant; nor are
 * calls of the origins that are listed for them.
 * @param ownOrigin the product's own origin as the browser sees it
 */
export function isCrossSiteWrite(
  { method, pathname }: { method: string; pathname: string },
  headers: IncomingHttpHeaders,
  ownOrigin: string,
): boolean {
  if (SAFE_METHODS.has(method)) return false
  if (method === 'POST' && pathname === OPEN_TO_FORMS) return false
  const site = headers['sec-fetch-site']
  const { origin } = headers
  const foreign =
    site === undefined
      ? origin !== undefined && origin !== ownOrigin
      : site !== 'same-origin' && site !== 'none'
  return foreign && !mayCall(pathname, origin)
}
