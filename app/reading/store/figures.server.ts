import { db, Prisma } from '../../platform/database.server.ts'

/**
 * Who opened summaries since a moment, how many summaries each reader opened (all together), and
 * how many of those are finished: marked as read, or read up to the end.
 * @param end the share from which on a place is the end
 */
export async function countOpenings(
  since: Date,
  end: number,
): Promise<{ readers: number; opened: number; finished: number }> {
  const [row] = await db().$queryRaw<Record<'readers' | 'opened' | 'finished', bigint | number>[]>(
    Prisma.sql`SELECT count(DISTINCT o."userId") AS "readers", count(*) AS "opened",
      count(CASE WHEN r."readAt" IS NOT NULL OR p."share" >= ${end} THEN 1 END) AS "finished"
    FROM "OpenedBook" o
    LEFT JOIN "ReadBook" r ON r."userId" = o."userId" AND r."bookId" = o."bookId"
    LEFT JOIN "ReadingPlace" p ON p."userId" = o."userId" AND p."bookId" = o."bookId"
    WHERE o."openedAt" >= ${since}`,
  )
  const { readers, opened, finished } = row!
  return { readers: Number(readers), opened: Number(opened), finished: Number(finished) }
}

/** The books that most readers have marked as read since a moment, most first. */
export async function mostRead(
  since: Date,
  atMost: number,
): Promise<{ bookId: number; readers: number }[]> {
  // The sign keeps SQLite from walking all marks ever set in the order of their books.
  const rows = await db().$queryRaw<Record<'bookId' | 'n', bigint | number>[]>(Prisma.sql`
    SELECT +"bookId" AS "bookId", count(*) AS n FROM "ReadBook" WHERE "readAt" >= ${since}
    GROUP BY +"bookId" ORDER BY n DESC, 1 LIMIT ${atMost}`)
  return rows.map(({ bookId, n }) => ({ bookId: Number(bookId), readers: Number(n) }))
}
