import type { EmailReader, EmailContent } from '../../platform/email/layout.ts'
import { env } from '../../platform/env.server.ts'
import type { DueBillingEmail } from '../rules/due-billing-emails.ts'
import { OFFERS, type PlanName } from '../rules/plans.ts'
import { refundOf } from '../rules/refund-text.ts'
import type { StripeState } from '../rules/subscription-status.ts'
import type { ChargeRow, Reversal } from '../store/billing-state.server.ts'
import {
  canceledEmail,
  disputedEmail,
  guaranteeRefundEmail,
  failedRefundNote,
  paymentFailedEmail,
  receiptEmail,
  refundedEmail,
  refundFailedEmail,
  renewalAheadEmail,
  trialEndsEmail,
  trialRefusedEmail,
  trialStartedEmail,
} from './billing-emails.ts'

export interface BillingEmailFacts {
  reader: EmailReader & { email: string }
  state: StripeState
  charges: (ChargeRow & Reversal)[]
  /** The cents that were known to be refunded or sent back before, by invoice id. */
  refundedBefore: ReadonlyMap<string, { refundedCents: number; failedRefundCents: number }>
  /** The ids of second subscriptions that were ended. */
  seconds: ReadonlySet<string>
  /** The refund of the money-back guarantee; null: none. */
  refund: { amountCents: number } | null
  customer: string
  now: Date
}

/** Writes what the operator must know; null: nothing. */
export function writeOperatorEmail(
  email: DueBillingEmail,
  facts: BillingEmailFacts,
): EmailContent | null {
  const { reader, customer } = facts
  if (email.kind !== 'refund-failed') return null
  return failedRefundNote({
    address: reader.email,
    amountCents: failedCents(email, facts),
    customer,
  })
}

function failedCents(
  { invoiceId }: DueBillingEmail,
  { charges, refundedBefore, refund }: BillingEmailFacts,
) {
  if (invoiceId === undefined) return refund!.amountCents
  const charge = charges.find((one) => one.invoiceId === invoiceId)
  return charge!.failedRefundCents - (refundedBefore.get(invoiceId)?.failedRefundCents ?? 0)
}

export function writeBillingEmail(
  email: DueBillingEmail,
  billing: BillingEmailFacts,
): EmailContent {
  const { kind, invoiceId } = email
  const { reader, state, charges, refundedBefore, seconds, refund, now } = billing
  const offer = state.plan ? OFFERS[state.plan as PlanName] : null
  const facts = {
    reader,
    planName: offer?.label ?? 'Readr',
    nextChargeCents: state.nextChargeCents ?? null,
    at: (state.status === 'trialing' ? state.trialEnd : state.currentPeriodEnd) ?? now,
    settingsUrl: `${env().appUrl}/settings`,
  }
  const charge = charges.find((one) => one.invoiceId === invoiceId)
  const paid = () => ({ paidCents: charge!.amountPaidCents, paidAt: charge!.paidAt! })
  switch (kind) {
    case 'trial-started':
      return trialStartedEmail(facts)
    case 'trial-refused':
      return trialRefusedEmail({
        reader,
        plan: offer,
        checkoutUrl: `${env().appUrl}/checkout?${new URLSearchParams({ priceId: state.priceId ?? '' })}`,
      })
    case 'trial-ends-in-three-days':
    case 'trial-ends-tomorrow':
      return trialEndsEmail(facts)
    case 'renewal-ahead':
      return renewalAheadEmail(facts)
    case 'cancelled': {
      const lastDay = state.endedAt ?? state.cancelAt ?? now
      const returned = refundOf(lastPayment(charges, state.subscriptionId))
      return canceledEmail({ ...facts, at: lastDay, isOver: lastDay <= now, refund: returned })
    }
    case 'payment-failed':
      return paymentFailedEmail({
        ...facts,
        amountCents: charge!.amountCents,
        nextAttemptAt: (charge!.nextAttemptAt ?? null) as Date | null,
        payUrl: charge!.url ?? null,
      })
    case 'receipt':
      return receiptEmail({
        ...facts,
        amountCents: charge!.amountPaidCents,
        paidAt: charge!.paidAt!,
        receiptUrl: charge!.url ?? null,
      })
    case 'refunded':
      return refundedEmail({
        ...facts,
        ...paid(),
        refundCents:
          charge!.refundedCents - (refundedBefore.get(charge!.invoiceId)?.refundedCents ?? 0),
        wasSecond: seconds.has(charge!.subscriptionId ?? ''),
      })
    case 'disputed':
      return disputedEmail({ ...facts, ...paid() })
    case 'guarantee-refund':
      return guaranteeRefundEmail({ ...facts, amountCents: refund!.amountCents })
    case 'refund-failed':
      return refundFailedEmail({
        ...facts,
        amountCents: failedCents(email, billing),
        planEnded: invoiceId === undefined,
      })
  }
}

function lastPayment(charges: (ChargeRow & Reversal)[], subscriptionId: string | null) {
  const [last] = charges
    .filter((one) => one.subscriptionId === subscriptionId && one.status === 'paid')
    .toSorted((a, b) => (b.paidAt?.getTime() ?? 0) - (a.paidAt?.getTime() ?? 0))
  return last ?? null
}
