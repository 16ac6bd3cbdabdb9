import { db } from '../../platform/database.server.ts'

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
