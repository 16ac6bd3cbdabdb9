import { defineJob } from '../../platform/jobs/define-job.server.ts'
import { dayAfter, todaysRead as whoseTurn, utcDay } from '../rules/todays-read.ts'
import { booksById } from '../store/books.server.ts'
import { lastTurns, readOf, recordRead, unlockedIds } from '../store/daily-reads.server.ts'
import type { BookCard } from './list-books.server.ts'
import { oncePerVersion } from './once-per-version.server.ts'
import { hiddenBooks } from './version.server.ts'

/** The book that is open to everyone on its day. */
export interface DailyRead {
  /** The day in UTC, such as 2026-11-23. */
  date: string
  book: BookCard
}

/** Whether a book may be open to everyone: readers see it, and it is not locked. */
const mayBeOpen = async ({ id, locked }: BookCard) => !locked && !(await hiddenBooks()).has(id)

/** The book that was recorded or chosen for a day; null: none, or it may no longer be open. */
export async function recordedRead(date: string): Promise<DailyRead | null> {
  const book = await readOf(date)
  return book && (await mayBeOpen(book)) ? { date, book } : null
}

async function readOfDay(date: string): Promise<DailyRead | null> {
  const recorded = await recordedRead(date)
  if (recorded) return recorded
  const hidden = await hiddenBooks()
  const candidates = (await unlockedIds()).filter((id) => !hidden.has(id))
  const id = whoseTurn(candidates, await lastTurns(date))
  const [book] = id === null ? [] : await booksById([id])
  return book ? { date, book } : null
}

/**
 * Today's read: the book that an editor chose for today, or whose turn it is; null if no book may be
 * open to everyone. The version of the catalogue changes with the day.
 */
export const todaysRead: () => Promise<DailyRead | null> = oncePerVersion(() =>
  readOfDay(utcDay(Date.now())),
)

/** The id of today's book, for cards. */
export const todaysBookId = async (): Promise<number | null> =>
  (await todaysRead())?.book.id ?? null

/** Records the books of today and tomorrow, so that later changes of the catalogue do not change them. */
export async function recordReads(now = Date.now()): Promise<void> {
  for (const date of [utcDay(now), dayAfter(utcDay(now))]) {
    const read = (await recordedRead(date)) ? null : await readOfDay(date)
    if (read) await recordRead(date, read.book.id)
  }
}

const EVERY_MS = 3_600_000

export const recordDailyReads = defineJob({
  name: 'daily-reads',
  every: EVERY_MS,
  run: () => recordReads(),
})
