import {
  composeEmail,
  greeting,
  type EmailPart,
  type EmailReader,
  type EmailContent,
} from '../../platform/email/layout.ts'
import { longDate, money } from '../rules/format.ts'
import { type Refund, refundInWords } from '../rules/refund.ts'

const p = (text: string): EmailPart => ({ kind: 'paragraph', text })
const button = (label: string, href: string): EmailPart => ({ kind: 'button', label, href })

/** What every mail about a subscription says of it. */
export interface MailFacts {
  reader: EmailReader
  /** 'Monthly' or 'Yearly'. */
  planName: string
  /** Cents that are charged next; null: nothing. */
  nextChargeCents: number | null
  /** When that is, or when access ends. */
  at: Date
  settingsUrl: string
}

const charge = (cents: number | null) => money(cents ?? 0)

/** What was begun, when it costs how much, and how to cancel. */
export function trialStartedMail(facts: MailFacts): EmailContent {
  return composeEmail('Your free trial of Readr has begun', [
    p(greeting(facts.reader)),
    p(
      `Your free trial of the ${facts.planName} Plan has begun: every summary is open to you until ${longDate(facts.at)}.`,
    ),
    p(
      `Unless you cancel before, ${charge(facts.nextChargeCents)} will be charged to your card on ${longDate(facts.at)}. You can cancel in your settings until then, and nothing will be charged.`,
    ),
    button('See or cancel my subscription', facts.settingsUrl),
  ])
}

/** Why no trial began, that nothing was charged, and where the reader decides. */
export function trialRefusedMail({
  reader,
  plan,
  checkoutUrl,
}: {
  reader: MailFacts['reader']
  /** What the plan costs; null: it is on offer no longer. */
  plan: { label: string; cents: number; interval: string } | null
  checkoutUrl: string
}): EmailContent {
  const price = plan
    ? ` The ${plan.label} Plan costs ${money(plan.cents)} today and renews every ${plan.interval}.`
    : ''
  return composeEmail('Your free trial did not start', [
    p(greeting(reader)),
    p(
      'A free trial of Readr was used before with the same card or email address, maybe from another account. Each person gets one, so a new trial did not start. You have not been charged.',
    ),
    p(
      `If you would like to subscribe, you can.${price} You see the amount again before you confirm it, and nothing is charged until you do.`,
    ),
    button('See what it costs', checkoutUrl),
  ])
}

/** How long a trial still lasts. */
export function trialEndsMail(facts: MailFacts, days: 1 | 3): EmailContent {
  const when = days === 1 ? 'tomorrow' : 'in three days'
  return composeEmail(`Your free trial ends ${when}`, [
    p(greeting(facts.reader)),
    p(`Your free trial of the ${facts.planName} Plan ends on ${longDate(facts.at)}.`),
    p(
      `On that day ${charge(facts.nextChargeCents)} will be charged to your card, and your reading goes on. If you would rather stop, cancel before in your settings: it takes one click, and nothing will be charged.`,
    ),
    button('See or cancel my subscription', facts.settingsUrl),
  ])
}

/** A yearly plan is about to renew. */
export function renewalAheadMail(facts: MailFacts): EmailContent {
  return composeEmail(`Your subscription renews on ${longDate(facts.at)}`, [
    p(greeting(facts.reader)),
    p(
      `Your ${facts.planName} Plan has been paid for until ${longDate(facts.at)}. On that day ${charge(facts.nextChargeCents)} will be charged to your card.`,
    ),
    p('If you would rather stop or change your plan, do so in your settings before.'),
    button('See or cancel my subscription', facts.settingsUrl),
  ])
}

