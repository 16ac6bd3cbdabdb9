import { db, Prisma } from '../../platform/database.server.ts'

/**
 * Takes work that one process at a time does, or goes on with it.
 * @returns whether it is this process's
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

/** Takes the work from a process that is gone. */
export async function endLeaseOfPredecessor(name: string, now: Date): Promise<void> {
  await db().lease.updateMany({ where: { name }, data: { until: now } })
}

/** Lets others have the work. */
export async function endLease(name: string, holder: string, now: Date): Promise<void> {
  await db().lease.updateMany({ where: { name, holder }, data: { until: now } })
}

/** How far the work has come, or null. */
export async function cursorOf(name: string): Promise<string | null> {
  const row = await db().lease.findUnique({ where: { name }, select: { cursor: true } })
  return row?.cursor ?? null
}

/** Notes how far the work has come, if it is still this process's. */
export async function setCursor(name: string, holder: string, cursor: string): Promise<void> {
  await db().lease.updateMany({ where: { name, holder }, data: { cursor } })
}

/** Readers whose state is to be fetched again, the longest due first. */
export async function readersDue(now: Date, most: number): Promise<number[]> {
  const rows = await db().billingAccount.findMany({
    where: { nextCheckAt: { lte: now } },
    orderBy: [{ nextCheckAt: 'asc' }, { userId: 'asc' }],
    take: most,
    select: { userId: true },
  })
  return rows.map(({ userId }) => userId)
}

/** Has a reader looked at by a moment at the latest. */
export async function checkBy(userId: number, moment: Date): Promise<void> {
  await db().billingAccount.updateMany({
    where: { userId, OR: [{ nextCheckAt: null }, { nextCheckAt: { gt: moment } }] },
    data: { nextCheckAt: moment },
  })
}

/** Puts the next look at a reader off, whatever comes of the one that begins. */
export async function putOff(userId: number, until: Date): Promise<void> {
  await db().billingAccount.updateMany({ where: { userId }, data: { nextCheckAt: until } })
}
