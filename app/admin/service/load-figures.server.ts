import { countAccounts } from '../../accounts/service/count-accounts.server.ts'
import { billingFigures } from '../../billing/service/admin-figures.server.ts'
import { namesOfBooks } from '../../catalogue/service/edit-book.server.ts'
import { now as subscriptionTime } from '../../platform/clock.server.ts'
import { readingFigures } from '../../reading/service/admin-figures.server.ts'
import { endReasonLabel } from '../rules/end-reasons.ts'
import { money } from '../../billing/rules/format.ts'
import { figuresFrom, integer } from '../rules/figures.ts'
import {
  CHART_MONTHS,
  CHART_WEEKS,
  lastDays,
  lastMonths,
  lastWeeks,
  type NamedPeriod,
  RECENT_DAYS,
  ENDED_TRIALS_DAYS,
} from '../rules/periods.ts'

/** Books in the table of the most read. */
const MOST_READ_BOOKS = 10

/** The bars of a chart, one for each period. */
const bars = (periods: NamedPeriod[], values: number[], format: (value: number) => string) =>
  periods.map(({ label, short }, i) => ({
    label,
    short,
    value: Math.max(0, values[i]!),
    text: format(values[i]!),
  }))

/** The figures, charts, and tables of the overview, from the database as it is now. */
export async function loadFigures(now = new Date(), billingNow = subscriptionTime()) {
  const weeks = lastWeeks(CHART_WEEKS, now)
  const months = lastMonths(CHART_MONTHS, billingNow)
  const recent = lastDays(RECENT_DAYS, now)
  const [accounts, billing, reading] = await Promise.all([
    countAccounts([...weeks, recent]),
    billingFigures(
      lastDays(ENDED_TRIALS_DAYS, billingNow),
      lastDays(RECENT_DAYS, billingNow),
      months,
    ),
    readingFigures(recent.from, MOST_READ_BOOKS),
  ])
  const books = await namesOfBooks(reading.mostRead.map(({ bookId }) => bookId))
  const bookById = new Map(books.map((book) => [book.id, book]))
  return {
    figures: figuresFrom({ accounts, billing, reading }),
    newReaders: bars(weeks, accounts.began, integer),
    revenue: bars(months, billing.paidCents, money),
    reasons: billing.ended.map(({ reason, feedback, count }) => ({
      reason: endReasonLabel(reason, feedback),
      count,
    })),
    mostRead: reading.mostRead.flatMap(({ bookId, readers }) => {
      const book = bookById.get(bookId)
      return book ? [{ ...book, readers }] : []
    }),
  }
}
