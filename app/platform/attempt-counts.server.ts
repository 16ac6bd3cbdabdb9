import { db, prepared, Prisma } from './database.server.ts'

export interface Attempts {
  key: string
  count: number
  resetsAt: Date
}

/**
 * Counts attempts under each key, one by default, from zero again when the window of the key has
 * passed. It is one statement, so that simultaneous attempts all count.
 */
export async function countAttempts(
  entries: { key: string; windowMs: number; by?: number }[],
  now: Date,
): Promise<Attempts[]> {
  const rows = entries.map(
    ({ key, windowMs, by = 1 }) =>
      Prisma.sql`(${key}, ${by}, ${new Date(now.getTime() + windowMs)})`,
  )
  const found = await prepared<{ key: string; count: number; resetsAt: Date | string }>(
    Prisma.sql`INSERT INTO "AttemptCount" ("key", "count", "resetsAt") VALUES ${Prisma.join(rows)}
      ON CONFLICT ("key") DO UPDATE SET
        "count" = CASE WHEN "AttemptCount"."resetsAt" <= ${now} THEN excluded."count" ELSE "AttemptCount"."count" + excluded."count" END,
        "resetsAt" = CASE WHEN "AttemptCount"."resetsAt" <= ${now} THEN excluded."resetsAt" ELSE "AttemptCount"."resetsAt" END
      RETURNING "key", "count", "resetsAt"`,
  )
  return found.map((row) => ({ ...row, resetsAt: new Date(row.resetsAt) }))
}

export async function attemptsUnder(keys: string[], now: Date): Promise<Attempts[]> {
  return db().attemptCount.findMany({ where: { key: { in: keys }, resetsAt: { gt: now } } })
}

/** Uncounts an attempt that turned out not to be one. */
export async function uncountAttempt(key: string): Promise<void> {
  await db().attemptCount.updateMany({
    where: { key, count: { gt: 0 } },
    data: { count: { decrement: 1 } },
  })
}
