import { z } from 'zod'
import { readPayload, signPayload } from '../../accounts/service/tokens.server.ts'
import { pastReadPath, summaryPath, TODAY_PATH } from '../../catalogue/rules/addresses.ts'
import { dayAfter, endOfDay, OPENED_TTL_MS, utcDay } from '../../catalogue/rules/todays-read.ts'
import { type DailyRead, recordedRead } from '../../catalogue/service/todays-read.server.ts'
import { READ_COOKIE, readCookie, readCookieOf } from '../../middleware/cookies.server.ts'

const token = z.object({ day: z.string() })

/**
 * The cookie that proves that a browser opened a day's read on its day. It is valid until the end of
 * the next day.
 */
export async function openedCookie(day: string, now = Date.now()): Promise<string> {
  const ttlMs = endOfDay(endOfDay(now)) - now
  const signed = await signPayload('daily-read', { day }, ttlMs)
  return readCookieOf(pastReadPath(day), signed, OPENED_TTL_MS)
}

/**
 * Yesterday's read, for a browser that opened it on its day; otherwise the path to redirect to:
 * today's read, or the book's page.
 */
export async function pastRead(
  date: string,
  cookies: string | null,
  now = Date.now(),
): Promise<DailyRead | { path: string }> {
  const today = utcDay(now)
  // Do not reveal books that are planned for later days.
  const read = date < today ? await recordedRead(date) : null
  if (!read) return { path: TODAY_PATH }
  const signed = dayAfter(date) === today ? readCookie(cookies, READ_COOKIE) : null
  const opened = signed && (await readPayload('daily-read', signed, token))
  return opened && opened.day === date ? read : { path: summaryPath(read.book.slug) }
}
