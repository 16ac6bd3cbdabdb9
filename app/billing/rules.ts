const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Days of the free trial; every person has one. */
export const TRIAL_DAYS = 7
/**
 * A period that has ended keeps its access this long while nobody can ask Stripe how it went on:
 * whoever pays by subscription shall not be locked out because Stripe, or the way there, is down.
 * Where Stripe answers, the timer asks within minutes and this time is never used.
 */
export const RENEWAL_GRACE_MS = 3 * DAY_MS
/** A subscription whose card or payment was never confirmed is cancelled after this. */
export const ATTEMPT_MS = HOUR_MS

export type PlanName = 'monthly' | 'yearly'
export type Interval = 'month' | 'year'

/** What the product sells; Stripe's prices carry these names as lookup keys and must cost this. */
export const OFFERS = {
  monthly: { label: 'Monthly', cents: 1600, interval: 'month' },
  yearly: { label: 'Yearly', cents: 9900, interval: 'year' },
} as const satisfies Record<PlanName, { label: string; cents: number; interval: Interval }>

export const PLAN_NAMES = ['monthly', 'yearly'] as const satisfies PlanName[]

/** Cents that a year by the yearly plan costs less than twelve months by the monthly. */
export const YEARLY_SAVING_CENTS = 12 * OFFERS.monthly.cents - OFFERS.yearly.cents

/** A plan as it is on offer. */
export interface Plan {
  /** Stripe's price id. */
  id: string
  plan: PlanName
  /** 'Monthly' or 'Yearly'. */
  name: string
  /** Cents an interval. */
  price: number
  interval: Interval
  features: readonly string[]
}

/** What every plan opens, where Stripe's product does not say it in its own words. */
export const FEATURES = [
  'Every summary in full, locked books included',
  'New summaries as soon as they appear',
  'My List, reading progress and recommendations',
  'On the web and in the mobile apps',
] as const

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

/** Money as it is shown: $16.00. */
export function money(cents: number): string {
  const dollars = (Math.abs(cents) / 100).toLocaleString('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  return `${cents < 0 ? '-' : ''}$${dollars}`
}

/** A day as it is shown: November 28, 2026 (UTC). */
export function longDate(moment: Date): string {
  return moment.toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  })
}

/** Codes are guessed: a reader may try this often. */
export const PROMOTION_LIMIT = {
  name: 'promotion-code',
  most: 10,
  windowMs: HOUR_MS / 4,
  per: 'account',
} as const

/** The events that Stripe's webhook is to be set up for; others would change nothing. */
export const WEBHOOK_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.trial_will_end',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'subscription_schedule.created',
  'subscription_schedule.updated',
  'subscription_schedule.released',
  'subscription_schedule.canceled',
  'subscription_schedule.completed',
  'subscription_schedule.aborted',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.finalization_failed',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'setup_intent.succeeded',
  'setup_intent.setup_failed',
  'customer.updated',
  'customer.deleted',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.closed',
  'price.updated',
  'product.updated',
] as const
