import { env } from '../../platform/env.server.ts'
import type { EmailReader, EmailContent } from '../../platform/email/layout.ts'
import {
  canceledMail,
  disputedMail,
  paymentFailedMail,
  receiptMail,
  refundedMail,
  renewalAheadMail,
  trialEndsMail,
  trialRefusedMail,
  trialStartedMail,
} from './emails.ts'
import { OFFERS, type PlanName } from '../rules/plans.ts'
import type { Notice } from '../rules/notices.ts'
import { refundOf } from '../rules/refund.ts'
import type { ChargeRow, StripeState, TakenBack } from '../store/state.server.ts'

/** What the mails speak of. */
export interface NoticeFacts {
  reader: EmailReader
  state: StripeState
  /** Every charge that is known, as Stripe has it now. */
  charges: (ChargeRow & TakenBack)[]
  /** What was known to be paid back before, in cents, by the charges' invoices. */
  refundedBefore: ReadonlyMap<string, { refundedCents: number }>
  /** Subscriptions that were ended because the reader had another. */
  seconds: ReadonlySet<string>
  now: Date
}

/** The mail that a notice stands for. */
export function noticeMail({ kind, invoiceId }: Notice, told: NoticeFacts): EmailContent {
  const { reader, state, charges, refundedBefore, seconds, now } = told
  const end = (state.status === 'trialing' ? state.trialEnd : state.currentPeriodEnd) ?? now
  const facts = {
    reader,
    planName: state.plan ? OFFERS[state.plan as PlanName].label : 'Readr',
    nextChargeCents: state.nextChargeCents ?? null,
    at: end,
    settingsUrl: `${env().appUrl}/settings`,
  }
  const charge = charges.find((one) => one.invoiceId === invoiceId)
  switch (kind) {
    case 'trial-started':
      return trialStartedMail(facts)
    case 'trial-refused':
      return trialRefusedMail({
        reader,
        plan: state.plan ? OFFERS[state.plan as PlanName] : null,
        checkoutUrl: `${env().appUrl}/checkout?${new URLSearchParams({ priceId: state.priceId ?? '' })}`,
      })
    case 'trial-ends-in-three-days':
      return trialEndsMail(facts, 3)
    case 'trial-ends-tomorrow':
      return trialEndsMail(facts, 1)
    case 'renewal-ahead':
      return renewalAheadMail(facts)
    case 'cancelled': {
      const lastDay = state.endedAt ?? state.cancelAt ?? now
      const refund = refundOf(lastPayment(charges, state.subscriptionId))
      return canceledMail({ ...facts, at: lastDay, isOver: lastDay <= now, refund })
    }
    case 'payment-failed':
      return paymentFailedMail({
        ...facts,
        amountCents: charge!.amountCents,
        nextAttemptAt: (charge!.nextAttemptAt ?? null) as Date | null,
        payUrl: charge!.url ?? null,
      })
    case 'receipt':
      return receiptMail({
        ...facts,
        amountCents: charge!.amountPaidCents,
        paidAt: charge!.paidAt!,
        receiptUrl: charge!.url ?? null,
      })
    case 'refunded':
      return refundedMail({
        ...facts,
        refundCents:
          charge!.refundedCents - (refundedBefore.get(charge!.invoiceId)?.refundedCents ?? 0),
        paidCents: charge!.amountPaidCents,
        paidAt: charge!.paidAt!,
        wasSecond: seconds.has(charge!.subscriptionId ?? ''),
      })
    case 'disputed':
      return disputedMail({
        ...facts,
        paidCents: charge!.amountPaidCents,
        paidAt: charge!.paidAt!,
      })
  }
}

function lastPayment(charges: (ChargeRow & TakenBack)[], subscriptionId: string | null) {
  const [last] = charges
    .filter((one) => one.subscriptionId === subscriptionId && one.status === 'paid')
    .toSorted((a, b) => (b.paidAt?.getTime() ?? 0) - (a.paidAt?.getTime() ?? 0))
  return last ?? null
}
