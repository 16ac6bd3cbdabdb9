import { data, type MiddlewareFunction } from 'react-router'
import { requireReader } from './guards.server.ts'

/**
 * Closes the administration to all but administrators: the one place that decides it. It goes by
 * the template of the route that answers, so that no spelling of an address gets around it.
 */
export const guardAdministration: MiddlewareFunction<Response> = async (
  { context, pattern, url },
  next,
) => {
  if (pattern !== 'admin' && !pattern.startsWith('admin/')) return next()
  if (requireReader(context, url).user.role !== 'admin') throw data(null, { status: 403 })
  const response = await next()
  response.headers.set('Cache-Control', 'private, no-store')
  response.headers.set('X-Robots-Tag', 'noindex')
  return response
}
