export const HOUR_MS = 3_600_000

const DAY_MS = 24 * HOUR_MS

/**
 * A period that has ended keeps its access this long while nobody can ask Stripe how it went on:
 * whoever pays by subscription shall not be locked out because Stripe, or the way there, is down.
 * Where Stripe answers, the timer asks within minutes and this time is never used.
 */
export const RENEWAL_GRACE_MS = 3 * DAY_MS

/** A subscription's status as readers and calls see it. */
export type Status = 'active' | 'trialing' | 'past_due' | 'canceled' | 'none'

/** What a status is called; others are 'Inactive'. */
export function statusLabel(status: Status): string {
  switch (status) {
    case 'active':
      return 'Active'
    case 'trialing':
      return 'Trial'
    case 'past_due':
      return 'Past Due'
    case 'canceled':
      return 'Canceled'
    case 'none':
      return 'Inactive'
  }
}

/** What Stripe says, as far as status and access hang on it. */
export interface StripeFacts {
  /** Stripe's own word. */
  status: string
  /** A trial has its card set up, what has ended was confirmed once; else true. */
  isSetUp: boolean
  trialEnd: Date | null
  currentPeriodEnd: Date | null
  /** When it ends, if it has been cancelled. */
  cancelAt: Date | null
}

/** The status that is shown for what Stripe says. */
export function statusOf({ status, isSetUp }: Pick<StripeFacts, 'status' | 'isSetUp'>): Status {
  switch (status) {
    case 'active':
    case 'past_due':
      return status
    case 'canceled':
      return isSetUp ? 'canceled' : 'none'
    case 'trialing':
      return isSetUp ? 'trialing' : 'none'
    case 'unpaid':
    case 'paused':
      return 'past_due'
    default:
      return 'none'
  }
}

/**
 * Until when a subscription gives full access, by what Stripe says of it; null: it gives none.
 * Active, a trial with its card set up, and past due (Stripe still tries the card) do, and nothing
 * else. What ends on a known day ends on it; what goes on by itself has RENEWAL_GRACE_MS beyond.
 */
export function accessUntil(facts: StripeFacts): Date | null {
  const opens =
    facts.status === 'active' ||
    facts.status === 'past_due' ||
    (facts.status === 'trialing' && facts.isSetUp)
  if (!opens) return null
  const end = facts.status === 'trialing' ? facts.trialEnd : facts.currentPeriodEnd
  if (facts.cancelAt && (!end || facts.cancelAt <= end)) return facts.cancelAt
  return end && new Date(end.getTime() + RENEWAL_GRACE_MS)
}

/** The last of several moments until which somebody has access. */
export function latest(...moments: (Date | null)[]): Date | null {
  return moments.reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null)
}
