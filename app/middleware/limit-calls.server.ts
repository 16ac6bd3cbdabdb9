import type { MiddlewareFunction } from 'react-router'
import { LIMITS } from '../accounts/rules/limits.ts'
import { consumeAttempt } from '../accounts/service/limits.server.ts'
import { refusalFor } from './json-answers.server.ts'
import { refusalOf } from '../platform/unavailable.server.ts'
import { isCallPath } from './cross-origin.server.ts'
import { factsOf } from './context.server.ts'

/**
 * Not counted with the calls: where providers report what happened, all of it from few addresses and
 * signed; and where browsers report, which has a limit of its own and must not cost a reader's calls.
 */
const NOT_COUNTED_HERE = /^\/api\/(?:webhooks|reports)\//

/**
 * Counts calls per network address. What is answered from memory costs nothing and is not counted;
 * neither are webhooks, of which a day of renewals brings thousands.
 */
export const limitCalls: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { pathname } = new URL(request.url)
  if (isCallPath(pathname) && !NOT_COUNTED_HERE.test(pathname)) {
    try {
      await consumeAttempt([{ limit: LIMITS.calls, by: factsOf(context).clientAddress }])
    } catch (error) {
      if (refusalOf(error)) return refusalFor(error)
      throw error
    }
  }
  return next()
}
