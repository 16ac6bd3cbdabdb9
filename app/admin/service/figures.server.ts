import { countAccounts } from '../../accounts/service/count-accounts.server.ts'
import { billingFigures } from '../../billing/service/admin-figures.server.ts'
import { namesOfBooks } from '../../catalogue/service/editing.server.ts'
import { now as subscriptionTime } from '../../platform/clock.server.ts'
import { readingFigures } from '../../reading/service/figures.server.ts'
import {
  lastDays,
  lastMonths,
  lastWeeks,
  LATELY_DAYS,
  MOST_READ_BOOKS,
  reasonLabel,
  share,
  SHOWN_MONTHS,
  SHOWN_WEEKS,
  TRIALS_DAYS,
} from '../rules/figures.ts'

/** A number with its name and what it means, in words. */
export interface Figure {
  name: string
  value: string
  definition: string
}

const dollars = (cents: number) =>
  `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
const whole = (count: number) => count.toLocaleString('en-US')

/** How the product fares: numbers, charts and tables, from the database as it is now. */
export async function productFigures(now = new Date(), billingNow = subscriptionTime()) {
  const [weeks, months] = [lastWeeks(SHOWN_WEEKS, now), lastMonths(SHOWN_MONTHS, billingNow)]
  const lately = lastDays(LATELY_DAYS, now)
  const [accounts, billing, reading] = await Promise.all([
    countAccounts([...weeks, lately]),
    billingFigures(lastDays(TRIALS_DAYS, billingNow), lastDays(LATELY_DAYS, billingNow), months),
    readingFigures(lately.from, MOST_READ_BOOKS),
  ])
  const books = new Map(
    (await namesOfBooks(reading.mostRead.map(({ bookId }) => bookId))).map((book) => [
      book.id,
      book,
    ]),
  )
  const ended = billing.ended.reduce((sum, { count }) => sum + count, 0)
  const { trialsEnded } = billing
  const figures: Figure[] = [
    {
      name: 'Readers',
      value: whole(accounts.total),
      definition: `Accounts that there are, administrators’ included. Made in the last ${LATELY_DAYS} days: ${whole(accounts.began.at(-1)!)}.`,
    },
    {
      name: 'Active readers',
      value: whole(reading.readers),
      definition: `Readers who opened a summary in the last ${LATELY_DAYS} days.`,
    },
    {
      name: 'Subscriptions',
      value: whole(billing.paying),
      definition:
        'Subscriptions that are paid for: active, or past due while the card is still tried. Trials, gifts and subscriptions in mobile apps are not among them.',
    },
    {
      name: 'Trials',
      value: whole(billing.trials),
      definition: 'Subscriptions in their free trial now, with a card that is set up.',
    },
    {
      name: 'Trial to paid',
      value: share(trialsEnded.paid, trialsEnded.ended),
      definition: `Of the ${whole(trialsEnded.ended)} trials that ended in the last ${TRIALS_DAYS} days, the share whose reader has paid something.`,
    },
    {
      name: 'Monthly recurring revenue',
      value: dollars(billing.monthlyCents),
      definition:
        'What the next charges of all paid subscriptions come to, discounts taken off, a yearly charge as a twelfth. A subscription that was canceled brings nothing more.',
    },
    {
      name: 'Churn',
      value: share(ended, billing.paying + ended),
      definition: `Subscriptions that had been paid for and ended in the last ${LATELY_DAYS} days (${whole(ended)}), as a share of these and of those that go on.`,
    },
    {
      name: 'Finished',
      value: share(reading.finished, reading.opened),
      definition: `Of the ${whole(reading.opened)} summaries that readers last opened in the last ${LATELY_DAYS} days, each reader’s by itself, the share that is marked as read or was read to the end.`,
    },
  ]
  return {
    figures,
    newReaders: weeks.map(({ label, short }, i) => ({
      label,
      short,
      value: accounts.began[i]!,
      text: whole(accounts.began[i]!),
    })),
    revenue: months.map(({ label, short }, i) => ({
      label,
      short,
      value: Math.max(0, billing.paidCents[i]!),
      text: dollars(billing.paidCents[i]!),
    })),
    reasons: billing.ended.map(({ reason, feedback, count }) => ({
      reason: reasonLabel(reason, feedback),
      count,
    })),
    mostRead: reading.mostRead.flatMap(({ bookId, readers }) => {
      const book = books.get(bookId)
      return book ? [{ ...book, readers }] : []
    }),
  }
}
