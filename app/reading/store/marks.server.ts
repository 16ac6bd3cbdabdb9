import { db, Prisma, type Queries } from '../../platform/database.server.ts'

/** The two marks that readers set themselves. */
export type Mark = 'saved' | 'read'

/** Where each is stored. */
export const MARKS = {
  saved: { table: Prisma.raw('"SavedBook"'), since: Prisma.raw('"savedAt"'), undone: 'unsaved' },
  read: { table: Prisma.raw('"ReadBook"'), since: Prisma.raw('"readAt"'), undone: 'unread' },
} as const

/** What can happen to a mark. */
export type MarkEventKind = 'saved' | 'unsaved' | 'read' | 'unread' | 'opened'

/** Notes a change for whatever is computed from marks, within the transaction of the change. */
async function insertMarkEvent(
  tx: Queries,
  kind: MarkEventKind,
  userId: number,
  bookId: number,
  happenedAt: Date,
): Promise<void> {
  await tx.$executeRaw(Prisma.sql`
    INSERT INTO "MarkEvent" ("userId", "bookId", "kind", "happenedAt")
    VALUES (${userId}, ${bookId}, ${kind}, ${happenedAt})`)
}

/**
 * Notes that something is said about a mark. The row keeps others from changing the mark until
 * the transaction is over.
 * @param belated a device tells now what was said then: whatever was said since stands
 * @returns whether it counts: nothing later was said, and reader and book are there
 */
async function insertWord(
  tx: Queries,
  mark: Mark,
  userId: number,
  bookId: number,
  at: Date,
  belated: boolean,
): Promise<boolean> {
  const unlessLater = belated
    ? Prisma.sql`"saidAt" = excluded."saidAt" WHERE "MarkWord"."saidAt" <= excluded."saidAt"`
    : Prisma.sql`"saidAt" = CASE WHEN "MarkWord"."saidAt" > excluded."saidAt"
        THEN "MarkWord"."saidAt" ELSE excluded."saidAt" END`
  const count = await tx.$executeRaw(Prisma.sql`
    INSERT INTO "MarkWord" ("userId", "bookId", "mark", "saidAt")
    SELECT u."id", b."id", ${mark}, ${at} FROM "User" u, "Book" b
    WHERE u."id" = ${userId} AND b."id" = ${bookId}
    ON CONFLICT ("userId", "bookId", "mark") DO UPDATE SET ${unlessLater}`)
  return count > 0
}

/**
 * Sets a mark. Of two settings at the same instant one does it; a book or reader that is gone
 * has nothing to mark.
 * @returns whether anything changed
 */
export function insertMark(
  mark: Mark,
  userId: number,
  bookId: number,
  at: Date,
  belated = false,
): Promise<boolean> {
  const { table, since } = MARKS[mark]
  return db().$transaction(async (tx) => {
    if (!(await insertWord(tx, mark, userId, bookId, at, belated))) return false
    const count = await tx.$executeRaw(Prisma.sql`
      INSERT INTO ${table} ("userId", "bookId", ${since})
      VALUES (${userId}, ${bookId}, ${at}) ON CONFLICT DO NOTHING`)
    if (count === 0) return false
    await insertMarkEvent(tx, mark, userId, bookId, at)
    return true
  })
}

/**
 * Takes a mark away.
 * @returns whether there was one
 */
export function deleteMark(
  mark: Mark,
  userId: number,
  bookId: number,
  at: Date,
  belated = false,
): Promise<boolean> {
  const { table, since, undone } = MARKS[mark]
  // Marks that were set before words were noted know their own time.
  const unlessLater = belated ? Prisma.sql`AND ${since} <= ${at}` : Prisma.empty
  return db().$transaction(async (tx) => {
    if (!(await insertWord(tx, mark, userId, bookId, at, belated))) return false
    const count = await tx.$executeRaw(Prisma.sql`
      DELETE FROM ${table} WHERE "userId" = ${userId} AND "bookId" = ${bookId} ${unlessLater}`)
    if (count === 0) return false
    await insertMarkEvent(tx, undone, userId, bookId, at)
    return true
  })
}

/**
 * Notes that a reader looked at a book, unless that was noted after `notSince` already.
 * @returns whether it was noted now
 */
export function putOpening(
  userId: number,
  bookId: number,
  now: Date,
  notSince: Date,
): Promise<boolean> {
  return db().$transaction(async (tx) => {
    const count = await tx.$executeRaw(Prisma.sql`
      INSERT INTO "OpenedBook" ("userId", "bookId", "openedAt")
      SELECT u."id", b."id", ${now} FROM "User" u, "Book" b
      WHERE u."id" = ${userId} AND b."id" = ${bookId}
      ON CONFLICT ("userId", "bookId") DO UPDATE SET "openedAt" = excluded."openedAt"
      WHERE "OpenedBook"."openedAt" < ${notSince}`)
    if (count === 0) return false
    await insertMarkEvent(tx, 'opened', userId, bookId, now)
    return true
  })
}

/** When a reader's last look at a book was noted, or null. */
export async function lastOpening(userId: number, bookId: number): Promise<Date | null> {
  const row = await db().openedBook.findUnique({
    where: { userId_bookId: { userId, bookId } },
    select: { openedAt: true },
  })
  return row?.openedAt ?? null
}
