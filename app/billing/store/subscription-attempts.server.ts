import { db, Prisma } from '../../platform/database.server.ts'
import { TRIAL_DAYS } from '../rules/plans.ts'

export interface OpenSubscriptionAttempt {
  attemptId: string
  /** `here`: on our page; `hosted`: on Stripe's. */
  page: string
  priceId: string
  promotionId: string | null
  /** When the free trial ends; null: there is none. */
  trialEnd: Date | null
  parametersHash: string
  createdAt: Date
}

/** For the version that reads the days of the trial. */
const trialDaysOf = ({ trialEnd }: OpenSubscriptionAttempt) => (trialEnd ? TRIAL_DAYS : 0)

/** A reader's open attempt, or null. */
export function subscriptionAttemptOf(userId: number): Promise<OpenSubscriptionAttempt | null> {
  return db().subscriptionAttempt.findUnique({ where: { userId } })
}

/**
 * Opens an attempt, unless another tab has opened one in the meantime.
 * @param replaces the attempt that is open so far; null: none
 * @returns the open attempt: this one or the other tab's
 */
export async function openSubscriptionAttempt(
  userId: number,
  attempt: OpenSubscriptionAttempt,
  replaces: string | null,
): Promise<OpenSubscriptionAttempt> {
  if (replaces === null) {
    const { attemptId, page, priceId, promotionId, trialEnd, parametersHash, createdAt } = attempt
    await db().$executeRaw(Prisma.sql`
      INSERT INTO "SubscriptionAttempt"
        ("userId", "attemptId", "place", "priceId", "promotionId", "trialDays", "trialEnd",
         "parametersHash", "createdAt")
      VALUES (${userId}, ${attemptId}, ${page}, ${priceId}, ${promotionId}, ${trialDaysOf(attempt)},
        ${trialEnd}, ${parametersHash}, ${createdAt})
      ON CONFLICT ("userId") DO NOTHING`)
  } else {
    await db().subscriptionAttempt.updateMany({
      where: { userId, attemptId: replaces },
      data: { ...attempt, trialDays: trialDaysOf(attempt) },
    })
  }
  return (await subscriptionAttemptOf(userId)) ?? attempt
}

/** Whether this is still the reader's open attempt. */
export async function isSubscriptionAttemptOpen(
  userId: number,
  attemptId: string,
): Promise<boolean> {
  return (await db().subscriptionAttempt.count({ where: { userId, attemptId } })) > 0
}

export async function closeSubscriptionAttempt(userId: number, attemptId: string): Promise<void> {
  await db().subscriptionAttempt.deleteMany({ where: { userId, attemptId } })
}
