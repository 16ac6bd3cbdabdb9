/** An API error: the HTTP status and the fields of `error`. */
export class ApiError extends Error {
  readonly status: number
  readonly fields: ErrorFields

  constructor(status: number, fields: ErrorFields) {
    super(fields.message)
    this.status = status
    this.fields = fields
  }
}

interface ErrorFields {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
  message: string
  code?: string
  param?: string
  decline_code?: string
  charge?: string
  payment_intent?: unknown
  setup_intent?: unknown
  payment_method?: unknown
}

/** An invalid request: 400. */
export function refused(message: string, more: Partial<ErrorFields> = {}): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message, ...more })
}

/** A missing object: 404 if the URL names it, 400 if a parameter does. */
export function missing(what: string, id: string, param = 'id'): ApiError {
  return new ApiError(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  })
}

/** A declined card: 402. */
export function declined(fields: Omit<ErrorFields, 'type'>): ApiError {
  return new ApiError(402, { type: 'card_error', ...fields })
}

/** The connection drops without a response, so the client cannot know the result. */
export class ConnectionLost extends Error {}
