import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { env } from '../platform/env.server.ts'
import { readMetrics } from '../platform/metrics.server.ts'
import { readiness } from '../platform/readiness.server.ts'

/**
 * The addresses for those who run the product. They are answered before the framework, are not
 * counted by limits, and leave no line in the log but at level debug.
 */
export const OPERATION_PATHS = ['healthz', 'readyz', 'metrics'] as const

type Operation = (typeof OPERATION_PATHS)[number]

/** Which of the addresses a request names, or null. */
export function operationOf(url: string): Operation | null {
  const [path = ''] = url.split('?', 1)
  return OPERATION_PATHS.find((name) => path === `/${name}`) ?? null
}

/** Answers one of the addresses. */
export async function answerOperation(
  operation: Operation,
  request: IncomingMessage,
  response: ServerResponse,
  { showsMetrics }: { showsMetrics: boolean },
): Promise<void> {
  response.setHeader('Cache-Control', 'no-store')
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD')
    return answer(response, 405, `This address does not answer ${request.method}.\n`)
  }
  if (operation === 'healthz') return answer(response, 200, 'ok\n')
  if (operation === 'readyz') {
    const state = await readiness()
    return answer(response, state.ready ? 200 : 503, state.ready ? 'ready\n' : `${state.problem}\n`)
  }
  if (!showsMetrics) return answer(response, 404, 'Not found\n')
  const { type, text } = await readMetrics()
  answer(response, 200, text, type)
}

/** Whether a request on the readers' port may see the metrics: with METRICS_TOKEN, if there is one. */
export function hasMetricsToken(request: IncomingMessage): boolean {
  const { metricsToken } = env()
  const given = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (metricsToken === null || given === undefined) return false
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(metricsToken))
}

function answer(
  response: ServerResponse,
  status: number,
  text: string,
  type = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(text),
  })
  response.end(text)
}
