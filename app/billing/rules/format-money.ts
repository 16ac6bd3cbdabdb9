import { CURRENCY } from './plans.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { longDate } from '../../platform/long-date.ts'

let amounts: Intl.NumberFormat | undefined

/** Formats cents as money: $4.50. */
export function money(cents: number): string {
  amounts ??= new Intl.NumberFormat('en-US', { style: 'currency', currency: CURRENCY })
  return amounts.format(cents / 100)
}

/** Formats a moment that is too close for a day: November 28, 2026 at 9:00 AM UTC. */
export const exactMoment = (moment: Date | string): string =>
  `${new Date(moment).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`

/** The dates of UTC-12, where each day ends last. */
const BEHIND_UTC_MS = 12 * HOUR_MS

/**
 * The day that texts name for something about money that is to come: a charge, the end of access, or
 * the end of an offer. By no clock does it happen before this day begins. Write “before”, “on”, or
 * “starting”, never “until”, “by”, or “through”, which include the day.
 * @param moment in JSON, it is text
 */
export const deadlineDay = (moment: Date | string): string =>
  longDate(new Date(new Date(moment).getTime() - BEHIND_UTC_MS))
