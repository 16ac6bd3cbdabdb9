import { db, Prisma } from '../../platform/database.server.ts'
import type { Taste } from '../rules/taste.ts'

/** What a reader chose on the taste page. */
export async function findTaste(userId: number): Promise<Taste> {
  const rows = await db().$queryRaw<{ genre: string; bookId: number | null }[]>(Prisma.sql`
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
    await tx.favoriteGenre.deleteMany({ where: { userId } })
    await tx.likedBook.deleteMany({ where: { userId } })
    // The same form, sent twice at the same time, is no conflict.
    for (const genre of genres)
      await tx.$executeRaw`INSERT INTO "FavoriteGenre" ("userId", "genre")
        VALUES (${userId}, ${genre}) ON CONFLICT DO NOTHING`
    for (const bookId of bookIds)
      await tx.$executeRaw`INSERT INTO "LikedBook" ("userId", "bookId")
        VALUES (${userId}, ${bookId}) ON CONFLICT DO NOTHING`
  })
}
