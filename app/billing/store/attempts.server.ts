import { db, Prisma } from '../../platform/database.server.ts'

/** A subscription that a reader is setting up. */
export interface Attempt {
  attemptId: string
  /** `here`: on our own page; `hosted`: on Stripe's. */
  place: string
  priceId: string
  promotionId: string | null
  trialDays: number
  parametersHash: string
  createdAt: Date
}

/** A reader's open attempt, or null. */
export function attemptOf(userId: number): Promise<Attempt | null> {
  return db().subscriptionAttempt.findUnique({ where: { userId } })
}

/**
 * Opens an attempt where there is none, or in the place of one that is known.
 * @param instead the attempt that it replaces; null: none must be there
 * @returns the open attempt: this one or, when another tab was faster, its
 */
export async function openAttempt(
  userId: number,
  attempt: Attempt,
  instead: string | null,
): Promise<Attempt> {
  if (instead === null) {
    const { attemptId, place, priceId, promotionId, trialDays, parametersHash, createdAt } = attempt
    await db().$executeRaw(Prisma.sql`
      INSERT INTO "SubscriptionAttempt"
        ("userId", "attemptId", "place", "priceId", "promotionId", "trialDays", "parametersHash", "createdAt")
      VALUES (${userId}, ${attemptId}, ${place}, ${priceId}, ${promotionId}, ${trialDays},
        ${parametersHash}, ${createdAt})
      ON CONFLICT ("userId") DO NOTHING`)
  } else {
    await db().subscriptionAttempt.updateMany({
      where: { userId, attemptId: instead },
      data: attempt,
    })
  }
  return (await attemptOf(userId)) ?? attempt
}

/** Whether this is still the reader's open attempt. */
export async function isOpenAttempt(userId: number, attemptId: string): Promise<boolean> {
  return (await db().subscriptionAttempt.count({ where: { userId, attemptId } })) > 0
}

/** Closes an attempt. */
export async function closeAttempt(userId: number, attemptId: string): Promise<void> {
  await db().subscriptionAttempt.deleteMany({ where: { userId, attemptId } })
}

/**
 * Takes a reader's turn to begin a subscription, or goes on with it. One process at a time has it.
 * @param holder the process
 * @param until when the turn becomes free whatever its holder does
 * @returns whether it is this process's
 */
export async function takeStartLock(
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
 * Gives a turn back.
 * @returns whether it was this process's to the end; false: another has taken it over meanwhile
 */
export async function releaseStartLock(userId: number, holder: string): Promise<boolean> {
  const { count } = await db().billingAccount.updateMany({
    where: { userId, startHolder: holder },
    data: { startHolder: null, startUntil: null },
  })
  return count > 0
}
