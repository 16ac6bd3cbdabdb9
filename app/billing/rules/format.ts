import { CURRENCY } from './plans.ts'

/** Formats cents as money: $4.50. */
export function money(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: CURRENCY })
}

/** Formats a date in UTC: November 28, 2026. */
export function longDate(moment: Date): string {
  return moment.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
}
