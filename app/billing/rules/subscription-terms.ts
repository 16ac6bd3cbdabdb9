import { deadlineDay, money } from './format-money.ts'
import { type Interval, type Plan, TRIAL_DAYS } from './plans.ts'
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts'

/** Shown when the provider gives no reason for a failed payment. */
export const UNKNOWN_PROBLEM = 'An unknown error occurred.'

/** Why a second free trial did not start. */
export const TRIAL_ALREADY_USED =
  'This card or email address has already been used for a free trial, possibly with another account.'

/** What a reader agrees to by subscribing now. */
export interface SubscriptionTerms {
  /** End of the free trial; null: there is no trial. */
  trialEnd: Date | null
  /** Cents charged today. */
  dueTodayCents: number
  /** The first charge after today. */
  nextCharge: { cents: number; at: Date }
  /** Cents of every regular charge. */
  price: number
  interval: Interval
}

/** The label of the button that subscribes. */
export const startLabel = ({ trialEnd }: SubscriptionTerms) =>
  trialEnd ? `Start ${TRIAL_DAYS}-Day Free Trial` : 'Subscribe'

/** What is charged today, and when the next charge is. */
export function chargesText({
  trialEnd,
  dueTodayCents,
  nextCharge,
  interval,
}: SubscriptionTerms): string {
  const next = `${money(nextCharge.cents)} on ${deadlineDay(nextCharge.at)}`
  return trialEnd
    ? `${money(dueTodayCents)} today, ${next}, then every ${interval}.`
    : `${money(dueTodayCents)} today, then every ${interval}. Next charge: ${next}.`
}

const NOON_MS = 12 * HOUR_MS

/**
 * When a trial ends: at the first noon UTC after its days are over, up to a day later. At noon UTC,
 * the date is the same from UTC-12 to UTC+11, so that texts can name it to everyone.
 */
export function trialEndOf(start: Date): Date {
  const over = start.getTime() + TRIAL_DAYS * DAY_MS
  return new Date(Math.ceil((over - NOON_MS) / DAY_MS) * DAY_MS + NOON_MS)
}

/** The same day of the next month or year, or the month's last day if it is shorter, as at Stripe. */
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
 * The terms of a subscription that starts now.
 * @param firstChargeCents the first charge if a promotion code changes it
 */
export function subscriptionTermsOf(
  { price, interval }: Plan,
  { trial, firstChargeCents = price }: { trial: boolean; firstChargeCents?: number | undefined },
  now: Date,
): SubscriptionTerms {
  if (trial) {
    const trialEnd = trialEndOf(now)
    const nextCharge = { cents: firstChargeCents, at: trialEnd }
    return { trialEnd, dueTodayCents: 0, nextCharge, price, interval }
  }
  const nextCharge = { cents: price, at: nextDate(now, interval) }
  return { trialEnd: null, dueTodayCents: firstChargeCents, nextCharge, price, interval }
}
