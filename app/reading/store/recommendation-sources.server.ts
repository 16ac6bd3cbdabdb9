import { Prisma, prepared, setOf } from '../../platform/database.server.ts'
import { latestMarks, type MarkedBook, type Moment } from '../rules/marks.ts'
import type { PopularBook } from '../rules/recommend.ts'
import { type HiddenBooks, excludeHiddenBooks } from './exclude-hidden-books.server.ts'

/** The books that a reader has saved or read, latest first. */
export async function markedBooks(userId: number): Promise<MarkedBook[]> {
  const rows = await prepared<{ bookId: number; at: Moment; isRead: number }>(Prisma.sql`
    SELECT "bookId", "savedAt" AS "at", 0 AS "isRead" FROM "SavedBook" WHERE "userId" = ${userId}
    UNION ALL SELECT "bookId", "readAt", 1 FROM "ReadBook" WHERE "userId" = ${userId}`)
  // Sorted and grouped here, because the database takes three times as long for 500 marks.
  return latestMarks(rows.map(({ isRead, ...row }) => ({ ...row, isRead: Number(isRead) === 1 })))
}

export async function genresOf(bookIds: number[]): Promise<Map<number, string>> {
  if (bookIds.length === 0) return new Map()
  const rows = await prepared<{ id: number; genre: string }>(Prisma.sql`
    SELECT "id", "genre" FROM "Book" WHERE "id" IN ${setOf(bookIds)}`)
  return new Map(rows.map(({ id, genre }) => [id, genre]))
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
