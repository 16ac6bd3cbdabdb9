import type { MiddlewareFunction } from 'react-router'
import { LIMITS } from '../accounts/rules/rate-limits.ts'
import { consumeBatchedAttempt } from '../accounts/service/batched-attempts.server.ts'
import { refusalFor } from './json-answers.server.ts'
import { refusalOf } from '../platform/unavailable.server.ts'
import { isFeed } from './app-passwords.server.ts'
import { isCallPath } from './request/cross-origin.server.ts'
import { requestContextOf } from './request/context.server.ts'

/**
 * Not counted as calls: signed webhooks, which come from few addresses, and browsers' reports, which
 * have a separate limit.
 */
const NOT_COUNTED_HERE = /^\/api\/(?:webhooks|reports)\//

/** Counts calls and feeds per network address. Cached responses to visitors are not counted. */
export const limitCalls: MiddlewareFunction<Response> = async (
  { url: { pathname }, context },
  next,
) => {
  const requestContext = requestContextOf(context)
  if ((isCallPath(pathname) || isFeed(requestContext)) && !NOT_COUNTED_HERE.test(pathname)) {
    try {
      await consumeBatchedAttempt({ limit: LIMITS.calls, by: requestContext.clientAddress })
    } catch (error) {
      if (refusalOf(error)) return refusalFor(error)
      throw error
    }
  }
  return next()
}
