import type { MiddlewareFunction } from 'react-router'
import { refusalFor } from './json-answers.server.ts'
import { log } from '../platform/log.server.ts'
import { refusalOf } from '../platform/unavailable.server.ts'
import { isCallPath } from './request/cross-origin.server.ts'
import { requestContextOf } from './request/context.server.ts'

/**
 * Answers calls that fail before their endpoint is reached with JSON, for example because the database
 * is unavailable to the rate limiter. The framework would answer with a page.
 */
export const failAsJson: MiddlewareFunction<Response> = async ({ url, context }, next) => {
  if (!isCallPath(url.pathname)) return next()
  try {
    const response = await next()
    const isJson = response.headers.get('Content-Type')?.startsWith('application/json')
    return response.status >= 500 && !isJson ? refusalFor(null) : response
  } catch (error) {
    if (error instanceof Response) throw error
    if (!refusalOf(error))
      log.error({ err: error, id: requestContextOf(context).id }, 'call failed')
    return refusalFor(error)
  }
}
