import { money } from '../../billing/rules/format-money.ts'
import { RECENT_DAYS, ENDED_TRIALS_DAYS } from './periods.ts'
import { comparison, type Trend } from './trends.ts'

export interface AdminFigure {
  name: string
  value: string
  /** What it means, in a sentence or two. */
  definition: string
  trend?: Trend
}

/** A number of the last days, of the days before, and of longer periods, oldest first. */
interface Compared {
  now: number
  before: number
  points: number[]
}

interface FigureData {
  accounts: { total: number }
  billing: {
    paying: number
    trials: number
    monthlyCents: number
    trialsEnded: { ended: number; paid: number }
    ended: number
  }
  reading: { readers: number; viewed: number; finished: number }
  openReports: number
  signUps: Compared
  paidCents: Compared
}

export const integer = (count: number) => count.toLocaleString('en-US')
const percent = (part: number, whole: number) =>
  whole === 0 ? 'none yet' : `${Math.round((part / whole) * 1000) / 10}%`

/** The figures in the order of the page. To add one, add it here; the domains count its data. */
export function figuresFrom(data: FigureData): AdminFigure[] {
  const { accounts, billing, reading, signUps, paidCents } = data
  const { trialsEnded, ended } = billing
  return [
    {
      name: 'Readers',
      value: integer(accounts.total),
      definition: 'All accounts, including administrators.',
    },
    {
      name: 'Sign-ups',
      value: integer(signUps.now),
      definition: `Accounts created in the last ${RECENT_DAYS} days. The line shows weeks.`,
      trend: {
        comparison: comparison(signUps.now, signUps.before, 'fewer'),
        points: signUps.points,
      },
    },
    {
      name: 'Payments',
      value: money(paidCents.now),
      definition: `Paid in the last ${RECENT_DAYS} days, minus refunds. The line shows complete months.`,
      trend: {
        comparison: comparison(paidCents.now, paidCents.before, 'less'),
        points: paidCents.points,
      },
    },
    {
      name: 'Active readers',
      value: integer(reading.readers),
      definition: `Readers who opened a summary in the last ${RECENT_DAYS} days.`,
    },
    {
      name: 'Subscriptions',
      value: integer(billing.paying),
      definition:
        'Paid subscriptions: active, or past due while Stripe retries the card. Trials, complimentary access, and mobile subscriptions are not included.',
    },
    {
      name: 'Trials',
      value: integer(billing.trials),
      definition: 'Subscriptions in their free trial, with a confirmed card.',
    },
    {
      name: 'Trial to paid',
      value: percent(trialsEnded.paid, trialsEnded.ended),
      definition: `Of the ${integer(trialsEnded.ended)} trials that ended in the last ${ENDED_TRIALS_DAYS} days, the share that led to a payment.`,
    },
    {
      name: 'Monthly recurring revenue',
      value: money(Math.round(billing.monthlyCents)),
      definition:
        'The next charges of all paid subscriptions, after discounts; a yearly charge counts as a twelfth. Canceled subscriptions count as zero.',
    },
    {
      name: 'Churn',
      value: percent(ended, billing.paying + ended),
      definition: `The ${integer(ended)} paid subscriptions that ended in the last ${RECENT_DAYS} days, as a share of these and the current ones.`,
    },
    {
      name: 'Finished',
      value: percent(reading.finished, reading.viewed),
      definition: `The share of the ${integer(reading.viewed)} summaries opened in the last ${RECENT_DAYS} days that were marked as read or read to the end, counted per reader.`,
    },
    {
      name: 'Open corrections',
      value: integer(data.openReports),
      definition: 'Mistakes that readers reported and that no editor has answered yet.',
    },
  ]
}
