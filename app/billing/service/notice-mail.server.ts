import { env } from '../../platform/env.server.ts'
import type { MailText } from '../../platform/mail/layout.ts'
import {
  cancelledMail,
  paymentFailedMail,
  receiptMail,
  renewalAheadMail,
  trialEndsMail,
  trialStartedMail,
} from '../mails.ts'
import { OFFERS, type PlanName } from '../rules.ts'
import type { Notice } from '../rules/notices.ts'
import type { ChargeRow, StripeState } from '../store/state.server.ts'

/** The mail that a notice stands for. */
export function noticeMail(
  { kind, invoiceId }: Notice,
  name: string,
  state: StripeState,
  charges: ChargeRow[],
  now: Date,
): MailText {
  const end = (state.status === 'trialing' ? state.trialEnd : state.currentPeriodEnd) ?? now
  const facts = {
    name,
    planName: state.plan ? OFFERS[state.plan as PlanName].label : 'Readr',
    nextChargeCents: state.nextChargeCents ?? null,
    at: end,
    settingsUrl: `${env().appUrl}/settings`,
  }
  const charge = charges.find((one) => one.invoiceId === invoiceId)
  switch (kind) {
    case 'trial-started':
      return trialStartedMail(facts)
    case 'trial-ends-in-three-days':
      return trialEndsMail(facts, 3)
    case 'trial-ends-tomorrow':
      return trialEndsMail(facts, 1)
    case 'renewal-ahead':
      return renewalAheadMail(facts)
    case 'cancelled': {
      const lastDay = state.endedAt ?? state.cancelAt ?? now
      return cancelledMail({
        ...facts,
        at: lastDay,
        isOver: lastDay <= now,
        refundCents: null,
      })
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
  }
}
