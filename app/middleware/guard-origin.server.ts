import type { IncomingHttpHeaders } from 'node:http'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether another site's page made a browser send an unsafe request. Requests of programs, which
 * say nothing of where they come from, carry no cookies of a browser and are not meant.
 * @param ownOrigin the product's own origin as the browser sees it
 */
export function isCrossSiteWrite(
  method: string,
  headers: IncomingHttpHeaders,
  ownOrigin: string,
): boolean {
  if (SAFE_METHODS.has(method)) return false
  const site = headers['sec-fetch-site']
  const { origin } = headers
  return site === undefined
    ? origin !== undefined && origin !== ownOrigin
    : site !== 'same-origin' && site !== 'none'
}
