import { db, Prisma } from '../../platform/database.server.ts'

/**
 * Views since a moment: by how many readers, of how many summaries (counted per reader), and how
 * many of those are finished, that is, marked as read or read to the end.
 * @param end positions from this share on are the end
 */
export async function countViews(
  since: Date,
  end: number,
): Promise<{ readers: number; viewed: number; finished: number }> {
  const [row] = await db().$queryRaw<Record<'readers' | 'viewed' | 'finished', bigint | number>[]>(
    Prisma.sql`SELECT count(DISTINCT o."userId") AS "readers", count(*) AS "viewed",
      count(CASE WHEN r."readAt" IS NOT NULL OR p."share" >= ${end} THEN 1 END) AS "finished"
    FROM "OpenedBook" o
    LEFT JOIN "ReadBook" r ON r."userId" = o."userId" AND r."bookId" = o."bookId"
    LEFT JOIN "ReadingPlace" p ON p."userId" = o."userId" AND p."bookId" = o."bookId"
    WHERE o."openedAt" >= ${since}`,
  )
  const { readers, viewed, finished } = row!
  return { readers: Number(readers), viewed: Number(viewed), finished: Number(finished) }
}

/** The books that most readers have marked as read since a moment, with the number of readers. */
export async function mostReadBooks(
  since: Date,
  limit: number,
): Promise<{ bookId: number; readers: number }[]> {
  // With the plus sign, SQLite uses the index on readAt instead of scanning the one on bookId.
  const rows = await db().$queryRaw<Record<'bookId' | 'n', bigint | number>[]>(Prisma.sql`
    SELECT +"bookId" AS "bookId", count(*) AS n FROM "ReadBook" WHERE "readAt" >= ${since}
    GROUP BY +"bookId" ORDER BY n DESC, 1 LIMIT ${limit}`)
  return rows.map(({ bookId, n }) => ({ bookId: Number(bookId), readers: Number(n) }))
}
