import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingHttpHeaders } from 'node:http'
import { env } from './env.server.ts'
import type {
  JobTrace,
  TracedOperation,
  TracedOutcome,
  RemoteParent,
  RequestTrace,
  Trace,
} from './trace.ts'

interface Tracing {
  request(method: string, parent: RemoteParent | null): RequestTrace
  job(name: string): JobTrace
  /** Sends the remaining spans. */
  stop(): Promise<void>
}

let tracing: Tracing | undefined

const current = new AsyncLocalStorage<Trace | undefined>()

/** Sends traces to OTEL_EXPORTER_OTLP_ENDPOINT. If it is not set, OpenTelemetry is not loaded. */
export async function startTracing(): Promise<void> {
  const { traceEndpoint, traceService } = env()
  if (traceEndpoint === null) return
  const { traceTo } = await import('./tracing-otlp.server.ts')
  tracing = traceTo(traceEndpoint, traceService)
}

export async function stopTracing(): Promise<void> {
  await tracing?.stop()
}

/** W3C Trace Context: version, trace, parent, flags. Ids of zeros are invalid. */
const TRACEPARENT = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/

/** Reads the header `traceparent`; null: there is none, or it is invalid. */
export function readTraceparent(header: unknown): RemoteParent | null {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(String(header ?? '')) ?? []
  if (!traceId || !spanId || !flags) return null
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) }
}

/**
 * The trace of a request. Without a collector it records nothing, but log lines have the id that came
 * with the request.
 * @returns undefined: there is no id
 */
export function traceRequest(
  method: string,
  headers: IncomingHttpHeaders,
): RequestTrace | undefined {
  const header = headers['traceparent']
  if (tracing) return tracing.request(method, readTraceparent(header))
  if (header === undefined) return undefined
  const parent = readTraceparent(header)
  return parent ? { traceId: parent.traceId, begin: () => undefined, end: () => {} } : undefined
}

/** Runs something within a trace, if there is one. */
export function inTrace<T>(trace: Trace | undefined, run: () => T): T {
  return trace ? current.run(trace, run) : run()
}

/**
 * Runs a job in a trace of its run, even if a request has woken it.
 * @param run gets a function that reports its failure
 */
export async function traceJob<T>(
  name: string,
  run: (failed: (error: unknown) => void) => Promise<T>,
): Promise<T> {
  const trace = tracing?.job(name)
  let failure: string | undefined
  try {
    return await current.run(trace, () => run((error) => (failure = kindOf(error))))
  } finally {
    trace?.end(failure)
  }
}

export function inSpan<T>(
  describe: () => TracedOperation,
  run: () => Promise<T>,
  outcomeOf?: (result: T) => TracedOutcome,
): Promise<T> {
  const trace = tracing && current.getStore()
  return trace ? record(trace, describe, run, outcomeOf) : run()
}

async function record<T>(
  trace: Trace,
  describe: () => TracedOperation,
  run: () => Promise<T>,
  outcomeOf: (result: T) => TracedOutcome = () => ({}),
): Promise<T> {
  const span = trace.begin(describe())
  if (!span) return run()
  try {
    const result = await run()
    span.end(outcomeOf(result))
    return result
  } catch (error) {
    span.end({ failure: kindOf(error) })
    throw error
  }
}

/** The code or the class of an error. Its message may contain values and addresses. */
function kindOf(error: unknown): string {
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && /^[\w.-]{1,60}$/.test(code)) return code
  return error instanceof Error ? error.constructor.name : 'Error'
}

/** The trace that the current code belongs to, for log lines; null: none. */
export const currentTraceId = (): string | null => current.getStore()?.traceId ?? null
