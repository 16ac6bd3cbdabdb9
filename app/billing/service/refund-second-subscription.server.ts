import type { Stripe } from 'stripe'
import { log } from '../../platform/log.server.ts'
import { expectObject, isRefusal, stripe } from '../../platform/stripe.server.ts'
import { releaseSchedule, withdraw } from './cancel-unconfirmed.server.ts'

/** What Stripe keeps of why a subscription was ended: by it the second of two is known again. */
const SECOND = 'The reader had another subscription at the same time.'

/** Whether a subscription was ended because it was a reader's second. */
export function wasSecond({ cancellation_details: details }: Stripe.Subscription): boolean {
  return details?.comment === SECOND
}

/**
 * Ends a subscription that a reader has beside another, in the reader's favour: if it is the later
 * of the two, all that was paid for it is paid back, and before it is ended, so that whoever is
 * interrupted finds it again. Done twice at once it is done once.
 * @returns whether anything was changed, so that it has to be fetched again
 */
export async function refundSecondSubscription(
  second: Stripe.Subscription,
  kept: Stripe.Subscription,
): Promise<boolean> {
  await releaseSchedule(second)
  const page = await stripe().invoices.list({
    subscription: second.id,
    limit: 100,
    expand: ['data.payments'],
  })
  let paidBackCents = 0
  for (const invoice of expectObject(page, 'list').data) {
    // Paid in this very moment: the next look pays it back.
    if (invoice.status === 'open' && !(await voidOpen(invoice))) return true
    if (invoice.status !== 'paid' || second.created < kept.created) continue
    const cents = await payBack(invoice)
    if (cents === null) return false
    paidBackCents += cents
  }
  const facts = { subscription: second.id, kept: kept.id, paidBackCents }
  log.error(facts, 'a reader had two subscriptions: the second is ended')
  return (await withdraw(second, { cancellation_details: { comment: SECOND } })) === 'ended'
}

async function voidOpen(invoice: Stripe.Invoice): Promise<boolean> {
  try {
    await stripe().invoices.voidInvoice(invoice.id!)
    return true
  } catch (error) {
    if (!isRefusal(error)) throw error
    return false
  }
}

/** Refunds that are refused because there is nothing left to pay back. */
const NOTHING_LEFT = new Set(['charge_already_refunded', 'charge_disputed'])

/** @returns the cents that went back; null: Stripe refuses, and it is left for the next look */
async function payBack(invoice: Stripe.Invoice): Promise<number | null> {
  const payment = invoice.payments?.data.find(({ status }) => status === 'paid')
  const intent = payment?.payment.payment_intent
  // Nothing was paid, or not by card.
  if (!intent) return 0
  const id = typeof intent === 'string' ? intent : intent.id
  try {
    const refund = await stripe().refunds.create(
      { payment_intent: id, reason: 'duplicate' },
      { idempotencyKey: `second:${id}` },
    )
    return expectObject(refund, 'refund').amount
  } catch (error) {
    if (!isRefusal(error)) throw error
    const { code } = error as Stripe.errors.StripeError
    if (code && NOTHING_LEFT.has(code)) return 0
    log.error({ intent: id, problem: String(error) }, 'a double payment could not be paid back')
    return null
  }
}
