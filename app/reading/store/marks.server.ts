import { db, Prisma, prepared, type Queries } from '../../platform/database.server.ts'
import type { Mark } from '../rules/marks.ts'

/** Where each mark is stored. */
export const MARKS = {
  saved: { table: Prisma.raw('"SavedBook"'), at: Prisma.raw('"savedAt"'), removed: 'unsaved' },
  read: { table: Prisma.raw('"ReadBook"'), at: Prisma.raw('"readAt"'), removed: 'unread' },
} as const

type EventKind = 'saved' | 'unsaved' | 'read' | 'unread' | 'viewed'

/**
 * Runs a change, and writes its event in the same transaction.
 * @returns whether anything changed
 */
function withEvent(
  kind: EventKind,
  userId: number,
  bookId: number,
  at: Date,
  change: (tx: Queries) => Promise<number>,
): Promise<boolean> {
  return db().$transaction(async (tx) => {
    if ((await change(tx)) === 0) return false
    await tx.$executeRaw(Prisma.sql`
      INSERT INTO "MarkEvent" ("userId", "bookId", "kind", "happenedAt")
      VALUES (${userId}, ${bookId}, ${kind}, ${at})`)
    return true
  })
}

/**
 * Records when a mark was changed. The row locks the mark until the end of the transaction.
 * @param isLate a device sends the change later: it does not count if there was another after it
 * @returns whether the change counts, and the reader and the book exist
 */
async function recordChange(
  tx: Queries,
  mark: Mark,
  userId: number,
  bookId: number,
  at: Date,
  isLate: boolean,
): Promise<boolean> {
  const update = isLate
    ? Prisma.sql`"saidAt" = excluded."saidAt" WHERE "MarkWord"."saidAt" <= excluded."saidAt"`
    : Prisma.sql`"saidAt" = CASE WHEN "MarkWord"."saidAt" > excluded."saidAt"
        THEN "MarkWord"."saidAt" ELSE excluded."saidAt" END`
  const count = await tx.$executeRaw(Prisma.sql`
    INSERT INTO "MarkWord" ("userId", "bookId", "mark", "saidAt")
    SELECT u."id", b."id", ${mark}, ${at} FROM "User" u, "Book" b
    WHERE u."id" = ${userId} AND b."id" = ${bookId}
    ON CONFLICT ("userId", "bookId", "mark") DO UPDATE SET ${update}`)
  return count > 0
}

/**
 * Sets or removes a mark, if the reader and the book exist.
 * @returns whether anything changed
 */
export function changeMark(
  mark: Mark,
  on: boolean,
  userId: number,
  bookId: number,
  at: Date,
  isLate = false,
): Promise<boolean> {
  const { table, at: column, removed } = MARKS[mark]
  // Marks older than the table of changes have only their own time.
  const unlessLater = isLate ? Prisma.sql`AND ${column} <= ${at}` : Prisma.empty
  return withEvent(on ? mark : removed, userId, bookId, at, async (tx) => {
    if (!(await recordChange(tx, mark, userId, bookId, at, isLate))) return 0
    return tx.$executeRaw(
      on
        ? Prisma.sql`INSERT INTO ${table} ("userId", "bookId", ${column})
            VALUES (${userId}, ${bookId}, ${at}) ON CONFLICT DO NOTHING`
        : Prisma.sql`DELETE FROM ${table}
            WHERE "userId" = ${userId} AND "bookId" = ${bookId} ${unlessLater}`,
    )
  })
}

/**
 * Records a view, unless the last one is later than `before`.
 * @returns whether it was recorded
 */
export function putView(userId: number, bookId: number, now: Date, before: Date): Promise<boolean> {
  return withEvent('viewed', userId, bookId, now, (tx) =>
    tx.$executeRaw(Prisma.sql`
      INSERT INTO "OpenedBook" ("userId", "bookId", "openedAt")
      SELECT u."id", b."id", ${now} FROM "User" u, "Book" b
      WHERE u."id" = ${userId} AND b."id" = ${bookId}
      ON CONFLICT ("userId", "bookId") DO UPDATE SET "openedAt" = excluded."openedAt"
      WHERE "OpenedBook"."openedAt" < ${before}`),
  )
}

/** When a reader's last view of a book was recorded, or null. */
export async function lastView(userId: number, bookId: number): Promise<Date | null> {
  const [row] = await prepared<{ openedAt: Date }>(Prisma.sql`
    SELECT "openedAt" FROM "OpenedBook" WHERE "userId" = ${userId} AND "bookId" = ${bookId}`)
  return row?.openedAt ?? null
}
