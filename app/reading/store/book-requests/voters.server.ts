import { db, Prisma, prepared } from '../../../platform/database.server.ts'
import type { InTransaction } from '../../../platform/in-transaction.server.ts'
import { type HiddenBooks, excludeHiddenBooks } from '../exclude-hidden-books.server.ts'

export interface WaitingVoter {
  userId: number
  requestId: number
  bookId: number
}

/** Readers to tell that a book is here that they voted for. */
export function waitingVoters(hidden: HiddenBooks, limit: number): Promise<WaitingVoter[]> {
  return prepared(Prisma.sql`
    SELECT v."userId", v."requestId", r."bookId" FROM "BookRequest" r
    JOIN "RequestVote" v ON v."requestId" = r."id" AND v."toldAt" IS NULL
    WHERE r."status" = 'done' AND r."bookId" IS NOT NULL ${excludeHiddenBooks('r."bookId"', hidden)}
    ORDER BY r."id", v."userId" LIMIT ${limit}`)
}

/** Records that a voter gets the email, if no other process has, and runs `send` in the same transaction. */
export function markNotified(
  { userId, requestId }: WaitingVoter,
  now: Date,
  send: InTransaction | null,
): Promise<void> {
  return db().$transaction(async (tx) => {
    const { count } = await tx.requestVote.updateMany({
      where: { userId, requestId, toldAt: null },
      data: { toldAt: now },
    })
    if (count === 1) await send?.(tx)
  })
}
