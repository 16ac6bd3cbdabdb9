import { namesOfBooks } from '../../catalogue/service/edit-book.server.ts'
import { now as subscriptionTime } from '../../platform/clock.server.ts'
import { countOpenReports } from '../../reading/service/correction-reports.server.ts'
import { money } from '../../billing/rules/format-money.ts'
import { figuresFrom, integer } from '../rules/figures.ts'
import {
  CHART_MONTHS,
  CHART_WEEKS,
  lastMonths,
  lastWeeks,
  type NamedPeriod,
} from '../rules/chart-periods.server.ts'
import {
  disjoint,
  lastDays,
  type Period,
  periodBefore,
  sumWithin,
  RECENT_DAYS,
  ENDED_TRIALS_DAYS,
} from '../rules/periods.ts'
import { sumOverReaders } from './sum-over-readers.server.ts'

/** Books in the table of the most read. */
const MOST_READ_BOOKS = 10

const bars = (periods: NamedPeriod[], values: number[], format: (value: number) => string) =>
  periods.map(({ label, short }, i) => ({
    label,
    short,
    value: Math.max(0, values[i]!),
    text: format(values[i]!),
  }))

/** The figures, charts, and tables of the overview, counted from the database now. */
export async function computeFigures(
  now = new Date(),
  billingNow = subscriptionTime(),
  readersPerStep?: number,
) {
  const weeks = lastWeeks(CHART_WEEKS, now)
  const months = lastMonths(CHART_MONTHS, billingNow)
  const [recent, billingRecent] = [lastDays(RECENT_DAYS, now), lastDays(RECENT_DAYS, billingNow)]
  const spans = {
    signUps: disjoint([...weeks, recent, periodBefore(recent)]),
    payments: disjoint([...months, billingRecent, periodBefore(billingRecent)]),
    trialsEnded: lastDays(ENDED_TRIALS_DAYS, billingNow),
    subscriptionsEnded: billingRecent,
    reading: recent,
  }
  const { accounts, billing, reading, reasons, readBy } = await sumOverReaders(
    spans,
    readersPerStep,
  )
  const signUpsIn = (period: Period) => sumWithin(period, spans.signUps, accounts.began)
  const paidIn = (period: Period) => sumWithin(period, spans.payments, billing.paidCents)
  const [signUps, paidCents] = [weeks.map(signUpsIn), months.map(paidIn)]
  const compared = (period: Period, count: typeof paidIn, points: number[]) => ({
    now: count(period),
    before: count(periodBefore(period)),
    points,
  })
  const mostRead = [...readBy]
    .toSorted(([a, readersOfA], [b, readersOfB]) => readersOfB - readersOfA || a - b)
    .slice(0, MOST_READ_BOOKS)
  const books = await namesOfBooks(mostRead.map(([bookId]) => bookId))
  const bookById = new Map(books.map((book) => [book.id, book]))
  return {
    countedAt: now,
    figures: figuresFrom({
      accounts,
      billing,
      reading,
      openReports: await countOpenReports(),
      signUps: compared(recent, signUpsIn, signUps),
      // The current month is not complete.
      paidCents: compared(billingRecent, paidIn, paidCents.slice(0, -1)),
    }),
    newReaders: bars(weeks, signUps, integer),
    revenue: bars(months, paidCents, money),
    reasons: [...reasons]
      .map(([reason, count]) => ({ reason, count }))
      .toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1)),
    mostRead: mostRead.flatMap(([bookId, readers]) => {
      const book = bookById.get(bookId)
      return book ? [{ ...book, readers }] : []
    }),
  }
}

export type Figures = Awaited<ReturnType<typeof computeFigures>>
