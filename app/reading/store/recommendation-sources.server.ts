import { Prisma, prepared, setOf } from '../../platform/database.server.ts'
import { minuteOf } from '../rules/book-score.ts'
import type { PopularBook } from '../rules/recommend.ts'
import { type HiddenBooks, excludeHiddenBooks } from './exclude-hidden-books.server.ts'

/** A book that a reader has saved or read. */
export interface MarkedBook {
  bookId: number
  genre: string
  isRead: boolean
}

/** What a reader has saved or read, latest first; a book that is both counts as read. */
export async function markedBooks(userId: number): Promise<MarkedBook[]> {
  const rows = await prepared<{ bookId: number; genre: string; isRead: number }>(Prisma.sql`
    SELECT m."bookId", b."genre", m."isRead" FROM (
      SELECT "bookId", "savedAt" AS "at", 0 AS "isRead" FROM "SavedBook" WHERE "userId" = ${userId}
      UNION ALL
      SELECT "bookId", "readAt" AS "at", 1 AS "isRead" FROM "ReadBook" WHERE "userId" = ${userId}
    ) m JOIN "Book" b ON b."id" = m."bookId" ORDER BY m."at" DESC, m."bookId"`)
  // Grouped here, because the database takes three times as long for 500 marks.
  const marks = new Map<number, MarkedBook>()
  for (const { bookId, genre, isRead } of rows) {
    const known = marks.get(bookId)
    if (known) known.isRead ||= Number(isRead) === 1
    else marks.set(bookId, { bookId, genre, isRead: Number(isRead) === 1 })
  }
  return [...marks.values()]
}

/** The stored neighbors of some books, for unpackNeighbors(). */
export async function packedNeighbors(
  bookIds: number[],
): Promise<{ bookId: number; packed: string }[]> {
  if (bookIds.length === 0) return []
  return prepared(Prisma.sql`
    SELECT "bookId", "packed" FROM "BookNeighbours" WHERE "bookId" IN ${setOf(bookIds)}`)
}

/**
 * The most popular books; equal ones newest first.
 * @param limit of locked and of unlocked books of each genre
 * @param unmarkedBy without the books that this reader has saved or read; null: all
 */
export function popularBooks(
  hidden: HiddenBooks,
  genres: readonly string[],
  limit: number,
  unmarkedBy: number | null = null,
): Promise<PopularBook[]> {
  const unmarked =
    unmarkedBy === null
      ? Prisma.empty
      : Prisma.sql`
          AND NOT EXISTS (SELECT 1 FROM "SavedBook" s WHERE s."userId" = ${unmarkedBy} AND s."bookId" = b."id")
          AND NOT EXISTS (SELECT 1 FROM "ReadBook" r WHERE r."userId" = ${unmarkedBy} AND r."bookId" = b."id")`
  // Each part uses an index; a single query would sort the whole catalogue.
  const parts = genres.flatMap((genre) =>
    [true, false].map(
      (locked) => Prisma.sql`SELECT * FROM (
        SELECT b."id", b."genre", b."locked", b."popularity", b."publishedAt" FROM "Book" b
        WHERE b."genre" = ${genre} AND b."locked" = ${locked} ${excludeHiddenBooks('b."id"', hidden)} ${unmarked}
        ORDER BY b."popularity" DESC, b."publishedAt" DESC, b."id" LIMIT ${limit}) AS part`,
    ),
  )
  return prepared(
    Prisma.sql`SELECT "id", "genre", "locked" FROM (${Prisma.join(parts, ' UNION ALL ')}) AS popular
      ORDER BY "popularity" DESC, "publishedAt" DESC, "id"`,
  )
}

/**
 * The books with marks in the trend, highest score first; equal ones newest first.
 * @returns `readers`: how many of them have marked it
 */
export async function trendingBooks(
  now: Date,
  hidden: HiddenBooks,
  limit: number,
): Promise<{ id: number; readers: number }[]> {
  const minute = minuteOf(now)
  return prepared(Prisma.sql`
    SELECT b."id", s."trendReaders" AS "readers" FROM "BookStanding" s JOIN "Book" b ON b."id" = s."bookId"
    WHERE s."trendUntilMinute" > ${minute} ${excludeHiddenBooks('s."bookId"', hidden)} AND s."trendKey" >= (
      SELECT min(top."trendKey") FROM (SELECT "trendKey" FROM "BookStanding"
        WHERE "trendKey" IS NOT NULL AND "trendUntilMinute" > ${minute}
          ${excludeHiddenBooks('"bookId"', hidden)}
        ORDER BY "trendKey" DESC LIMIT ${limit}) AS top)
    ORDER BY s."trendKey" DESC, b."publishedAt" DESC, b."id" LIMIT ${limit}`)
}
