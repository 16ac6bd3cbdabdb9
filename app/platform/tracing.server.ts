import type { IncomingHttpHeaders } from 'node:http'
import { env } from './env.server.ts'

/** A request that is being traced. */
interface RequestTrace {
  /** Ends the trace. */
  end(route: string, status: number): void
}

interface Tracing {
  begin(method: string, headers: IncomingHttpHeaders): RequestTrace
  /** Sends the remaining spans. */
  stop(): Promise<void>
}

let tracing: Tracing | undefined

/** Sends traces to OTEL_EXPORTER_OTLP_ENDPOINT. If it is not set, OpenTelemetry is not loaded. */
export async function startTracing(): Promise<void> {
  const { traceEndpoint, traceService } = env()
  if (traceEndpoint === null) return
  const { traceTo } = await import('./tracing-otlp.server.ts')
  tracing = traceTo(traceEndpoint, traceService)
}

/** Begins the trace of a request; undefined if nothing is traced. */
export function traceRequest(
  method: string,
  headers: IncomingHttpHeaders,
): RequestTrace | undefined {
  return tracing?.begin(method, headers)
}

export async function stopTracing(): Promise<void> {
  await tracing?.stop()
}
