import { data, type MiddlewareFunction, redirect } from 'react-router'
import { mustSetUpTwoFactor } from '../accounts/service/administrators.server.ts'
import { requireReader } from './guards.server.ts'

/**
 * Closes the administration to all but administrators: the one place that decides it. It goes by
 * the template of the route that answers, so that no spelling of an address gets around it. In
 * production it also waits for a second factor, which the next page sets up.
 */
export const guardAdministration: MiddlewareFunction<Response> = async (
  { context, pattern, url },
  next,
) => {
  if (pattern !== 'admin' && !pattern.startsWith('admin/')) return next()
  const { user } = requireReader(context, url)
  if (user.role !== 'admin') throw data(null, { status: 403 })
  if (await mustSetUpTwoFactor(user)) throw redirect('/settings/two-factor', 303)
  const response = await next()
  response.headers.set('Cache-Control', 'private, no-store')
  response.headers.set('X-Robots-Tag', 'noindex')
  return response
}
