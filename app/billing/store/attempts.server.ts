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
