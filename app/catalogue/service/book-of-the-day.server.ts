import { defineJob } from '../../platform/jobs/define-job.server.ts'
import { dayAfter, utcDay } from '../../platform/utc-clock.server.ts'
import { pickBookOfTheDay as whoseTurn } from '../rules/book-of-the-day.ts'
import { booksById } from '../store/books.server.ts'
import {
  lastTurns,
  storedBookOfTheDay,
  saveBookOfTheDay,
  unlockedIds,
} from '../store/book-of-the-day.server.ts'
import type { BookCard } from './list-books.server.ts'
import { oncePerVersion } from './once-per-version.server.ts'
import { hiddenBooks } from './version.server.ts'

/** The book that is open to everyone on its day. */
export interface BookOfTheDay {
  /** The day in UTC, such as 2026-11-23. */
  date: string
  book: BookCard
}

/** Whether a book may be open to everyone: readers see it, and it is not locked. */
const mayBeOpen = async ({ id, locked }: BookCard) => !locked && !(await hiddenBooks()).has(id)

/** The book that was recorded or chosen for a day; null: none, or it may no longer be open. */
export async function recordedBookOfTheDay(date: string): Promise<BookOfTheDay | null> {
  const book = await storedBookOfTheDay(date)
  return book && (await mayBeOpen(book)) ? { date, book } : null
}

async function bookOfDay(date: string): Promise<BookOfTheDay | null> {
  const recorded = await recordedBookOfTheDay(date)
  if (recorded) return recorded
  const hidden = await hiddenBooks()
  const candidates = (await unlockedIds()).filter((id) => !hidden.has(id))
  const id = whoseTurn(candidates, await lastTurns(date))
  const [book] = id === null ? [] : await booksById([id])
  return book ? { date, book } : null
}

/**
 * The book of the day: the book that an editor chose for today, or whose turn it is; null if no book may be
 * open to everyone. The version of the catalogue changes with the day.
 */
export const bookOfTheDay: () => Promise<BookOfTheDay | null> = oncePerVersion(() =>
  bookOfDay(utcDay(Date.now())),
)

export const bookOfTheDayId = async (): Promise<number | null> =>
  (await bookOfTheDay())?.book.id ?? null

/** Records the books of today and tomorrow, so that later changes of the catalogue do not change them. */
export async function recordBooksOfTheDay(now = Date.now()): Promise<void> {
  for (const date of [utcDay(now), dayAfter(utcDay(now))]) {
    const read = (await recordedBookOfTheDay(date)) ? null : await bookOfDay(date)
    if (read) await saveBookOfTheDay(date, read.book.id)
  }
}

const EVERY_MS = 3_600_000

export const recordBooksOfTheDayJob = defineJob({
  name: 'daily-reads',
  every: EVERY_MS,
  run: () => recordBooksOfTheDay(),
})
