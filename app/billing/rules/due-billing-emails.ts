import type { GuaranteeRefundStatus } from './guarantee.ts'
import { RENEWAL_REMINDER_DAYS, TRIAL_REMINDER_DAYS } from './plans.ts'
import type { StripeState } from './subscription-status.ts'
import { DAY_MS } from '../../platform/durations.ts'

/** Nobody gets an email about something that happened longer ago. */
const RECENT_MS = 14 * DAY_MS

const BILLING_EMAIL_KINDS = [
  'trial-started',
  'trial-refused',
  'trial-ends-in-three-days',
  'trial-ends-tomorrow',
  'renewal-ahead',
  'payment-failed',
  'cancelled',
  'receipt',
  'refunded',
  'disputed',
  'guarantee-refund',
  'refund-failed',
] as const
type BillingEmailKind = (typeof BILLING_EMAIL_KINDS)[number]

/** A billing email; a reader gets one of each kind per subject. */
export interface DueBillingEmail {
  kind: BillingEmailKind
  subject: string
  invoiceId?: string
}

interface EmailCharge {
  invoiceId: string
  status: string
  amountPaidCents: number
  attempts?: number | undefined
  paidAt: Date | null
}

interface ReversedCharge {
  invoiceId: string
  refundedCents: number
  failedRefundCents: number
  isDisputed: boolean
}

/**
 * The emails about refunds and disputes since the last reconciliation.
 * @param before what was known then, by invoice id
 */
export function reversalEmails(
  charges: ReversedCharge[],
  before: ReadonlyMap<string, Omit<ReversedCharge, 'invoiceId'>>,
): DueBillingEmail[] {
  return charges.flatMap((charge): DueBillingEmail[] => {
    const { invoiceId, refundedCents, failedRefundCents: failed, isDisputed } = charge
    const known = before.get(invoiceId)
    // A refund that the bank sent back may be made again.
    const again = failed > 0 ? `:${failed}` : ''
    const subject = `${invoiceId}:${refundedCents}${again}`
    return [
      ...(refundedCents > (known?.refundedCents ?? 0)
        ? [{ kind: 'refunded' as const, subject, invoiceId }]
        : []),
      ...(failed > (known?.failedRefundCents ?? 0)
        ? [{ kind: 'refund-failed' as const, subject: `${invoiceId}:${failed}`, invoiceId }]
        : []),
      ...(isDisputed && !known?.isDisputed
        ? [{ kind: 'disputed' as const, subject: invoiceId, invoiceId }]
        : []),
    ]
  })
}

/**
 * Adds the email about the money-back guarantee, and leaves out those that it replaces: one email
 * about one request.
 * @param refund null: the reader has not used the guarantee
 */
export function withGuarantee(
  emails: DueBillingEmail[],
  refund: {
    before: GuaranteeRefundStatus
    after: GuaranteeRefundStatus
    endedSubscription: boolean
  } | null,
): DueBillingEmail[] {
  if (!refund || refund.after === 'returned') return emails
  const { before, after, endedSubscription } = refund
  const isNew = before === 'requested' && after !== 'requested'
  const others = emails.filter(
    ({ kind }) => !(kind === 'cancelled' && endedSubscription) && !(kind === 'refunded' && isNew),
  )
  if (after === 'requested') return others
  const kind = after === 'failed' ? 'refund-failed' : 'guarantee-refund'
  return [...others, { kind, subject: 'guarantee' }]
}

/** The emails due now, including those already sent: the database sends each only once. */
export function dueBillingEmails(
  state: StripeState,
  charges: EmailCharge[],
  now: Date,
): DueBillingEmail[] {
  const { subscriptionId, trialEnd, currentPeriodEnd } = state
  if (subscriptionId === null) return []
  const due: DueBillingEmail[] = []
  const isRecent = (moment: Date | null) =>
    moment !== null && now.getTime() - moment.getTime() < RECENT_MS
  const isWithinDays = (end: Date, most: number, least: number) => {
    const days = (end.getTime() - now.getTime()) / DAY_MS
    return days <= most && days > least
  }
  if (state.status === 'trialing' && state.isSetUp && trialEnd && trialEnd > now) {
    due.push({ kind: 'trial-started', subject: subscriptionId })
    const [early, late] = TRIAL_REMINDER_DAYS
    if (state.cancelAt === null && isWithinDays(trialEnd, early, late)) {
      due.push({ kind: 'trial-ends-in-three-days', subject: subscriptionId })
    }
    if (state.cancelAt === null && isWithinDays(trialEnd, late, 0)) {
      due.push({ kind: 'trial-ends-tomorrow', subject: subscriptionId })
    }
  }
  if (
    state.status === 'active' &&
    state.plan === 'yearly' &&
    state.cancelAt === null &&
    currentPeriodEnd &&
    isWithinDays(currentPeriodEnd, RENEWAL_REMINDER_DAYS, 0)
  ) {
    const subject = `${subscriptionId}:${currentPeriodEnd.toISOString()}`
    due.push({ kind: 'renewal-ahead', subject })
  }
  if (state.refusedCard !== null && isRecent(state.endedAt)) {
    due.push({ kind: 'trial-refused', subject: state.refusedCard })
  }
  const canceledAt = state.canceledAt ?? state.endedAt
  const isCanceled = state.cancelAt !== null || state.status === 'canceled'
  if (isCanceled && state.isSetUp && isRecent(canceledAt)) {
    // A reader who first cancels at the period's end and then right away gets a second email.
    const { endedAt } = state
    const isEarly = endedAt !== null && currentPeriodEnd !== null && endedAt < currentPeriodEnd
    const subject = `${subscriptionId}:${canceledAt!.toISOString()}${isEarly ? ':at-once' : ''}`
    due.push({ kind: 'cancelled', subject })
  }
  for (const { invoiceId, status, attempts, amountPaidCents, paidAt } of charges) {
    if (status === 'paid' && amountPaidCents > 0 && isRecent(paidAt)) {
      due.push({ kind: 'receipt', subject: invoiceId, invoiceId })
    }
    if (status === 'open' && (attempts ?? 0) > 0 && state.status === 'past_due') {
      due.push({ kind: 'payment-failed', subject: invoiceId, invoiceId })
    }
  }
  return due
}
