/**
 * Why a call failed: the server refused it; no answer came in time; the server could not be
 * reached; the answer was not one of the API; the caller aborted it.
 */
export type Failure = 'refused' | 'timeout' | 'network' | 'unreadable' | 'aborted'

/** A call that failed. People may see `message`. */
export class ReadrError extends Error {
  readonly failure: Failure
  /** The HTTP status; 0: there was no answer. */
  readonly status: number
  /** What is wrong with which field of the input. */
  readonly errors?: Record<string, string[]>
  /** When to try again, in seconds, if the server says so (429). */
  readonly retryAfterSeconds?: number

  constructor(
    failure: Failure,
    message: string,
    status = 0,
    details: Pick<ReadrError, 'errors' | 'retryAfterSeconds'> & { cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause })
    this.name = 'ReadrError'
    this.failure = failure
    this.status = status
    if (details.errors) this.errors = details.errors
    if (details.retryAfterSeconds !== undefined) this.retryAfterSeconds = details.retryAfterSeconds
  }
}
