import type { MiddlewareFunction } from 'react-router'
import { refusal } from '../api/answers.server.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Apple sends the browser back with a form from its own site. It is answered with a redirect and
 * does nothing by itself; what follows is checked by the state that the browser keeps.
 */
const OPEN_TO_FORMS = '/api/auth/apple/callback'

/**
 * Refuses unsafe requests that another site's page made a browser send. Requests of programs,
 * which send neither header, carry no cookies of a browser and pass.
 */
export const guardOrigin: MiddlewareFunction<Response> = ({ request }, next) => {
  if (SAFE_METHODS.has(request.method)) return next()
  if (request.method === 'POST' && new URL(request.url).pathname === OPEN_TO_FORMS) return next()
  const site = request.headers.get('Sec-Fetch-Site')
  const origin = request.headers.get('Origin')
  const foreign =
    site === null
      ? origin !== null && origin !== new URL(request.url).origin
      : site !== 'same-origin' && site !== 'none'
  if (!foreign) return next()
  return Promise.resolve(refusal(403, 'Requests from other sites are not accepted here.'))
}
