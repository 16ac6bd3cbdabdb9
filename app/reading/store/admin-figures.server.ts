import { db, Prisma } from '../../platform/database.server.ts'

/**
 * Views since a moment: by how many readers, of how many summaries (counted per reader), and how
 * many of those are finished, that is, marked as read or read to the end. And the reports of mistakes
 * that wait for an answer.
 * @param end positions from this share on are the end
 */
export async function countViews(
  since: Date,
  end: number,
): Promise<Record<'readers' | 'viewed' | 'finished' | 'openReports', number>> {
  type Row = Record<'readers' | 'viewed' | 'finished' | 'openReports', bigint | number>
  const [row] = await db().$queryRaw<Row[]>(
    Prisma.sql`SELECT count(DISTINCT o."userId") AS "readers", count(*) AS "viewed",
      count(CASE WHEN r."readAt" IS NOT NULL OR p."share" >= ${end} THEN 1 END) AS "finished",
      (SELECT count(*) FROM "CorrectionReport" WHERE "status" = 'open') AS "openReports"
    FROM "OpenedBook" o
    LEFT JOIN "ReadBook" r ON r."userId" = o."userId" AND r."bookId" = o."bookId"
    LEFT JOIN "ReadingPlace" p ON p."userId" = o."userId" AND p."bookId" = o."bookId"
    WHERE o."openedAt" >= ${since}`,
  )
  const { readers, viewed, finished, openReports } = row!
  return {
    readers: Number(readers),
    viewed: Number(viewed),
    finished: Number(finished),
    openReports: Number(openReports),
  }
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
