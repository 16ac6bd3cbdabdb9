import type { IncomingHttpHeaders } from 'node:http'
import { mayCall } from './request/cross-origin.server.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Apple returns the browser with a form posted from its own site. It only causes a redirect, and the
 * page after it checks the state in the browser's cookie.
 */
const OPEN_TO_FORMS = '/api/auth/apple/callback'

/**
 * Whether another site's page made a browser send an unsafe request (CSRF). Programs, which send
 * neither header and no browser's cookies, may pass; so may calls from allowed origins.
 * @param ownOrigin the product's origin as the browser sees it
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
