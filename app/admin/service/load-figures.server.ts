import { accountFigures } from '../../accounts/service/admin-figures.server.ts'
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
  disjoint,
  lastDays,
  lastMonths,
  lastWeeks,
  type NamedPeriod,
  type Period,
  periodBefore,
  sumWithin,
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
  const [recent, billingRecent] = [lastDays(RECENT_DAYS, now), lastDays(RECENT_DAYS, billingNow)]
  const counted = disjoint([...weeks, recent, periodBefore(recent)])
  const paid = disjoint([...months, billingRecent, periodBefore(billingRecent)])
  const [accounts, billing, reading] = await Promise.all([
    accountFigures(counted),
    billingFigures(lastDays(ENDED_TRIALS_DAYS, billingNow), billingRecent, paid),
    readingFigures(recent.from, MOST_READ_BOOKS),
  ])
  const signUpsIn = (period: Period) => sumWithin(period, counted, accounts.began)
  const paidIn = (period: Period) => sumWithin(period, paid, billing.paidCents)
  const [signUps, paidCents] = [weeks.map(signUpsIn), months.map(paidIn)]
  const compared = (period: Period, count: typeof paidIn, points: number[]) => ({
    now: count(period),
    before: count(periodBefore(period)),
    points,
  })
  const books = await namesOfBooks(reading.mostRead.map(({ bookId }) => bookId))
  const bookById = new Map(books.map((book) => [book.id, book]))
  return {
    figures: figuresFrom({
      accounts,
      billing,
      reading,
      signUps: compared(recent, signUpsIn, signUps),
      // The current month is not complete.
      paidCents: compared(billingRecent, paidIn, paidCents.slice(0, -1)),
    }),
    newReaders: bars(weeks, signUps, integer),
    revenue: bars(months, paidCents, money),
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
