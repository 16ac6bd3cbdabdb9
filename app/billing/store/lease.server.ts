import { db, Prisma } from '../../platform/database.server.ts'

/**
 * Takes or extends a lease.
 * @returns whether this process has it
 */
export async function takeLease(
  name: string,
  holder: string,
  now: Date,
  until: Date,
): Promise<boolean> {
  const count = await db().$executeRaw(Prisma.sql`
    INSERT INTO "Lease" ("name", "holder", "until") VALUES (${name}, ${holder}, ${until})
    ON CONFLICT ("name") DO UPDATE SET "holder" = excluded."holder", "until" = excluded."until"
    WHERE "Lease"."holder" = ${holder} OR "Lease"."until" <= ${now}`)
  return count > 0
}

/** Ends the lease of a process that is gone. */
export async function endLeaseOfPredecessor(name: string, now: Date): Promise<void> {
  await db().lease.updateMany({ where: { name }, data: { until: now } })
}

/** Ends this process's lease. */
export async function endLease(name: string, holder: string, now: Date): Promise<void> {
  await db().lease.updateMany({ where: { name, holder }, data: { until: now } })
}

/** The stored cursor, or null. */
export async function cursorOf(name: string): Promise<string | null> {
  const row = await db().lease.findUnique({ where: { name }, select: { cursor: true } })
  return row?.cursor ?? null
}

/** Stores the cursor, if this process still has the lease. */
export async function setCursor(name: string, holder: string, cursor: string): Promise<void> {
  await db().lease.updateMany({ where: { name, holder }, data: { cursor } })
}
