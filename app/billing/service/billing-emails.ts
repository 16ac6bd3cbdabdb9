import {
  composeEmail,
  emailGreeting,
  type EmailPart,
  type EmailReader,
  type EmailContent,
} from '../../platform/email/layout.ts'
import { deadlineDay, money } from '../rules/format-money.ts'
import { longDate } from '../../platform/long-date.ts'
import { type Refund, refundText } from '../rules/refund-text.ts'
import { TRIAL_ALREADY_USED } from '../rules/subscription-terms.ts'

const p = (text: string): EmailPart => ({ kind: 'paragraph', text })
const button = (label: string, href: string): EmailPart => ({ kind: 'button', label, href })

/** The facts in every email about a subscription. */
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

const nextCharge = ({ nextChargeCents }: EmailFacts) => money(nextChargeCents ?? 0)

/** The trial started: what it costs after that, and how to cancel. */
export function trialStartedEmail(facts: EmailFacts): EmailContent {
  const day = deadlineDay(facts.at)
  return composeEmail('Your free trial of Readr has started', [
    p(emailGreeting(facts.reader)),
    p(`Your free trial of the ${facts.planName} Plan has started. You can read every summary.`),
    p(
      `On ${day}, we will charge your card ${nextCharge(facts)}. To avoid the charge, cancel in your settings before then.`,
    ),
    button('View or cancel my subscription', facts.settingsUrl),
  ])
}

/** The trial was refused: nothing was charged, and how to subscribe without one. */
export function trialRefusedEmail({
  reader,
  plan,
  checkoutUrl,
}: {
  reader: EmailFacts['reader']
  /** Null: the plan is no longer sold. */
  plan: { label: string; cents: number; interval: string } | null
  checkoutUrl: string
}): EmailContent {
  const price = plan
    ? ` The ${plan.label} Plan costs ${money(plan.cents)} today and renews every ${plan.interval}.`
    : ''
  return composeEmail('Your free trial did not start', [
    p(emailGreeting(reader)),
    p(
      `${TRIAL_ALREADY_USED} Each person gets one, so a new trial did not start. You have not been charged.`,
    ),
    p(
      `You can still subscribe.${price} We show you the amount again and charge nothing until you confirm it.`,
    ),
    button('See the price', checkoutUrl),
  ])
}

/**
 * The trial ends soon. “Tomorrow” or “in 3 days” would be wrong by some clocks, and in an email that
 * went out late.
 */
export function trialEndsEmail(facts: EmailFacts): EmailContent {
  const day = deadlineDay(facts.at)
  return composeEmail(`Your plan starts on ${day}`, [
    p(emailGreeting(facts.reader)),
    p(`Your free trial of the ${facts.planName} Plan ends soon.`),
    p(
      `On ${day}, we will charge your card ${nextCharge(facts)}, and you can keep reading. To avoid the charge, cancel in your settings before then.`,
    ),
    button('View or cancel my subscription', facts.settingsUrl),
  ])
}

/** A yearly plan renews soon. */
export function renewalAheadEmail(facts: EmailFacts): EmailContent {
  const day = deadlineDay(facts.at)
  return composeEmail(`Your subscription renews on ${day}`, [
    p(emailGreeting(facts.reader)),
    p(
      `On ${day}, we will charge your card ${nextCharge(facts)} to renew your ${facts.planName} Plan.`,
    ),
    p('To cancel or change your plan, go to your settings before then.'),
    button('View or cancel my subscription', facts.settingsUrl),
  ])
}

/** A payment failed, and how to fix it. */
export function paymentFailedEmail(
  facts: EmailFacts & { amountCents: number; nextAttemptAt: Date | null; payUrl: string | null },
): EmailContent {
  return composeEmail('Your payment did not go through', [
    p(emailGreeting(facts.reader)),
    p(
      `We tried to charge ${money(facts.amountCents)} for your ${facts.planName} Plan, and your bank declined it.`,
    ),
    p(
      facts.nextAttemptAt
        ? `You can keep reading. We will try again on ${deadlineDay(facts.nextAttemptAt)}. If your card has changed, please add the new one before then: select “Manage Billing” in your settings, or pay the open invoice here.`
        : 'Please pay the open invoice with another card, or add a new card under “Manage Billing” in your settings. Otherwise your subscription will end.',
    ),
    button(
      facts.payUrl ? 'Pay the invoice' : 'Open my settings',
      facts.payUrl ?? facts.settingsUrl,
    ),
  ])
}

/** A subscription or trial was canceled: the last day, and that nothing more is charged. */
export function canceledEmail(
  facts: EmailFacts & { isOver: boolean; refund: Refund | null },
): EmailContent {
  const access = facts.isOver
    ? 'Your access has ended.'
    : `Your access ends on ${deadlineDay(facts.at)}. You can read everything until then.`
  return composeEmail('Your Readr subscription is canceled', [
    p(emailGreeting(facts.reader)),
    p(`Your ${facts.planName} Plan is canceled.`),
    p(`${access} Next charge: none.`),
    p(`Refund: ${facts.refund === null ? 'none' : refundText(facts.refund)}.`),
    button(facts.isOver ? 'Open my settings' : 'Resubscribe', facts.settingsUrl),
  ])
}

