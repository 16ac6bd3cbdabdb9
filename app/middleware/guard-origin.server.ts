import type { MiddlewareFunction } from 'react-router'
import { refusal } from '../api/answers.server.ts'
import { mayCall } from './cross-origin.server.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses unsafe requests that another site's page made a browser send. Requests of programs,
 * which send neither header, carry no cookies of a browser and pass; so do calls of the origins that
 * are listed for them.
 */
export const guardOrigin: MiddlewareFunction<Response> = ({ request }, next) => {
  if (SAFE_METHODS.has(request.method)) return next()
  const site = request.headers.get('Sec-Fetch-Site')
  const origin = request.headers.get('Origin')
  const foreign =
    site === null
      ? origin !== null && origin !== new URL(request.url).origin
      : site !== 'same-origin' && site !== 'none'
  if (!foreign || mayCall(new URL(request.url).pathname, origin)) return next()
  return Promise.resolve(refusal(403, 'Requests from other sites are not accepted here.'))
}
