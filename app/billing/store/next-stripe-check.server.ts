import { db, Prisma, prepared } from '../../platform/database.server.ts'

/** The readers who are due to be reconciled, longest due first. */
export async function readersDue(now: Date, most: number): Promise<number[]> {
  const rows = await prepared<{ userId: number }>(Prisma.sql`
    SELECT "userId" FROM "BillingAccount" WHERE "nextCheckAt" <= ${now}
    ORDER BY "nextCheckAt", "userId" LIMIT ${most}`)
  return rows.map(({ userId }) => userId)
}

/** Reconciles a reader at this moment at the latest. */
export async function checkBy(userId: number, moment: Date): Promise<void> {
  await db().billingAccount.updateMany({
    where: { userId, OR: [{ nextCheckAt: null }, { nextCheckAt: { gt: moment } }] },
    data: { nextCheckAt: moment },
  })
}

/** Postpones the next reconciliation, in case the one that begins now fails. */
export async function postponeCheck(userId: number, until: Date): Promise<void> {
  await db().billingAccount.updateMany({ where: { userId }, data: { nextCheckAt: until } })
}
