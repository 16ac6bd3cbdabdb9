import { CURRENCY } from './plans.ts'

/** Formats cents as money: $4.50. */
export function money(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: CURRENCY })
}

/** Made once: making one takes longer than formatting many dates. */
const LONG_DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/**
 * Formats a date in UTC: November 28, 2026.
 * @param moment in JSON, it is text
 */
export function longDate(moment: Date | string): string {
  return LONG_DATE.format(new Date(moment))
}
