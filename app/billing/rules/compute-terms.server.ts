import { toDate, utcClock } from '../../platform/utc-clock.server.ts'
import { type Interval, type Plan, TRIAL_DAYS } from './plans.ts'
import type { SubscriptionTerms } from './subscription-terms.ts'

/**
 * When a trial ends: at the first noon UTC after its days are over, up to a day later. At noon UTC,
 * the date is the same from UTC-12 to UTC+11, so that texts can name it to everyone.
 */
export function trialEndOf(start: Date): Date {
  const over = utcClock(start).add({ days: TRIAL_DAYS })
  const noon = over.withPlainTime({ hour: 12 })
  const isTooEarly = Temporal.ZonedDateTime.compare(noon, over) < 0
  return toDate(isTooEarly ? noon.add({ days: 1 }) : noon)
}

/** The same day of the next month or year, or the month's last day if it is shorter, as at Stripe. */
export const nextDate = (from: Date, interval: Interval): Date =>
  toDate(utcClock(from).add(interval === 'month' ? { months: 1 } : { years: 1 }))

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
