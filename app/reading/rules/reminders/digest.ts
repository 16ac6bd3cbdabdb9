import { dayOf, hourOf, nextHourOn } from '../review/day.ts'
import { DAY_MS } from '../../../platform/durations.ts'

export const DIGEST_FREQUENCIES = ['weekly', 'monthly'] as const
export type DigestFrequency = (typeof DIGEST_FREQUENCIES)[number]

/** What a digest can have in it. */
export const DIGEST_PARTS = ['newBooks', 'todaysRead', 'highlight'] as const
export type DigestPart = (typeof DIGEST_PARTS)[number]

/** By the reader's clock. */
const MORNING = { from: 6, hour: 8, until: 12 }
const FRIDAY = 5
const FIRST_WEEK = 7
/** When the next digest is due: on Friday morning, or on the first one of a month. */
export const nextDigestAt = (after: Date, frequency: DigestFrequency, timeZone: string): Date =>
  nextHourOn(
    after,
    MORNING.hour,
    timeZone,
    (day) =>
      day.getUTCDay() === FRIDAY && (frequency === 'weekly' || day.getUTCDate() <= FIRST_WEEK),
  )

/** Whether it is morning for a reader. A digest that is late waits for the next one. */
export function isMorning(moment: Date, timeZone: string): boolean {
  const hour = hourOf(moment, timeZone)
  return hour >= MORNING.from && hour < MORNING.until
}

export const nextMorning = (after: Date, timeZone: string): Date =>
  nextHourOn(after, MORNING.hour, timeZone)

/** The Friday whose digest a reader gets at a moment, such as "2026-11-27": that day or the last one before. */
export function fridayOf(moment: Date, timeZone: string): string {
  const day = new Date(`${dayOf(moment, timeZone)}T00:00:00Z`)
  const since = (day.getUTCDay() - FRIDAY + 7) % 7
  return new Date(day.getTime() - since * DAY_MS).toISOString().slice(0, 10)
}

/** The most books that a digest names. */
const NEW_BOOKS = 5

/**
 * The new books for a reader, newest first.
 * @param books newest first
 * @param genres the reader's; empty: all
 */
export function newBooksFor<Book extends { genre: string; publishedAt: Date }>(
  books: readonly Book[],
  genres: ReadonlySet<string>,
  since: Date,
): Book[] {
  return books
    .filter(({ genre, publishedAt }) => publishedAt > since && (!genres.size || genres.has(genre)))
    .slice(0, NEW_BOOKS)
}

const QUOTE_LENGTH = 300

/** A highlight on a single line, cut between words. */
export function shortQuote(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= QUOTE_LENGTH) return line
  const cut = line.slice(0, QUOTE_LENGTH)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), QUOTE_LENGTH / 2)).trimEnd()}…`
}
