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

/** SQLite's code, and PostgreSQL's SQLSTATE, for a change that did not fit on the disk. */
const DISK_FULL = /\bSQLITE_(?:FULL|IOERR_SHMSIZE)\b|\b53100\b/

/** A disk that refused a change counts as full for this long; background jobs write more often. */
const DISK_FULL_FOR_MS = 60_000

let loggedAt = -Infinity
let failures = 0
let diskWasFullAt = -Infinity

/** Whether the database has just refused a change because its disk is full. */
export const refusesForFullDisk = (): boolean =>
  performance.now() - diskWasFullAt < DISK_FULL_FOR_MS

/** The error for a statement that failed because of an outage. Logs the outage now and then. */
export function databaseUnavailable(cause: unknown): Error {
  const { code = '' } = cause as { code?: string }
  const problem = `${code} ${String(cause)}`.trim()
  failures++
  if (DISK_FULL.test(problem)) diskWasFullAt = performance.now()
  if (performance.now() - loggedAt > LOG_EVERY_MS) {
    log.error({ problem, failures }, 'the database could not be used')
    loggedAt = performance.now()
    failures = 0
  }
  // Shown to operators (explain-failure.server.ts), never to readers.
  return new DatabaseUnavailable(`The database could not be used: ${problem}`, { cause })
}

/** Whether an error says that the database cannot be used now. */
export function isUnavailable(error: unknown): boolean {
  const code = error instanceof Error && (error as { code?: unknown }).code
  return typeof code === 'string' && (code === UNAVAILABLE || PRISMA_CODES.has(code))
}

/** Waits for a change that a page can do without: on a full disk, reading continues. */
export async function ifWritable(change: Promise<unknown>): Promise<void> {
  await change.catch((error: unknown) => {
    if (!isUnavailable(error)) throw error
  })
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
