import type { IncomingMessage, ServerResponse } from 'node:http'
import { log } from '../platform/log.server.ts'
import { countRequest } from '../platform/metrics.server.ts'
import type { RequestContext } from './request/context.server.ts'
import { REFUSED_ROUTE } from './connection-limits.server.ts'
import { operationOf } from './operations-addresses.ts'

/** Counts and logs a finished request. */
export function reportRequest(
  { method = '', url = '' }: IncomingMessage,
  response: ServerResponse,
  { id, route }: RequestContext,
  started: number,
): void {
  const ms = performance.now() - started
  countRequest(method, route ?? 'none', response.statusCode, ms)
  const line = {
    id,
    method,
    path: url.split('?', 1)[0]!.slice(0, 200),
    route,
    status: response.statusCode,
    ms: Math.round(ms * 10) / 10,
    ...(response.writableFinished ? {} : { aborted: true }),
  }
  if (operationOf(url) || route === REFUSED_ROUTE) log.debug(line)
  else log.info(line)
}
