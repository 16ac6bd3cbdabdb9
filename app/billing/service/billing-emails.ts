import {
  composeEmail,
  type EmailContent,
  type EmailReader,
  type EmailValues,
} from '../../platform/email/layout.ts'
import { longDate } from '../../platform/long-date.ts'
import { deadlineDay, money } from '../rules/format-money.ts'
import { type Refund, refundText } from '../rules/refund-text.ts'
import { TRIAL_ALREADY_USED } from '../rules/subscription-terms.ts'

const TEXTS = import.meta.glob<string>('./emails/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const write = (name: string, reader: EmailReader | null, values: EmailValues): EmailContent =>
  composeEmail(TEXTS[`./emails/${name}.md`]!, reader, values)

export interface EmailFacts {
  reader: EmailReader
  /** 'Monthly' or 'Yearly'. */
  planName: string
  /** Cents of the next charge; null: none. */
  nextChargeCents: number | null
  /** The date of the next charge, or the end of access. */
  at: Date
  settingsUrl: string
}

const writeAbout = (name: string, facts: EmailFacts, values: EmailValues = {}): EmailContent =>
  write(name, facts.reader, {
    plan: facts.planName,
    day: deadlineDay(facts.at),
    nextCharge: money(facts.nextChargeCents ?? 0),
    settingsUrl: facts.settingsUrl,
    ...values,
  })

/** The trial started: what it costs after that, and how to cancel. */
export const trialStartedEmail = (facts: EmailFacts) => writeAbout('trial-started', facts)

/** The trial was refused: nothing was charged, and how to subscribe without one. */
export function trialRefusedEmail({
  reader,
  plan,
  checkoutUrl,
}: {
  reader: EmailReader
  /** Null: the plan is no longer sold. */
  plan: { label: string; cents: number; interval: string } | null
  checkoutUrl: string
}): EmailContent {
  const price = plan
    ? ` The ${plan.label} Plan costs ${money(plan.cents)} today and renews every ${plan.interval}.`
    : ''
  return write('trial-refused', reader, { alreadyUsed: TRIAL_ALREADY_USED, price, checkoutUrl })
}

/**
 * The trial ends soon. “Tomorrow” or “in 3 days” would be wrong by some clocks, and in an email that
 * went out late.
 */
export const trialEndsEmail = (facts: EmailFacts) => writeAbout('trial-ends', facts)

/** A yearly plan renews soon. */
export const renewalAheadEmail = (facts: EmailFacts) => writeAbout('renewal-ahead', facts)

export const paymentFailedEmail = (
  facts: EmailFacts & { amountCents: number; nextAttemptAt: Date | null; payUrl: string | null },
) =>
  writeAbout('payment-failed', facts, {
    amount: money(facts.amountCents),
    nextAttempt: facts.nextAttemptAt && deadlineDay(facts.nextAttemptAt),
    isLastAttempt: facts.nextAttemptAt === null,
    payUrl: facts.payUrl,
    settingsUrl: facts.payUrl ? null : facts.settingsUrl,
  })

/** A subscription or trial was canceled: the last day, and that nothing more is charged. */
export const canceledEmail = (facts: EmailFacts & { isOver: boolean; refund: Refund | null }) =>
  writeAbout('canceled', facts, {
    access: facts.isOver
      ? 'Your access has ended.'
      : `Your access ends on ${deadlineDay(facts.at)}. You can read everything until then.`,
    refund: facts.refund === null ? 'none' : refundText(facts.refund),
    action: facts.isOver ? 'Open my settings' : 'Resubscribe',
  })

/** A payment was refunded, in full or in part. */
export function refundedEmail(
  facts: EmailFacts & { refundCents: number; paidCents: number; paidAt: Date; wasSecond: boolean },
): EmailContent {
  const { refundCents, paidCents, paidAt, wasSecond } = facts
  const [amount, payment] = [
    money(refundCents),
    `the ${money(paidCents)} you paid on ${longDate(paidAt)}`,
  ]
  const refunded = refundCents === paidCents ? payment : `${amount} of ${payment}`
  return writeAbout('refunded', facts, { amount, refunded, wasSecond })
}

/** The money-back guarantee: everything was refunded, and the plan has ended. */
export const guaranteeRefundEmail = (facts: EmailFacts & { amountCents: number }) =>
  writeAbout('guarantee-refund', facts, { amount: money(facts.amountCents) })

/**
 * The reader's bank sent back a refund.
 * @param facts `planEnded`: it was a refund of the money-back guarantee
 */
export const refundFailedEmail = (
  facts: EmailFacts & { amountCents: number; planEnded: boolean },
) =>
  writeAbout('refund-failed', facts, {
    amount: money(facts.amountCents),
    planEnded: facts.planEnded ? ' Your plan has ended, and we will not charge you again.' : '',
  })

/** To the operator: a refund must be returned in another way. */
export const failedRefundNote = ({
  address,
  amountCents,
  customer,
}: {
  address: string
  amountCents: number
  customer: string
}) => write('failed-refund-note', null, { address, customer, amount: money(amountCents) })

/**
 * To the operator: the refund of a deleted account must be completed by hand.
 * @param refund `address`: null if it was deleted with the account
 */
export const openRefundNote = ({
  address,
  amountCents,
  customer,
}: {
  address: string | null
  amountCents: number
  customer: string | null
}) =>
  write('open-refund-note', null, {
    address: address ?? 'deleted',
    customer: customer ?? 'unknown',
    amount: money(amountCents),
  })

/** The reader's bank reversed a payment. */
export const disputedEmail = (facts: EmailFacts & { paidCents: number; paidAt: Date }) =>
  writeAbout('disputed', facts, { paid: money(facts.paidCents), paidOn: longDate(facts.paidAt) })

/** A payment succeeded, with Stripe's receipt. */
export const receiptEmail = (
  facts: EmailFacts & { amountCents: number; paidAt: Date; receiptUrl: string | null },
) =>
  writeAbout('receipt', facts, {
    amount: money(facts.amountCents),
    paidOn: longDate(facts.paidAt),
    nextCharge: facts.nextChargeCents === null ? null : money(facts.nextChargeCents),
    receiptUrl: facts.receiptUrl,
    chargesUrl: facts.receiptUrl ? null : facts.settingsUrl,
  })
