import { type Interval, type Plan, TRIAL_DAYS } from './plans.ts'

const DAY_MS = 86_400_000

/** What is said where the provider says nothing of a payment that failed. */
export const UNKNOWN_PROBLEM = 'An unknown error occurred.'

/** What somebody agrees to who subscribes now. */
export interface Terms {
  /** The free trial lasts until then; null: there is none. */
  trialEnd: Date | null
  /** Cents that are charged at once. */
  dueTodayCents: number
  /** The first charge after today: with a trial the first of all. */
  nextCharge: { cents: number; at: Date }
  /** Cents of every ordinary charge, and how often it comes. */
  price: number
  interval: Interval
}

/** What the button of an offer says: whoever has had the trial is not promised another. */
export const startLabel = ({ trialEnd }: Terms) =>
  trialEnd ? 'Start 7-Day Free Trial' : 'Subscribe'

/**
 * The same day of the next month or year; where that month is shorter, its last day, which is how
 * Stripe counts.
 */
export function nextDate(from: Date, interval: Interval): Date {
  const months = interval === 'month' ? 1 : 12
  const next = new Date(from)
  next.setUTCDate(1)
  next.setUTCMonth(from.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate()
  next.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return next
}

/**
 * The terms of a subscription that begins now.
 * @param firstChargeCents what the first charge is with a promotion code; else the plan's price
 */
export function termsOf(
  { price, interval }: Plan,
  { trial, firstChargeCents = price }: { trial: boolean; firstChargeCents?: number | undefined },
  now: Date,
): Terms {
  if (trial) {
    const trialEnd = new Date(now.getTime() + TRIAL_DAYS * DAY_MS)
    const nextCharge = { cents: firstChargeCents, at: trialEnd }
    return { trialEnd, dueTodayCents: 0, nextCharge, price, interval }
  }
  const nextCharge = { cents: price, at: nextDate(now, interval) }
  return { trialEnd: null, dueTodayCents: firstChargeCents, nextCharge, price, interval }
}
