import { Prisma, prepared, setOf } from '../../platform/database.server.ts'
import { type HiddenBooks, excludeHiddenBooks } from './exclude-hidden-books.server.ts'

/** Which books a random choice is made from. */
export interface Eligible {
  hidden: HiddenBooks
  unlockedOnly: boolean
  /** Leaves out the books that this reader has read. */
  unreadBy: number | null
}

/** The lowest and highest id of a book; null in an empty catalogue. */
export async function idRange(): Promise<{ first: number; last: number } | null> {
  // Two subqueries read the ends of the index; min and max in one query would scan it.
  const [range] = await prepared<{ first: number | null; last: number | null }>(Prisma.sql`
    SELECT (SELECT min("id") FROM "Book") AS "first", (SELECT max("id") FROM "Book") AS "last"`)
  const { first, last } = range!
  return first === null || last === null ? null : { first, last }
}

/** The ids of the eligible books, among these or all, in order. */
export async function eligibleBooks(
  { hidden, unlockedOnly, unreadBy }: Eligible,
  among?: number[],
): Promise<number[]> {
  const conditions = [
    ...(among ? [Prisma.sql`b."id" IN ${setOf(among)}`] : []),
    // IS TRUE keeps SQLite from scanning the index on locked instead of looking up the ids.
    ...(unlockedOnly ? [Prisma.sql`(b."locked" = ${false}) IS TRUE`] : []),
    ...(unreadBy === null
      ? []
      : [
          Prisma.sql`NOT EXISTS (SELECT 1 FROM "ReadBook" r WHERE r."userId" = ${unreadBy} AND r."bookId" = b."id")`,
        ]),
    Prisma.sql`1 = 1`,
  ]
  const rows = await prepared<{ id: number }>(
    Prisma.sql`SELECT b."id" FROM "Book" b WHERE ${Prisma.join(conditions, ' AND ')}
      ${excludeHiddenBooks('b."id"', hidden)} ORDER BY b."id"`,
  )
  return rows.map(({ id }) => id)
}
