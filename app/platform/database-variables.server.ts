import { z } from 'zod'

const wholeNumber = (fallback: number, least: number, most: number) =>
  z
    .string()
    .default(String(fallback))
    .refine((v) => /^\d{1,7}$/.test(v) && Number(v) >= least && Number(v) <= most, {
      error: `must be a whole number from ${least} to ${most}`,
    })
    .transform(Number)

/** How many connections a process opens to the database, and how long it waits for it. */
export const databaseVariables = {
  DATABASE_POOL_SIZE: wholeNumber(10, 1, 1000),
  DATABASE_TIMEOUT_MS: wholeNumber(2000, 100, 60_000),
  DATABASE_WORK_TIMEOUT_MS: wholeNumber(60_000, 1000, 3_600_000),
  REQUEST_DEADLINE_MS: wholeNumber(10_000, 1000, 600_000),
}

const given = z.object(databaseVariables)

/** The limits of database use; times are in milliseconds. */
export function databaseSettings(v: z.output<typeof given>) {
  return {
    /** The most connections of one process to PostgreSQL. */
    poolSize: v.DATABASE_POOL_SIZE,
    /** A request waits this long for a connection, a lock, or a statement. */
    timeoutMs: v.DATABASE_TIMEOUT_MS,
    /** The same for imports, jobs, and commands. */
    workTimeoutMs: v.DATABASE_WORK_TIMEOUT_MS,
    /** A request without a response after this time is answered with 503. */
    requestDeadlineMs: v.REQUEST_DEADLINE_MS,
  }
}
