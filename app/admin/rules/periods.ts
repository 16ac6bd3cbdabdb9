import { DAY_MS } from '../../platform/durations.ts'

/** The period of figures about recent activity. */
export const RECENT_DAYS = 30
/** The period of the share of trials that led to a payment. It is longer, because trials are few. */
export const ENDED_TRIALS_DAYS = 90

/** A period of time; `to` is not part of it. */
export interface Period {
  from: Date
  to: Date
}

/** The last days, up to now. */
export function lastDays(days: number, now: Date): Period {
  return { from: new Date(now.getTime() - days * DAY_MS), to: now }
}

/** The period of the same length before a period. */
export function periodBefore({ from, to }: Period): Period {
  return { from: new Date(2 * from.getTime() - to.getTime()), to: from }
}

/** The spans between all limits of some periods, so that nothing in them is counted twice. */
export function disjoint(periods: Period[]): Period[] {
  const limits = new Set(periods.flatMap(({ from, to }) => [from.getTime(), to.getTime()]))
  const sorted = [...limits].toSorted((a, b) => a - b).map((time) => new Date(time))
  return sorted.slice(1).map((to, i) => ({ from: sorted[i]!, to }))
}

/** Adds up what was counted in the disjoint spans of a period. */
export function sumWithin({ from, to }: Period, spans: Period[], counts: number[]): number {
  return spans.reduce(
    (sum, span, i) => (span.from >= from && span.to <= to ? sum + counts[i]! : sum),
    0,
  )
}
