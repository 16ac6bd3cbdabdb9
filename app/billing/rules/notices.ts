import { RENEWAL_REMINDER_MS, TRIAL_REMINDERS_MS } from './next-check.ts'

const DAY_MS = 86_400_000
/** What happened longer ago is no news: nobody is written to about it. */
const NEWS_MS = 14 * DAY_MS

export const NOTICE_KINDS = [
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
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** A mail that a reader is to have had: one of a kind about each subject. */
export interface Notice {
  kind: NoticeKind
  subject: string
  /** The invoice that it is about. */
  invoiceId?: string
}

/** What the mails hang on. */
export interface NoticeFactsOf {
  subscriptionId: string | null
  status: string
  isSetUp: boolean
  plan: string | null
  trialEnd: Date | null
  currentPeriodEnd: Date | null
  cancelAt: Date | null
  canceledAt: Date | null
  endedAt: Date | null
  refusedCard: string | null
}

export interface ChargeNews {
  invoiceId: string
  status: string
  amountPaidCents: number
  attempts?: number | undefined
  paidAt: Date | null
}

/** What went back of a charge. */
export interface ReversalFacts {
  invoiceId: string
  refundedCents: number
  isDisputed: boolean
}

/**
 * The mails about money that went back since the reader was last looked at.
 * @param before what was known then, by the charges' invoices
 */
export function reversalNotices(
  charges: ReversalFacts[],
  before: ReadonlyMap<string, Omit<ReversalFacts, 'invoiceId'>>,
): Notice[] {
  return charges.flatMap(({ invoiceId, refundedCents, isDisputed }): Notice[] => {
    const known = before.get(invoiceId)
    return [
      ...(refundedCents > (known?.refundedCents ?? 0)
        ? [{ kind: 'refunded' as const, subject: `${invoiceId}:${refundedCents}`, invoiceId }]
        : []),
      ...(isDisputed && !known?.isDisputed
        ? [{ kind: 'disputed' as const, subject: invoiceId, invoiceId }]
        : []),
    ]
  })
}

/**
 * The mails that are due now by what Stripe says; those that were sent already are among them, and
 * the database keeps them from being sent again.
 */
export function noticesDue(state: NoticeFactsOf, charges: ChargeNews[], now: Date): Notice[] {
  const { subscriptionId, trialEnd, currentPeriodEnd } = state
  if (subscriptionId === null) return []
  const due: Notice[] = []
  const isNews = (moment: Date | null) =>
    moment !== null && now.getTime() - moment.getTime() < NEWS_MS
  const within = (end: Date, from: number, to: number) => {
    const left = end.getTime() - now.getTime()
    return left <= from && left > to
  }
  if (state.status === 'trialing' && state.isSetUp && trialEnd && trialEnd > now) {
    due.push({ kind: 'trial-started', subject: subscriptionId })
    if (state.cancelAt === null) {
      const [early, late] = TRIAL_REMINDERS_MS
      if (within(trialEnd, early, late)) {
        due.push({ kind: 'trial-ends-in-three-days', subject: subscriptionId })
      }
      if (within(trialEnd, late, 0)) {
        due.push({ kind: 'trial-ends-tomorrow', subject: subscriptionId })
      }
    }
  }
  if (
    state.status === 'active' &&
    state.plan === 'yearly' &&
    state.cancelAt === null &&
    currentPeriodEnd &&
    within(currentPeriodEnd, RENEWAL_REMINDER_MS, 0)
  ) {
    due.push({
      kind: 'renewal-ahead',
      subject: `${subscriptionId}:${currentPeriodEnd.toISOString()}`,
    })
  }
  if (state.refusedCard !== null && isNews(state.endedAt)) {
    due.push({ kind: 'trial-refused', subject: state.refusedCard })
  }
  const cancelledAt = state.canceledAt ?? state.endedAt
  const isCancelled = state.cancelAt !== null || state.status === 'canceled'
  if (isCancelled && state.isSetUp && isNews(cancelledAt)) {
    // Whoever has canceled to the period's end and then ends it at once hears of the new last day.
    const { endedAt } = state
    const isEarly = endedAt !== null && currentPeriodEnd !== null && endedAt < currentPeriodEnd
    const subject = `${subscriptionId}:${cancelledAt!.toISOString()}${isEarly ? ':at-once' : ''}`
    due.push({ kind: 'cancelled', subject })
  }
  for (const { invoiceId, status, attempts, amountPaidCents, paidAt } of charges) {
    if (status === 'paid' && amountPaidCents > 0 && isNews(paidAt)) {
      due.push({ kind: 'receipt', subject: invoiceId, invoiceId })
    }
    if (status === 'open' && (attempts ?? 0) > 0 && state.status === 'past_due') {
      due.push({ kind: 'payment-failed', subject: invoiceId, invoiceId })
    }
  }
  return due
}
