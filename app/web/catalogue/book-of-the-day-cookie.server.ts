import { z } from 'zod'
import { readPayload, signPayload } from '../../accounts/service/tokens.server.ts'
import { pastBookOfTheDayPath, summaryPath, TODAY_PATH } from '../../catalogue/rules/addresses.ts'
import { dayAfter, endOfUtcDay, utcDay } from '../../platform/utc-clock.server.ts'
import { OPENED_BOOK_TTL_MS } from '../../catalogue/rules/book-of-the-day.ts'
import {
  type BookOfTheDay,
  recordedBookOfTheDay,
} from '../../catalogue/service/book-of-the-day.server.ts'
import {
  OPENED_BOOK_COOKIE,
  readCookie,
  openedBookCookie,
} from '../../middleware/request/cookies.server.ts'

const token = z.object({ day: z.string() })

/**
 * The cookie that proves that a browser opened a book of the day on its day. It is valid until the end of
 * the next day.
 */
export async function bookOfTheDayCookie(day: string, now = Date.now()): Promise<string> {
  const ttlMs = endOfUtcDay(endOfUtcDay(now)) - now
  const signed = await signPayload('daily-read', { day }, ttlMs)
  return openedBookCookie(pastBookOfTheDayPath(day), signed, OPENED_BOOK_TTL_MS)
}

/**
 * Yesterday's book of the day, for a browser that opened it on its day; otherwise the path to redirect to:
 * the book of the day, or the book's page.
 */
export async function pastBookOfTheDay(
  date: string,
  cookies: string | null,
  now = Date.now(),
): Promise<BookOfTheDay | { path: string }> {
  const today = utcDay(now)
  // Do not reveal books that are planned for later days.
  const read = date < today ? await recordedBookOfTheDay(date) : null
  if (!read) return { path: TODAY_PATH }
  const signed = dayAfter(date) === today ? readCookie(cookies, OPENED_BOOK_COOKIE) : null
  const opened = signed && (await readPayload('daily-read', signed, token))
  return opened && opened.day === date ? read : { path: summaryPath(read.book.slug) }
}
