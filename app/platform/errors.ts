/** The reasons why a use case may refuse, and their HTTP statuses. */
const STATUS = {
  'invalid-input': 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'too-many-requests': 429,
  'provider-unavailable': 502,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof STATUS

/** A refusal. Its message is shown to people: it says what happened and what to do. */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string[]> | undefined
  readonly headers: Record<string, string>

  constructor(
    code: ErrorCode,
    message: string,
    fields?: Record<string, string[]>,
    headers: Record<string, string> = {},
  ) {
    super(message)
    this.name = 'DomainError'
    this.code = code
    this.fields = fields
    this.headers = headers
  }

  get status(): number {
    return STATUS[this.code]
  }
}
