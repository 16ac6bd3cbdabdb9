import type { MiddlewareFunction } from 'react-router'
import { LIMITS } from '../accounts/rules.ts'
import { spendAttempt } from '../accounts/service/limits.server.ts'
import { refusalFor } from '../api/answers.server.ts'
import { refusalOf } from '../platform/unavailable.server.ts'
import { isCallPath } from './cross-origin.server.ts'
import { factsOf } from './context.server.ts'

/** Where providers report what happened; all of it comes from few addresses, and is signed. */
const WEBHOOKS = '/api/webhooks/'

/**
 * Counts calls per network address. What is answered from memory costs nothing and is not counted;
 * neither are webhooks, of which a day of renewals brings thousands.
 */
export const limitCalls: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { pathname } = new URL(request.url)
  if (isCallPath(pathname) && !pathname.startsWith(WEBHOOKS)) {
    try {
      await spendAttempt([{ limit: LIMITS.calls, by: factsOf(context).clientAddress }])
    } catch (error) {
      if (refusalOf(error)) return refusalFor(error)
      throw error
    }
  }
  return next()
}
