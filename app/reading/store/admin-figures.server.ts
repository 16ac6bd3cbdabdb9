import { type IdRange, inRange, Prisma, prepared } from '../../platform/database.server.ts'

export type { IdRange } from '../../platform/database.server.ts'

export interface Views {
  readers: number
  viewed: number
  /** Of those viewed: marked as read, or read to the end. */
  finished: number
}

/**
 * These readers' views since a moment.
 * @param end positions from this share on are the end
 */
export async function countViews(readers: IdRange, since: Date, end: number): Promise<Views> {
  const [row] = await prepared<Views>(Prisma.sql`
    SELECT count(DISTINCT o."userId") AS "readers", count(*) AS "viewed",
      count(CASE WHEN r."readAt" IS NOT NULL OR p."share" >= ${end} THEN 1 END) AS "finished"
    FROM "OpenedBook" o
    LEFT JOIN "ReadBook" r ON r."userId" = o."userId" AND r."bookId" = o."bookId"
    LEFT JOIN "ReadingPlace" p ON p."userId" = o."userId" AND p."bookId" = o."bookId"
    WHERE ${inRange('o."userId"', readers)} AND o."openedAt" >= ${since}`)
  return row!
}

/** The books that these readers have marked as read since a moment, each as often as it was marked. */
export function booksRead(readers: IdRange, since: Date): Promise<{ bookId: number }[]> {
  return prepared(Prisma.sql`
    SELECT "bookId" FROM "ReadBook" WHERE ${inRange('"userId"', readers)} AND "readAt" >= ${since}`)
}
