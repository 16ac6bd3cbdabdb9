/** What the API answers instead of an object: status and the fields of `error`. */
export class ApiError extends Error {
  readonly status: number
  readonly fields: ErrorFields

  constructor(status: number, fields: ErrorFields) {
    super(fields.message)
    this.status = status
    this.fields = fields
  }
}

export interface ErrorFields {
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

/** The request is wrong: 400. */
export function refused(message: string, more: Partial<ErrorFields> = {}): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message, ...more })
}

/** An object that is named does not exist: 404 where the address names it, 400 in a parameter. */
export function missing(what: string, id: string, param = 'id'): ApiError {
  return new ApiError(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  })
}

/** The card was not taken: 402. */
export function declined(fields: Omit<ErrorFields, 'type'>): ApiError {
  return new ApiError(402, { type: 'card_error', ...fields })
}

/** The connection ends without an answer; nobody knows what has happened. */
export class ConnectionLost extends Error {}
