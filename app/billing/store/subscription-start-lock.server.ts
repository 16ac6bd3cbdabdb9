import { db } from '../../platform/database.server.ts'

/**
 * Takes or extends the lock under which a reader's subscriptions are started.
 * @param holder the process
 * @param until when the lock expires
 * @returns whether this process has it
 */
export async function takeSubscriptionStartLock(
  userId: number,
  holder: string,
  now: Date,
  until: Date,
): Promise<boolean> {
  const { count } = await db().billingAccount.updateMany({
    where: {
      userId,
      OR: [{ startHolder: null }, { startHolder: holder }, { startUntil: { lte: now } }],
    },
    data: { startHolder: holder, startUntil: until },
  })
  return count > 0
}

/**
 * Releases the lock.
 * @returns false: another process had taken it over
 */
export async function releaseSubscriptionStartLock(
  userId: number,
  holder: string,
): Promise<boolean> {
  const { count } = await db().billingAccount.updateMany({
    where: { userId, startHolder: holder },
    data: { startHolder: null, startUntil: null },
  })
  return count > 0
}
