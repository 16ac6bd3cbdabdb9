import type { MiddlewareFunction } from 'react-router'
import { LIMITS } from '../accounts/rules.ts'
import { spendAttempt } from '../accounts/service/limits.server.ts'
import { refusalFor } from '../api/answers.server.ts'
import { DomainError } from '../platform/errors.ts'
import { isCallPath } from './cross-origin.server.ts'
import { factsOf } from './context.server.ts'

/** Counts calls per network address. What is answered from memory costs nothing and is not counted. */
export const limitCalls: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (isCallPath(new URL(request.url).pathname)) {
    try {
      await spendAttempt([{ limit: LIMITS.calls, by: factsOf(context).clientAddress }])
    } catch (error) {
      if (error instanceof DomainError) return refusalFor(error)
      throw error
    }
  }
  return next()
}