/** A payment was refunded, in full or in part. */
export function refundedEmail(
  facts: EmailFacts & { refundCents: number; paidCents: number; paidAt: Date; wasSecond: boolean },
): EmailContent {
  const { refundCents, paidCents, paidAt, wasSecond } = facts
  const payment = `the ${money(paidCents)} you paid on ${longDate(paidAt)}`
  return composeEmail(`Your refund from Readr: ${money(refundCents)}`, [
    p(emailGreeting(facts.reader)),
    ...(wasSecond
      ? [
          p(
            `You had two Readr subscriptions at the same time, which should not have happened. We ended the second one. Your ${facts.planName} Plan continues.`,
          ),
        ]
      : []),
    p(
      `We refunded ${refundCents === paidCents ? payment : `${money(refundCents)} of ${payment}`} to the card you paid with. It can take five to ten days to appear on your statement.`,
    ),
    button('See all charges', `${facts.settingsUrl}/subscription`),
  ])
}

/** The money-back guarantee: everything was refunded, and the plan has ended. */
export function guaranteeRefundEmail(facts: EmailFacts & { amountCents: number }): EmailContent {
  return composeEmail(`Your refund from Readr: ${money(facts.amountCents)}`, [
    p(emailGreeting(facts.reader)),
    p(
      `As you asked under our money-back guarantee, we refunded ${money(facts.amountCents)} to the card you paid with. It can take five to ten days to appear on your statement.`,
    ),
    p(
      'Your plan has ended, and we will not charge you again. You keep your account, My List, and the books you marked as read.',
    ),
    button('See all charges', `${facts.settingsUrl}/subscription`),
  ])
}

/** The reader's bank sent back a refund. */
export function refundFailedEmail(
  facts: EmailFacts & {
    amountCents: number
    /** It was a refund of the money-back guarantee. */
    planEnded: boolean
  },
): EmailContent {
  return composeEmail('Your refund did not go through', [
    p(emailGreeting(facts.reader)),
    p(
      `Your bank sent back our refund of ${money(facts.amountCents)}. The card may have expired or been closed.`,
    ),
    p(
      `We still owe you this money, and you do not need to ask again: we will email you to arrange another way to return it.${facts.planEnded ? ' Your plan has ended, and we will not charge you again.' : ''}`,
    ),
    button('See all charges', `${facts.settingsUrl}/subscription`),
  ])
}

/** To the operator: a refund must be returned in another way. */
export function failedRefundNote({
  address,
  amountCents,
  customer,
}: {
  address: string
  amountCents: number
  customer: string
}): EmailContent {
  return composeEmail(`A refund of ${money(amountCents)} failed`, [
    p(
      'A bank sent back a refund. The money is in your Stripe balance again, and we have written to the reader that you will email them.',
    ),
    p(`Reader: ${address}. Customer at Stripe: ${customer}. Amount: ${money(amountCents)}.`),
    p('Ask the reader how to return it, and keep a note with the customer at Stripe.'),
  ])
}

/** To the operator: the refund of a deleted account must be completed by hand. */
export function openRefundNote({
  address,
  amountCents,
  customer,
}: {
  /** Null: it was deleted with the account. */
  address: string | null
  amountCents: number
  customer: string | null
}): EmailContent {
  return composeEmail(`A refund of ${money(amountCents)} is open`, [
    p(
      'A reader’s account was deleted before their refund was complete. Stripe refused the refund, or a bank sent it back, and Readr cannot try again.',
    ),
    p(
      `Reader: ${address ?? 'deleted'}. Customer at Stripe: ${customer ?? 'unknown'}. Amount: ${money(amountCents)}.`,
    ),
    p(
      'Open the customer’s payments in Stripe and refund what is left, or return it in another way. If an invoice is still open, void it.',
    ),
  ])
}

/** The reader's bank reversed a payment. */
export function disputedEmail(
  facts: EmailFacts & { paidCents: number; paidAt: Date },
): EmailContent {
  return composeEmail('Your bank reversed a payment', [
    p(emailGreeting(facts.reader)),
    p(
      `Your bank reversed the ${money(facts.paidCents)} you paid on ${longDate(facts.paidAt)}. Your subscription has ended, and we will not charge you again.`,
    ),
    p(
      'If this was a mistake, you can subscribe again anytime. If you did not request it, please contact your bank.',
    ),
    button('See all charges', `${facts.settingsUrl}/subscription`),
  ])
}

/** A payment succeeded, with Stripe's receipt. */
export function receiptEmail(
  facts: EmailFacts & { amountCents: number; paidAt: Date; receiptUrl: string | null },
): EmailContent {
  return composeEmail(`Your receipt from Readr: ${money(facts.amountCents)}`, [
    p(emailGreeting(facts.reader)),
    p(
      `Thank you. On ${longDate(facts.paidAt)}, you paid ${money(facts.amountCents)} for the ${facts.planName} Plan.`,
    ),
    ...(facts.nextChargeCents === null
      ? []
      : [p(`Next charge: ${nextCharge(facts)} on ${deadlineDay(facts.at)}.`)]),
    facts.receiptUrl
      ? button('See the invoice and receipt', facts.receiptUrl)
      : button('See all charges', facts.settingsUrl),
  ])
}
