import { db } from '../../platform/database.server.ts'

/** The readers who are due to be reconciled, longest due first. */
export async function readersDue(now: Date, most: number): Promise<number[]> {
  const rows = await db().billingAccount.findMany({
    where: { nextCheckAt: { lte: now } },
    orderBy: [{ nextCheckAt: 'asc' }, { userId: 'asc' }],
    take: most,
    select: { userId: true },
  })
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
