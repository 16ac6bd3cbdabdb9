import { db, type Queries } from '../../platform/database.server.ts'
import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { cardFields } from './books.server.ts'
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
export async function storedBookOfTheDay(day: string) {
  const row = await db().bookOfTheDay.findUnique({
    where: { day },
    select: { book: { select: cardFields } },
  })
  return row?.book ?? null
}

/** The last day of each book that had one, past or planned, except for a day. */
export async function lastTurns(except: string): Promise<Map<number, string>> {
  const rows = await db().bookOfTheDay.groupBy({
    by: 'bookId',
    where: { day: { not: except } },
    _max: { day: true },
  })
  return new Map(rows.map(({ bookId, _max }) => [bookId, _max.day!]))
}

/** The books that are not locked, by id; hidden ones too. */
export async function unlockedIds(): Promise<number[]> {
  const rows = await db().book.findMany({ where: { locked: false }, select: { id: true } })
  return rows.map(({ id }) => id)
}

const save = (tx: Queries, day: string, bookId: number, isChosen: boolean) =>
  tx.bookOfTheDay.upsert({
    where: { day },
    create: { day, bookId, isChosen },
    update: { bookId, isChosen },
  })

/** Records whose turn a day was. */
export async function saveBookOfTheDay(day: string, bookId: number): Promise<void> {
  await save(db(), day, bookId, false)
}

/** Sets the book of a day, or leaves the day to the rotation again (null). */
export async function saveChosenBookOfTheDay(
  day: string,
  bookId: number | null,
  inTransaction: InTransaction,
): Promise<void> {
  await db().$transaction(async (tx) => {
    if (bookId === null) await tx.bookOfTheDay.deleteMany({ where: { day } })
    else await save(tx, day, bookId, true)
    await increaseVersion(tx)
    await inTransaction(tx)
  })
}
