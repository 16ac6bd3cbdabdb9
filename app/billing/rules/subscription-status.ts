import { DAY_MS } from '../../platform/durations.ts'

/**
 * Access lasts this long past the end of a period while Stripe cannot be asked about the renewal, so
 * that an outage locks out nobody who pays. When Stripe answers, the timer asks within minutes.
 */
export const RENEWAL_GRACE_MS = 3 * DAY_MS

export type SubscriptionStatus = 'active' | 'trialing' | 'past_due' | 'canceled' | 'none'

/** The name of each status on the screen. */
export const SUBSCRIPTION_STATUS_LABELS: Record<SubscriptionStatus, string> = {
  active: 'Active',
  trialing: 'Trial',
  past_due: 'Past Due',
  canceled: 'Canceled',
  none: 'Inactive',
}

export interface StripeFacts {
  status: string
  /** False for a trial without a confirmed card, and for what ended before it was confirmed. */
  isSetUp: boolean
  trialEnd: Date | null
  currentPeriodEnd: Date | null
  cancelAt: Date | null
}

/** Stripe's state of a reader, as it is stored. The columns are explained in the Prisma model. */
export interface StripeState extends StripeFacts {
  subscriptionId: string | null
  accessUntil: Date | null
  priceId: string | null
  plan: string | null
  createdAt: Date | null
  currentPeriodStart: Date | null
  canceledAt: Date | null
  endedAt: Date | null
  endReason: string | null
  endFeedback: string | null
  scheduleId: string | null
  pendingPriceId: string | null
  pendingPlan: string | null
  pendingAt: Date | null
  updatePriceId: string | null
  updatePlan: string | null
  updateExpiresAt: Date | null
  nextChargeCents: number | null
  openInvoiceUrl: string | null
  refusedCard: string | null
}

export function statusOf({
  status,
  isSetUp,
}: Pick<StripeFacts, 'status' | 'isSetUp'>): SubscriptionStatus {
  switch (status) {
    case 'active':
    case 'past_due':
      return status
    case 'canceled':
    case 'trialing':
      return isSetUp ? status : 'none'
    default:
      return 'none'
  }
}

/**
 * Whether Stripe has stopped a subscription without ending it (`unpaid`, `paused`): it gives no access,
 * and no other one starts beside it, because it continues once it is paid.
 */
export const isHalted = ({ status }: Pick<StripeFacts, 'status'>) =>
  status === 'unpaid' || status === 'paused'

/**
 * The moment until which a subscription gives full access; null: it gives none. Only active, past
 * due (Stripe still retries the card) and trialing subscriptions with a confirmed card do. A
 * canceled subscription ends on its day; one that renews has RENEWAL_GRACE_MS beyond its period.
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

/** The latest of several moments; null if there is none. */
export function latest(...moments: (Date | null)[]): Date | null {
  return moments.reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null)
}