/** A payment failed, and how to mend it. */
export function paymentFailedMail(
  facts: MailFacts & { amountCents: number; nextAttemptAt: Date | null; payUrl: string | null },
): EmailContent {
  return composeEmail('Your payment did not go through', [
    p(greeting(facts.reader)),
    p(
      `We tried to charge ${money(facts.amountCents)} for your ${facts.planName} Plan, and your bank declined it.`,
    ),
    p(
      facts.nextAttemptAt
        ? `You can go on reading. We will try again on ${longDate(facts.nextAttemptAt)}. If your card has changed, please give us the new one before: by “Manage Billing” in your settings, or by paying the open bill here.`
        : 'Please pay the open bill with a card that works, or give us a new card by “Manage Billing” in your settings; otherwise your subscription ends.',
    ),
    button(
      facts.payUrl ? 'Pay the open bill' : 'Open my settings',
      facts.payUrl ?? facts.settingsUrl,
    ),
  ])
}

/** A subscription or trial was canceled: the last day, and that nothing more is charged. */
export function canceledMail(
  facts: MailFacts & { isOver: boolean; refund: Refund | null },
): EmailContent {
  const day = longDate(facts.at)
  return composeEmail('Your Readr subscription is canceled', [
    p(greeting(facts.reader)),
    p(`Your ${facts.planName} Plan is canceled.`),
    p(
      facts.isOver
        ? `Last day of access: ${day}. Next charge: none.`
        : `Last day of access: ${day}. You can read everything until then. Next charge: none.`,
    ),
    p(`Refund: ${facts.refund === null ? 'none' : refundInWords(facts.refund)}.`),
    button(facts.isOver ? 'Open my settings' : 'Resubscribe', facts.settingsUrl),
  ])
}

/** A payment was paid back, whole or in part. */
export function refundedMail(
  facts: MailFacts & { refundCents: number; paidCents: number; paidAt: Date; wasSecond: boolean },
): EmailContent {
  const { refundCents, paidCents, paidAt, wasSecond } = facts
  const payment = `the ${money(paidCents)} that you paid on ${longDate(paidAt)}`
  return composeEmail(`Your refund from Readr: ${money(refundCents)}`, [
    p(greeting(facts.reader)),
    ...(wasSecond
      ? [
          p(
            `You had two subscriptions of Readr at the same time, which should not have happened. We have ended the second one, and the ${facts.planName} Plan goes on as it was.`,
          ),
        ]
      : []),
    p(
      `We have paid back ${refundCents === paidCents ? payment : `${money(refundCents)} of ${payment}`}, to the card that you paid with. It can take your bank five to ten days to show it.`,
    ),
    button('See all charges', `${facts.settingsUrl}/subscription`),
  ])
}

/** A bank has taken a payment back for its customer. */
export function disputedMail(facts: MailFacts & { paidCents: number; paidAt: Date }): EmailContent {
  return composeEmail('Your bank has taken a payment back', [
    p(greeting(facts.reader)),
    p(
      `Your bank has taken back the ${money(facts.paidCents)} that you paid on ${longDate(facts.paidAt)}. Your subscription has ended with it, and nothing more is charged.`,
    ),
    p(
      'If that was a mistake, you can subscribe again whenever you like. If you did not ask your bank for it, please ask what happened there.',
    ),
    button('See all charges', `${facts.settingsUrl}/subscription`),
  ])
}

/** What was paid, with Stripe's receipt. */
export function receiptMail(
  facts: MailFacts & { amountCents: number; paidAt: Date; receiptUrl: string | null },
): EmailContent {
  return composeEmail(`Your receipt from Readr: ${money(facts.amountCents)}`, [
    p(greeting(facts.reader)),
    p(
      `Thank you. On ${longDate(facts.paidAt)} you paid ${money(facts.amountCents)} for the ${facts.planName} Plan.`,
    ),
    ...(facts.nextChargeCents === null
      ? []
      : [p(`Next charge: ${charge(facts.nextChargeCents)} on ${longDate(facts.at)}.`)]),
    facts.receiptUrl
      ? button('See the invoice and receipt', facts.receiptUrl)
      : button('See all charges', facts.settingsUrl),
  ])
}
