type SpanAttributes = Record<string, string | number>

/** A call to something outside of this process, such as a statement, in the terms of OpenTelemetry. */
export interface TracedOperation {
  name: string
  attributes: SpanAttributes
}

/** How an operation ended. */
export interface TracedOutcome {
  attributes?: SpanAttributes
  /** A kind of failure, without values. */
  failure?: string | undefined
}

/** The trace that a request or a run of a job belongs to. */
export interface Trace {
  traceId: string
  /** Begins a span of an operation; undefined: it is not recorded. */
  begin(operation: TracedOperation): { end(outcome: TracedOutcome): void } | undefined
}

export interface RequestTrace extends Trace {
  end(route: string, status: number): void
}

export interface JobTrace extends Trace {
  end(failure: string | undefined): void
}

/** The span in which a client or a proxy sent the request. */
export interface RemoteParent {
  traceId: string
  spanId: string
  traceFlags: number
}
