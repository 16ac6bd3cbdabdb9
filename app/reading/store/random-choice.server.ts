import { Prisma, prepared } from '../../platform/database.server.ts'
import { type HiddenBooks, excludeHiddenBooks } from './exclude-hidden-books.server.ts'

/** The lowest and highest id of a book; null in an empty catalogue. */
export async function idRange(): Promise<{ first: number; last: number } | null> {
  // Two subqueries read the ends of the index; min and max in one query would scan it.
  const [range] = await prepared<{ first: number | null; last: number | null }>(Prisma.sql`
    SELECT (SELECT min("id") FROM "Book") AS "first", (SELECT max("id") FROM "Book") AS "last"`)
  const { first, last } = range!
  return first === null || last === null ? null : { first, last }
}

export async function visibleIds(hidden: HiddenBooks, unlockedOnly: boolean): Promise<number[]> {
  const unlocked = unlockedOnly ? Prisma.sql`AND "locked" = ${false}` : Prisma.empty
  const rows = await prepared<{ id: number }>(Prisma.sql`
    SELECT "id" FROM "Book" WHERE 1 = 1 ${unlocked} ${excludeHiddenBooks('"id"', hidden)}
    ORDER BY "id"`)
  return rows.map(({ id }) => id)
}
