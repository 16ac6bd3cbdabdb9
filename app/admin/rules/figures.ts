const DAY_MS = 86_400_000

/** Days that the numbers of "lately" look back. */
export const LATELY_DAYS = 30
/** Days within which trials ended that are counted: fewer would be few. */
export const TRIALS_DAYS = 90
/** Weeks and months that the charts show. */
export const SHOWN_WEEKS = 12
export const SHOWN_MONTHS = 12
/** Books in the table of the most read. */
export const MOST_READ_BOOKS = 10

/** A span of time, and what it is called; its end does not belong to it. */
export interface NamedSpan {
  label: string
  /** The same under a bar. */
  short: string
  from: Date
  to: Date
}

/** The last so many days, up to now. */
export function lastDays(days: number, now: Date): { from: Date; to: Date } {
  return { from: new Date(now.getTime() - days * DAY_MS), to: now }
}

/** The last weeks, the latest ending now, named by their first day. */
export function lastWeeks(count: number, now: Date): NamedSpan[] {
  return Array.from({ length: count }, (_, i) => {
    const to = new Date(now.getTime() - (count - 1 - i) * 7 * DAY_MS)
    const from = new Date(to.getTime() - 7 * DAY_MS)
    const label = from.toISOString().slice(0, 10)
    return { label, short: label.slice(5), from, to }
  })
}

/** The last calendar months (UTC), this one included, such as 2026-11. */
export function lastMonths(count: number, now: Date): NamedSpan[] {
  return Array.from({ length: count }, (_, i) => {
    const month = (step: number) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (count - 1 - i) + step))
    const [from, to] = [month(0), month(1)]
    const short = from.toLocaleDateString('en-US', { month: 'short', timeZone: 'UTC' })
    return { label: from.toISOString().slice(0, 7), short, from, to }
  })
}

/** A part of a whole as people read it; of nothing there is no share. */
export function share(part: number, whole: number): string {
  return whole === 0 ? 'none yet' : `${Math.round((part / whole) * 1000) / 10}%`
}

const REASONS: Record<string, string> = {
  cancellation_requested: 'Canceled by the reader or by us',
  payment_failed: 'The payment failed',
  payment_disputed: 'The payment was disputed',
  customer_service: 'Customer service was worse than expected',
  low_quality: 'Quality was lower than expected',
  missing_features: 'Something is missing',
  switched_service: 'Switched to another service',
  too_complex: 'Too complicated',
  too_expensive: 'Too expensive',
  unused: 'Not used enough',
  other: 'Another reason',
}

const inWords = (word: string) => (Object.hasOwn(REASONS, word) ? REASONS[word]! : word)

/** Why a subscription ended, as Stripe knows it: its reason, and what the reader said. */
export function reasonLabel(reason: string | null, feedback: string | null): string {
  const said = feedback === null ? '' : `: ${inWords(feedback).toLowerCase()}`
  return reason === null ? `No reason known${said}` : inWords(reason) + said
}
