import { DomainError } from './errors.ts'
import { log } from './log.server.ts'

const UNAVAILABLE = 'unavailable'

/** Clients are asked to come back after this. */
const RETRY_AFTER_S = 5
/** An outage fails thousands of statements; the log says so once in this time. */
const LOG_EVERY_MS = 30_000

const MESSAGE = 'Readr has a brief technical problem. Please try again in a moment.'

/** What Prisma calls a connection, a timeout, or a transaction that could not be had. */
const PRISMA_CODES = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037'])

/** The database cannot do its work now. Prisma passes the code on when it wraps the error. */
class DatabaseUnavailable extends Error {
  readonly code = UNAVAILABLE
}

let loggedAt = -Infinity
let failures = 0

/** The error for a statement that the database could not answer. Says so in the log, now and then. */
export function databaseUnavailable(cause: unknown): Error {
  const { code = '' } = cause as { code?: string }
  const problem = `${code} ${String(cause)}`.trim()
  failures++
  if (performance.now() - loggedAt > LOG_EVERY_MS) {
    log.error({ problem, failures }, 'the database could not be used')
    loggedAt = performance.now()
    failures = 0
  }
  // An operator's command shows this (failures.server.ts); a reader never sees it.
  return new DatabaseUnavailable(`The database could not be used: ${problem}`, { cause })
}

/** Whether an error says that the database cannot do its work now. */
export function isUnavailable(error: unknown): boolean {
  const code = error instanceof Error && (error as { code?: unknown }).code
  return typeof code === 'string' && (code === UNAVAILABLE || PRISMA_CODES.has(code))
}

/** What a person may be told of an error; null: nothing, for nobody expected it. */
export function refusalOf(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error
  return isUnavailable(error) ? unavailable() : null
}

/** The refusal of a request that cannot be served now. */
export function unavailable(): DomainError {
  const headers = { 'Retry-After': String(RETRY_AFTER_S) }
  return new DomainError(UNAVAILABLE, MESSAGE, undefined, headers)
}

/** Logs what failed in the background, unless the database is away: that is logged already. */
export function logFailure(error: unknown, message: string): void {
  if (!isUnavailable(error)) log.error({ err: error }, message)
}
