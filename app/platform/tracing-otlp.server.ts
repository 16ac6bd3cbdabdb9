import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  AlwaysOnSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { JobTrace, RemoteParent, RequestTrace, Trace } from './trace.ts'

/** A request or a run of a job records this many operations, and only counts the others. */
const MAX_OPERATIONS = 100

/**
 * Sends a span per request and run of a job to a collector, and spans of their operations, without
 * paths, addresses of people, and query strings.
 */
export function traceTo(endpoint: string, service: string) {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }) }),
    ],
  })
  const tracer = provider.getTracer('readr')

  function traceOf(span: Span): Trace & { end(attributes: Attributes, failure?: string): void } {
    const context = trace.setSpan(ROOT_CONTEXT, span)
    let operations = 0
    return {
      traceId: span.spanContext().traceId,
      begin({ name, attributes }) {
        // It is not recorded if the client said so, or after its end.
        if (!span.isRecording() || ++operations > MAX_OPERATIONS) return undefined
        const operation = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, context)
        return { end: ({ attributes, failure }) => finish(operation, attributes ?? {}, failure) }
      },
      end(attributes, failure) {
        const more = operations - MAX_OPERATIONS
        if (more > 0) span.setAttribute('readr.operations.unrecorded', more)
        finish(span, attributes, failure)
      },
    }
  }

  return {
    request(method: string, parent: RemoteParent | null): RequestTrace {
      const context: Context = parent
        ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true })
        : ROOT_CONTEXT
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER }, context)
      const { end, ...begun } = traceOf(span)
      return {
        ...begun,
        end(route, status) {
          span.updateName(`${method} ${route}`)
          const attributes = {
            'http.request.method': method,
            'http.route': route,
            'http.response.status_code': status,
          }
          end(attributes, status >= 500 ? String(status) : undefined)
        },
      }
    },
    job(name: string): JobTrace {
      const attributes = { 'readr.task': name }
      const { end, ...begun } = traceOf(
        tracer.startSpan(`task ${name}`, { attributes }, ROOT_CONTEXT),
      )
      return { ...begun, end: (failure) => end({}, failure) }
    },
    stop: () => provider.shutdown(),
  }
}

function finish(span: Span, attributes: Attributes, failure: string | undefined): void {
  span.setAttributes(attributes)
  if (failure !== undefined) {
    span.setAttribute('error.type', failure)
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end()
}
