import { CURRENCY } from './plans.ts'

/** Formats cents as money: $4.50. */
export function money(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: CURRENCY })
}

/**
 * Made once, because making one takes longer than formatting many dates. Made when it is first needed,
 * because Node's data about languages takes 8 MB of memory.
 */
let dates: Intl.DateTimeFormat | undefined

/**
 * Formats a date in UTC: November 28, 2026.
 * @param moment in JSON, it is text
 */
export function longDate(moment: Date | string): string {
  return (dates ??= new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeZone: 'UTC',
  })).format(new Date(moment))
}
