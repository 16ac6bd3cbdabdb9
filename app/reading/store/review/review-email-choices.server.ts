import type { Frequency } from '../../rules/reminders/review-emails.ts'
import { db, Prisma, prepared, type Queries } from '../../../platform/database.server.ts'
import type { InTransaction } from '../../../platform/in-transaction.server.ts'

export interface EmailChoice {
  frequency: Frequency
  hour: number
}
export type DueReview = EmailChoice & { userId: number; nextAt: Date }

/** Review emails that are due, the longest due first. */
export function dueReviews(now: Date, limit: number): Promise<DueReview[]> {
  return prepared(Prisma.sql`
    SELECT "userId", "frequency", "hour", "nextAt" FROM "ReviewEmails" WHERE "nextAt" <= ${now}
    ORDER BY "nextAt" LIMIT ${limit}`)
}

/**
 * Moves a reader's next email on, if no other process has, and runs `send` in the same transaction: each
 * is sent once.
 */
export function moveOn(
  { userId, nextAt }: DueReview,
  to: Date,
  send?: InTransaction,
): Promise<void> {
  return db().$transaction(async (tx) => {
    const { count } = await tx.reviewEmails.updateMany({
      where: { userId, nextAt },
      data: { nextAt: to },
    })
    if (count === 1) await send?.(tx)
  })
}

export async function findChoice(userId: number): Promise<EmailChoice | null> {
  const row = await db().reviewEmails.findUnique({
    where: { userId },
    select: { frequency: true, hour: true },
  })
  return row as EmailChoice | null
}

export async function saveChoice(
  userId: number,
  choice: EmailChoice & { nextAt: Date },
  queries: Queries = db(),
): Promise<void> {
  await queries.reviewEmails.upsert({
    where: { userId },
    create: { userId, ...choice },
    update: choice,
  })
}

/** Stops the emails. Stopping again changes nothing. */
export async function deleteChoice(userId: number, queries: Queries = db()): Promise<void> {
  await queries.reviewEmails.deleteMany({ where: { userId } })
}
