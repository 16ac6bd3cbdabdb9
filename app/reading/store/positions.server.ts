import { db, Prisma } from '../../platform/database.server.ts'
import { type Hidden, notHidden } from './not-hidden.server.ts'

/** Where a reader stopped in a book. */
export interface Position {
  /** The section's id, which is also the URL fragment. */
  section: string
  /** The paragraph or list within the section, from 0. */
  paragraph: number
  /** The share of the whole text before it, 0 to 1. */
  share: number
  placedAt: Date
}

/** A reader's position in a book, or null. */
export function findPosition(userId: number, bookId: number): Promise<Position | null> {
  return db().readingPosition.findUnique({
    where: { userId_bookId: { userId, bookId } },
    omit: { userId: true, bookId: true },
  })
}

/** A reader's latest positions, latest first. */
export function latestPositions(
  userId: number,
  hidden: Hidden,
  limit: number,
): Promise<(Position & { bookId: number })[]> {
  return db().$queryRaw(Prisma.sql`
    SELECT "bookId", "section", "paragraph", "share", "placedAt" FROM "ReadingPlace"
    WHERE "userId" = ${userId} ${notHidden('"bookId"', hidden)}
    ORDER BY "placedAt" DESC, "bookId" LIMIT ${limit}`)
}

/**
 * Stores a position, if the reader and the book exist and no later position is stored. A single
 * statement, so that the later of two concurrent positions wins.
 * @returns whether it was stored
 */
export async function putPosition(
  userId: number,
  bookId: number,
  { section, paragraph, share, placedAt }: Position,
): Promise<boolean> {
  const count = await db().$executeRaw(Prisma.sql`
    INSERT INTO "ReadingPlace" ("userId", "bookId", "section", "paragraph", "share", "placedAt")
    SELECT u."id", b."id", ${section}, ${paragraph}, ${share}, ${placedAt} FROM "User" u, "Book" b
    WHERE u."id" = ${userId} AND b."id" = ${bookId}
    ON CONFLICT ("userId", "bookId") DO UPDATE SET "section" = excluded."section",
      "paragraph" = excluded."paragraph", "share" = excluded."share",
      "placedAt" = excluded."placedAt"
    WHERE "ReadingPlace"."placedAt" < excluded."placedAt"`)
  return count === 1
}

/**
 * The books that a reader read last (their `section` is null), then those that they stopped in and
 * have not finished, each latest first.
 * @param end positions from this share on are the end
 * @param limit of each kind
 */
export function recentBooks(
  userId: number,
  hidden: Hidden,
  end: number,
  limit: number,
): Promise<{ bookId: number; section: string | null; at: Date }[]> {
  return db().$queryRaw(Prisma.sql`
    SELECT * FROM (
      SELECT "bookId", NULL AS "section", "readAt" AS "at"
      FROM "ReadBook" WHERE "userId" = ${userId} ${notHidden('"bookId"', hidden)}
      ORDER BY "readAt" DESC, "bookId" LIMIT ${limit}) AS latest
    UNION ALL SELECT * FROM (
      SELECT p."bookId", p."section", p."placedAt" AS "at"
      FROM "ReadingPlace" p WHERE p."userId" = ${userId} AND p."share" < ${end}
        ${notHidden('p."bookId"', hidden)} AND NOT EXISTS (SELECT 1 FROM "ReadBook" r
          WHERE r."userId" = p."userId" AND r."bookId" = p."bookId")
      ORDER BY p."placedAt" DESC, p."bookId" LIMIT ${limit}) AS stopped`)
}
