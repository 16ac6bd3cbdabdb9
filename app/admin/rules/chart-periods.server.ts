import { toDate, utcClock } from '../../platform/utc-clock.server.ts'
import type { Period } from './periods.ts'

export const CHART_WEEKS = 12
export const CHART_MONTHS = 12

export interface NamedPeriod extends Period {
  label: string
  /** The label under a bar of a chart. */
  short: string
}

/** The last weeks, the latest ending now, named after their first day. */
export function lastWeeks(count: number, now: Date): NamedPeriod[] {
  return Array.from({ length: count }, (_, i) => {
    const to = utcClock(now).subtract({ weeks: count - 1 - i })
    const from = to.subtract({ weeks: 1 })
    const label = from.toPlainDate().toString()
    return { label, short: label.slice(5), from: toDate(from), to: toDate(to) }
  })
}

/** The last calendar months (UTC), the current one included, named like 2026-11. */
export function lastMonths(count: number, now: Date): NamedPeriod[] {
  const thisMonth = utcClock(now).with({ day: 1 }).startOfDay()
  return Array.from({ length: count }, (_, i) => {
    const from = thisMonth.subtract({ months: count - 1 - i })
    const label = from.toPlainDate().toPlainYearMonth().toString()
    const short = from.toLocaleString('en-US', { month: 'short' })
    return { label, short, from: toDate(from), to: toDate(from.add({ months: 1 })) }
  })
}
