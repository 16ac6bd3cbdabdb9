import { db, execute, Prisma, prepared } from '../../platform/database.server.ts'
import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { type BookRow, CARD_COLUMNS, cardFields } from './books.server.ts'
import { increaseVersion } from './catalogue-state.server.ts'

/** The books of days from one on, and who chose them. */
export function storedBooksOfTheDay(day: string, count: number) {
  return db().bookOfTheDay.findMany({
    where: { day: { gte: day } },
    select: { day: true, isChosen: true, book: { select: cardFields } },
    orderBy: { day: 'asc' },
    take: count,
  })
}

/** The book of a day, or null. */
export async function storedBookOfTheDay(day: string): Promise<BookRow | null> {
  const [book] = await prepared<BookRow>(Prisma.sql`
    SELECT ${CARD_COLUMNS} FROM "DailyRead" d JOIN "Book" b ON b."id" = d."bookId"
    WHERE d."day" = ${day}`)
  return book ?? null
}

/** The last day of each book that had one, past or planned, except for a day. */
export async function lastTurns(except: string): Promise<Map<number, string>> {
  const rows = await prepared<{ bookId: number; last: string }>(Prisma.sql`
    SELECT "bookId", max("day") AS "last" FROM "DailyRead" WHERE "day" <> ${except}
    GROUP BY "bookId"`)
  return new Map(rows.map(({ bookId, last }) => [bookId, last]))
}

/** The books that are not locked, by id; hidden ones too. */
export async function unlockedIds(): Promise<number[]> {
  const rows = await prepared<{ id: number }>(
    Prisma.sql`SELECT "id" FROM "Book" WHERE "locked" = ${false}`,
  )
  return rows.map(({ id }) => id)
}

const saved = (day: string, bookId: number, isChosen: boolean) => Prisma.sql`
  INSERT INTO "DailyRead" ("day", "bookId", "isChosen") VALUES (${day}, ${bookId}, ${isChosen})
  ON CONFLICT ("day") DO UPDATE
  SET "bookId" = excluded."bookId", "isChosen" = excluded."isChosen"`

/** Records whose turn a day was. */
export async function saveBookOfTheDay(day: string, bookId: number): Promise<void> {
  await execute(saved(day, bookId, false))
}

/** Sets the book of a day, or leaves the day to the rotation again (null). */
export async function saveChosenBookOfTheDay(
  day: string,
  bookId: number | null,
  inTransaction: InTransaction,
): Promise<void> {
  await db().$transaction(async (tx) => {
    if (bookId === null) await tx.bookOfTheDay.deleteMany({ where: { day } })
    else await tx.$executeRaw(saved(day, bookId, true))
    await increaseVersion(tx)
    await inTransaction(tx)
  })
}
