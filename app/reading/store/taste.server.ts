import { db, Prisma, prepared } from '../../platform/database.server.ts'
import type { Taste } from '../rules/taste.ts'

/** What a reader chose on the taste page. */
export async function findTaste(userId: number): Promise<Taste> {
  const rows = await prepared<{ genre: string; bookId: number | null }>(Prisma.sql`
    SELECT "genre", NULL AS "bookId" FROM "FavoriteGenre" WHERE "userId" = ${userId}
    UNION ALL SELECT b."genre", l."bookId" FROM "LikedBook" l JOIN "Book" b ON b."id" = l."bookId"
      WHERE l."userId" = ${userId} ORDER BY "bookId", "genre"`)
  return {
    genres: rows.flatMap(({ genre, bookId }) => (bookId === null ? [genre] : [])),
    books: rows.flatMap(({ genre, bookId }) =>
      bookId === null ? [] : [{ bookId: Number(bookId), genre }],
    ),
  }
}

/** Replaces what a reader chose. */
export async function replaceTaste(
  userId: number,
  genres: readonly string[],
  bookIds: readonly number[],
): Promise<void> {
  await db().$transaction(async (tx) => {
    // Locks the reader's row: the same form, sent twice at the same time, is saved twice in turn.
    await tx.$executeRaw`UPDATE "User" SET "id" = "id" WHERE "id" = ${userId}`
    await tx.favoriteGenre.deleteMany({ where: { userId } })
    await tx.likedBook.deleteMany({ where: { userId } })
    await tx.favoriteGenre.createMany({ data: genres.map((genre) => ({ userId, genre })) })
    await tx.likedBook.createMany({ data: bookIds.map((bookId) => ({ userId, bookId })) })
  })
}
