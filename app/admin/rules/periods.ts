const DAY_MS = 86_400_000

/** The period of figures about recent activity. */
export const RECENT_DAYS = 30
/** The period of the share of trials that led to a payment. It is longer, because trials are few. */
export const ENDED_TRIALS_DAYS = 90
/** Bars of the charts. */
export const CHART_WEEKS = 12
export const CHART_MONTHS = 12

/** A period of time; `to` is not part of it. */
export interface Period {
  from: Date
  to: Date
}

export interface NamedPeriod extends Period {
  label: string
  /** The label under a bar of a chart. */
  short: string
}

/** The last days, up to now. */
export function lastDays(days: number, now: Date): Period {
  return { from: new Date(now.getTime() - days * DAY_MS), to: now }
}

/** The last weeks, the latest ending now, named after their first day. */
export function lastWeeks(count: number, now: Date): NamedPeriod[] {
  return Array.from({ length: count }, (_, i) => {
    const to = new Date(now.getTime() - (count - 1 - i) * 7 * DAY_MS)
    const from = new Date(to.getTime() - 7 * DAY_MS)
    const label = from.toISOString().slice(0, 10)
    return { label, short: label.slice(5), from, to }
  })
}

/** The last calendar months (UTC), the current one included, named like 2026-11. */
export function lastMonths(count: number, now: Date): NamedPeriod[] {
  return Array.from({ length: count }, (_, i) => {
    const month = (step: number) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (count - 1 - i) + step))
    const [from, to] = [month(0), month(1)]
    const short = from.toLocaleDateString('en-US', { month: 'short', timeZone: 'UTC' })
    return { label: from.toISOString().slice(0, 7), short, from, to }
  })
}
