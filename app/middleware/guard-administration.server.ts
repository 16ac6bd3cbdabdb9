import { data, type MiddlewareFunction, redirect } from 'react-router'
import { mustSetUpTwoFactor } from '../accounts/service/administrators.server.ts'
import { writeRefusal } from '../platform/audit/audit-log.server.ts'
import { requireReader } from './require-reader.server.ts'

/**
 * The only place that decides who may use the administration. It checks the matched route template,
 * so that no spelling of a URL gets around it. In production, administrators without a second factor
 * are sent to set one up.
 */
export const guardAdministration: MiddlewareFunction<Response> = async (
  { context, pattern, request, url },
  next,
) => {
  if (pattern !== 'admin' && !pattern.startsWith('admin/')) return next()
  const { user } = requireReader(context, url)
  const reportRefusal = (detail: string) =>
    writeRefusal({
      actorId: user.id,
      action: 'admin.refused',
      subjectKind: 'reader',
      subjectId: user.id,
      detail,
    })
  if (user.role !== 'admin') {
    await reportRefusal('not an administrator')
    throw data(null, { status: 403 })
  }
  if (await mustSetUpTwoFactor(user)) {
    await reportRefusal('no two-factor sign-in')
    throw redirect('/settings/two-factor', 303)
  }
  const response = await next()
  if (response.status === 403 || response.status === 409) {
    await reportRefusal(`${request.method} /${pattern}`)
  }
  response.headers.set('Cache-Control', 'private, no-store')
  response.headers.set('X-Robots-Tag', 'noindex')
  return response
}
