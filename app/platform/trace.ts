type SpanAttributes = Record<string, string | number>

export interface TracedOperation {
  name: string
  attributes: SpanAttributes
}

export interface TracedOutcome {
  attributes?: SpanAttributes
  failure?: string | undefined
}

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

export interface RemoteParent {
  traceId: string
  spanId: string
  traceFlags: number
}
