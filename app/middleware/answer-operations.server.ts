import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { env } from '../platform/env.server.ts'
import { log } from '../platform/log.server.ts'
import { readMetrics } from '../platform/metrics.server.ts'
import { readiness } from '../platform/readiness.server.ts'
import { type Operation, type OperationAnswer, sendOperation } from './operations-addresses.ts'

/** What one of the operators' addresses answers now. Never rejects: a failed check is an answer. */
export async function operationAnswer(operation: Operation): Promise<OperationAnswer> {
  try {
    return await check(operation)
  } catch (error) {
    log.error({ err: error, operation }, 'a check failed')
    return { status: 500, text: `${operation} failed; see the log\n` }
  }
}

async function check(operation: Operation): Promise<OperationAnswer> {
  if (operation === 'healthz') return { status: 200, text: 'ok\n' }
  if (operation === 'readyz') {
    const state = await readiness()
    if (!state.ready) return { status: 503, text: `${state.problem}\n` }
    return { status: 200, text: state.degraded ? `degraded: ${state.degraded}\n` : 'ready\n' }
  }
  return { status: 200, ...(await readMetrics()) }
}

/** Answers one of the addresses on the readers' port, where the metrics need METRICS_TOKEN. */
export async function answerOperation(
  operation: Operation,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const isHidden = operation === 'metrics' && !hasMetricsToken(request)
  sendOperation(request, response, isHidden ? null : await operationAnswer(operation))
}

function hasMetricsToken(request: IncomingMessage): boolean {
  const { metricsToken } = env()
  const given = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (metricsToken === null || given === undefined) return false
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(metricsToken))
}
