import { DomainError } from './errors.ts'
import { log } from './log.server.ts'

const UNAVAILABLE = 'unavailable'

/** Clients are asked to try again after this. */
const RETRY_AFTER_S = 5
/** An outage fails thousands of statements, so it is logged at most this often. */
const LOG_EVERY_MS = 30_000

const MESSAGE = 'Readr has a brief technical problem. Please try again in a moment.'

/** Prisma's codes for a lost connection, a timeout, or a transaction that could not begin. */
const PRISMA_CODES = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037'])

/** The database cannot be used now. Prisma keeps the code when it wraps the error. */
class DatabaseUnavailable extends Error {
  readonly code = UNAVAILABLE
}

let loggedAt = -Infinity
let failures = 0

/** The error for a statement that failed because of an outage. Logs the outage now and then. */
export function databaseUnavailable(cause: unknown): Error {
  const { code = '' } = cause as { code?: string }
  const problem = `${code} ${String(cause)}`.trim()
  failures++
  if (performance.now() - loggedAt > LOG_EVERY_MS) {
    log.error({ problem, failures }, 'the database could not be used')
    loggedAt = performance.now()
    failures = 0
  }
  // Shown to operators (failures.server.ts), never to readers.
  return new DatabaseUnavailable(`The database could not be used: ${problem}`, { cause })
}

/** Whether an error says that the database cannot be used now. */
export function isUnavailable(error: unknown): boolean {
  const code = error instanceof Error && (error as { code?: unknown }).code
  return typeof code === 'string' && (code === UNAVAILABLE || PRISMA_CODES.has(code))
}

/** The refusal to show for an error; null if the error is unexpected. */
export function refusalOf(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error
  return isUnavailable(error) ? unavailable() : null
}

/** The refusal of a request that cannot be served now. */
export function unavailable(): DomainError {
  const headers = { 'Retry-After': String(RETRY_AFTER_S) }
  return new DomainError(UNAVAILABLE, MESSAGE, undefined, headers)
}

/** Logs a failure in the background, except an outage of the database, which is logged already. */
export function logFailure(error: unknown, message: string): void {
  if (!isUnavailable(error)) log.error({ err: error }, message)
}
