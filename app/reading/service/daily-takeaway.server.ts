import { summaryPath, TODAY_PATH } from '../../catalogue/rules/addresses.ts'
import { type Access, type Exception, readableExtent } from '../../catalogue/rules/access.ts'
import type { Line } from '../../catalogue/rules/summary/parse.ts'
import { cardsOf } from '../../catalogue/service/book-cards.server.ts'
import type { BookCard } from '../../catalogue/service/list-books.server.ts'
import { takeawaysOfBook } from '../../catalogue/service/takeaways.server.ts'
import { bookOfTheDay } from '../../catalogue/service/book-of-the-day.server.ts'
import { inTurn, takeawayInTurn } from '../rules/daily-takeaway.server.ts'
import { dayOf, startOfDay } from '../rules/reader-clock.server.ts'

export interface DailyTakeaway {
  line: Line
  book: BookCard
  /** Its place in the summary. */
  path: string
  /** It is from the book of the day. */
  isTodays: boolean
}

export interface TakeawayReader {
  access: Access
  freeBookId: number | null
  timeZone: string | null
}

/** How many books are tried until one has a takeaway that the reader may read. */
const TRIES = 5

const fragment = '#readr-takeaways'

/**
 * The takeaway of a reader's day: from a book that they had read when the day began, as long as they may
 * read it; otherwise from the book of the day.
 * @param read what they marked as read
 */
export async function dailyTakeaway(
  { access, freeBookId, timeZone }: TakeawayReader,
  read: { bookId: number; readAt: Date }[],
  now = new Date(),
): Promise<DailyTakeaway | null> {
  const zone = timeZone ?? 'UTC'
  const today = startOfDay(now, zone)
  const earlier = read.filter(({ readAt }) => readAt.getTime() < today.getTime())
  // Oldest first: books that are read later do not change whose turn it was.
  const ids = earlier.map(({ bookId }) => bookId).toReversed()
  const day = dayOf(now, zone)
  const from = async (book: BookCard, exception: Exception | null, turns: number) => {
    const extent = readableExtent(access, book, freeBookId, exception)
    return takeawayInTurn(extent ? await takeawaysOfBook(book.id, extent) : [], day, turns)
  }
  for (const id of inTurn(ids, day).slice(0, TRIES)) {
    const [book] = await cardsOf([id])
    const line = book && (await from(book, null, ids.length))
    if (line) return { line, book, path: summaryPath(book.slug) + fragment, isTodays: false }
  }
  const book = (await bookOfTheDay())?.book
  const line = book && (await from(book, { kind: 'today', bookId: book.id }, 1))
  return line ? { line, book, path: TODAY_PATH + fragment, isTodays: true } : null
}
