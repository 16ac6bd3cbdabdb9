import { Prisma, prepared } from '../../platform/database.server.ts'
import { minuteOf } from '../rules/book-score.ts'
import { type HiddenBooks, excludeHiddenBooks } from './exclude-hidden-books.server.ts'

interface TrendingBook {
  id: number
  readers: number
}

/** How long this process does not notice what others count, in milliseconds. */
const KEPT_MS = 1000

/** The last trend: it is the same for all readers. */
let kept: { key: string; hidden: HiddenBooks; until: number; books: TrendingBook[] } | undefined

/** Call it after counting. */
export function forgetTrend(): void {
  kept = undefined
}

/** The books with marks in the trend, highest score first; equal ones newest first. */
export async function trendingBooks(
  now: Date,
  hidden: HiddenBooks,
  limit: number,
): Promise<TrendingBook[]> {
  const minute = minuteOf(now)
  const key = `${minute} ${limit}`
  if (kept?.key === key && kept.hidden === hidden && performance.now() < kept.until)
    return kept.books
  const until = performance.now() + KEPT_MS
  const books = await prepared<TrendingBook>(Prisma.sql`
    SELECT b."id", s."trendReaders" AS "readers" FROM "BookStanding" s JOIN "Book" b ON b."id" = s."bookId"
    WHERE s."trendUntilMinute" > ${minute} ${excludeHiddenBooks('s."bookId"', hidden)} AND s."trendKey" >= (
      SELECT min(top."trendKey") FROM (SELECT "trendKey" FROM "BookStanding"
        WHERE "trendKey" IS NOT NULL AND "trendUntilMinute" > ${minute}
          ${excludeHiddenBooks('"bookId"', hidden)}
        ORDER BY "trendKey" DESC LIMIT ${limit}) AS top)
    ORDER BY s."trendKey" DESC, b."publishedAt" DESC, b."id" LIMIT ${limit}`)
  kept = { key, hidden, until, books }
  return books
}
