import { db, Prisma } from '../../platform/database.server.ts'
import { type Hidden, notHidden } from './hidden.server.ts'

/** A book that a reader has saved or read. */
export interface OwnMark {
  bookId: number
  genre: string
  isRead: boolean
}

/** What a reader has saved and read, the latest first; a book that is both is read. */
export async function ownMarks(userId: number): Promise<OwnMark[]> {
  const rows = await db().$queryRaw<{ bookId: number; genre: string; isRead: number }[]>(Prisma.sql`
    SELECT m."bookId", b."genre", m."isRead" FROM (
      SELECT "bookId", "savedAt" AS "at", 0 AS "isRead" FROM "SavedBook" WHERE "userId" = ${userId}
      UNION ALL
      SELECT "bookId", "readAt" AS "at", 1 AS "isRead" FROM "ReadBook" WHERE "userId" = ${userId}
    ) m JOIN "Book" b ON b."id" = m."bookId" ORDER BY m."at" DESC, m."bookId"`)
  // Put together here: grouped in the database, 500 marks take it three times as long.
  const marks = new Map<number, OwnMark>()
  for (const { bookId, genre, isRead } of rows) {
    const known = marks.get(bookId)
    if (known) known.isRead ||= Number(isRead) === 1
    else marks.set(bookId, { bookId, genre, isRead: Number(isRead) === 1 })
  }
  return [...marks.values()]
}

/** The stored neighbours of some books, packed (see rules/neighbours). */
export async function packedNeighbours(bookIds: number[]): Promise<Map<number, string>> {
  if (bookIds.length === 0) return new Map()
  const rows = await db().bookNeighbours.findMany({ where: { bookId: { in: bookIds } } })
  return new Map(rows.map(({ bookId, packed }) => [bookId, packed]))
}

/**
 * The most popular books that a reader has neither saved nor read, so many of each genre and lock
 * at most; equal ones newest first.
 */
export async function popularUnmarked(
  userId: number,
  hidden: Hidden,
  genres: readonly string[],
  atMost: number,
): Promise<{ id: number; genre: string }[]> {
  // One by one along an index: sorted all together they would be the whole catalogue.
  const parts = genres.flatMap((genre) =>
    [true, false].map(
      (locked) => Prisma.sql`SELECT * FROM (
        SELECT b."id", b."genre", b."popularity", b."publishedAt" FROM "Book" b
        WHERE b."genre" = ${genre} AND b."locked" = ${locked} ${notHidden('b."id"', hidden)}
          AND NOT EXISTS (SELECT 1 FROM "SavedBook" s WHERE s."userId" = ${userId} AND s."bookId" = b."id")
          AND NOT EXISTS (SELECT 1 FROM "ReadBook" r WHERE r."userId" = ${userId} AND r."bookId" = b."id")
        ORDER BY b."popularity" DESC, b."publishedAt" DESC, b."id" LIMIT ${atMost}) AS part`,
    ),
  )
  return db().$queryRaw(
    Prisma.sql`SELECT "id", "genre" FROM (${Prisma.join(parts, ' UNION ALL ')}) AS popular
      ORDER BY "popularity" DESC, "publishedAt" DESC, "id"`,
  )
}

/** The trending books, most first and equal ones newest first; fewer when fewer have marks. */
export async function trendingIds(now: Date, hidden: Hidden, atMost: number): Promise<number[]> {
  const minute = Math.floor(now.getTime() / 60_000)
  const rows = await db().$queryRaw<{ id: number }[]>(Prisma.sql`
    SELECT b."id" FROM "BookStanding" s JOIN "Book" b ON b."id" = s."bookId"
    WHERE s."trendUntilMinute" > ${minute} ${notHidden('s."bookId"', hidden)} AND s."trendKey" >= (
      SELECT min(top."trendKey") FROM (SELECT "trendKey" FROM "BookStanding"
        WHERE "trendKey" IS NOT NULL AND "trendUntilMinute" > ${minute}
          ${notHidden('"bookId"', hidden)}
        ORDER BY "trendKey" DESC LIMIT ${atMost}) AS top)
    ORDER BY s."trendKey" DESC, b."publishedAt" DESC, b."id" LIMIT ${atMost}`)
  return rows.map(({ id }) => id)
}

/** What a draw asks of a book. */
export interface Drawable {
  hidden: Hidden
  unlockedOnly: boolean
  /** Books that this reader has read are left out. */
  unreadBy: number | null
}

/** The smallest and largest id of a book; null in an empty catalogue. */
export async function idRange(): Promise<{ first: number; last: number } | null> {
  // Each by itself is a look at one end of the index; together they would be a walk through it.
  const [range] = await db().$queryRaw<{ first: number | null; last: number | null }[]>(Prisma.sql`
    SELECT (SELECT min("id") FROM "Book") AS "first", (SELECT max("id") FROM "Book") AS "last"`)
  const { first, last } = range!
  return first === null || last === null ? null : { first: Number(first), last: Number(last) }
}

/** The ids of the books that may be drawn, of these or of all, in order. */
export async function drawable(
  { hidden, unlockedOnly, unreadBy }: Drawable,
  among?: number[],
): Promise<number[]> {
  const conditions = [
    ...(among ? [Prisma.sql`b."id" IN (${Prisma.join(among)})`] : []),
    // Written so that no index on it fits: SQLite would walk all unlocked books instead of the few.
    ...(unlockedOnly ? [Prisma.sql`(b."locked" = ${false}) IS TRUE`] : []),
    ...(unreadBy === null
      ? []
      : [
          Prisma.sql`NOT EXISTS (SELECT 1 FROM "ReadBook" r WHERE r."userId" = ${unreadBy} AND r."bookId" = b."id")`,
        ]),
    Prisma.sql`1 = 1`,
  ]
  const rows = await db().$queryRaw<{ id: number }[]>(
    Prisma.sql`SELECT b."id" FROM "Book" b WHERE ${Prisma.join(conditions, ' AND ')}
      ${notHidden('b."id"', hidden)} ORDER BY b."id"`,
  )
  return rows.map(({ id }) => id)
}
