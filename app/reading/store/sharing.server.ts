import { db, Prisma } from '../../platform/database.server.ts'
import { MAX_OPENINGS } from '../rules/sharing/share.ts'

export interface ShareRow {
  id: number
  userId: number
  bookId: number
  week: string
  sharedBy: string
  sharedAt: Date
  expiresAt: Date
  revokedAt: Date | null
  openings: number
}

/**
 * Adds a link, if the reader has shared nothing in this week.
 * @returns the link of the week, of this or another book
 */
export async function addShare(
  share: Pick<ShareRow, 'userId' | 'bookId' | 'week' | 'sharedBy' | 'sharedAt' | 'expiresAt'>,
): Promise<ShareRow & { isNew: boolean }> {
  const { userId, bookId, week, sharedBy, sharedAt, expiresAt } = share
  const added = await db().$executeRaw(Prisma.sql`
    INSERT INTO "SharedSummary" ("userId", "bookId", "week", "sharedBy", "sharedAt", "expiresAt")
    VALUES (${userId}, ${bookId}, ${week}, ${sharedBy}, ${sharedAt}, ${expiresAt})
    ON CONFLICT ("userId", "week") DO NOTHING`)
  const stored = await db().sharedSummary.findUniqueOrThrow({
    where: { userId_week: { userId, week } },
  })
  return { ...stored, isNew: added === 1 }
}

export const shareById = (id: number): Promise<ShareRow | null> =>
  db().sharedSummary.findUnique({ where: { id } })

/** A reader's links, latest first. */
export const sharesBy = (userId: number, limit: number): Promise<ShareRow[]> =>
  db().sharedSummary.findMany({ where: { userId }, orderBy: { week: 'desc' }, take: limit })

/**
 * Ends a reader's link. Doing so again changes nothing.
 * @returns false: the reader has no such link
 */
export async function endShare(userId: number, id: number, now: Date): Promise<boolean> {
  await db().sharedSummary.updateMany({
    where: { id, userId, revokedAt: null },
    data: { revokedAt: now },
  })
  return (await db().sharedSummary.count({ where: { id, userId } })) === 1
}

/**
 * Counts a browser that opens a link for the first time.
 * @returns false: the link has ended, or it was opened in as many browsers as it may be
 */
export async function countOpening(id: number, now: Date): Promise<boolean> {
  const { count } = await db().sharedSummary.updateMany({
    where: { id, revokedAt: null, expiresAt: { gt: now }, openings: { lt: MAX_OPENINGS } },
    data: { openings: { increment: 1 } },
  })
  return count === 1
}
