import { namesOfBooks } from '../../catalogue/service/edit-book.server.ts'
import { now as subscriptionTime } from '../../platform/clock.server.ts'
import { logFailure } from '../../platform/unavailable.server.ts'
import { inBackground } from '../../platform/database-work.server.ts'
import { withTimeout } from '../../platform/with-timeout.ts'
import { countOpenReports } from '../../reading/service/correction-reports.server.ts'
import { money } from '../../billing/rules/format-money.ts'
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
import { countFigures } from './count-figures.server.ts'

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

/** The figures, charts, and tables of the overview, counted from the database now. */
export async function loadFigures(
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
  const { accounts, billing, reading, reasons, readBy } = await countFigures(spans, readersPerStep)
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

type Figures = Awaited<ReturnType<typeof loadFigures>>

/** A page waits this long for figures. If counting them takes longer, it shows the latest ones. */
const WAIT_MS = 1000
/** Those are counted again only after this time. */
const KEEP_MS = 60_000

let latest: { figures: Figures; tookMs: number; at: number } | undefined
let counting: Promise<Figures> | undefined

/**
 * The figures as they are now, or with many readers, as they were when they were last counted in this
 * process. Counting continues after the page, so the next one shows newer figures.
 * @returns null when they are being counted for the first time
 */
export async function latestFigures(): Promise<Figures | null> {
  if (latest && latest.tookMs > WAIT_MS) {
    if (performance.now() - latest.at > KEEP_MS) {
      counting ??= inBackground(countAgain)
      counting.catch((error: unknown) => logFailure(error, 'the figures could not be counted'))
    }
    return latest.figures
  }
  const isLate = new Error()
  return withTimeout((counting ??= inBackground(countAgain)), WAIT_MS, isLate).catch(
    (error: unknown) => {
      if (error !== isLate) throw error
      return latest?.figures ?? null
    },
  )
}

async function countAgain(): Promise<Figures> {
  const startedAt = performance.now()
  try {
    const figures = await loadFigures()
    const at = performance.now()
    latest = { figures, tookMs: at - startedAt, at }
    return figures
  } finally {
    counting = undefined
  }
}
