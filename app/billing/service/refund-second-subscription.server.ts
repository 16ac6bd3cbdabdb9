import type { Stripe } from 'stripe'
import { log } from '../../platform/log.server.ts'
import { expectObject, isRefusal, stripe } from '../../platform/stripe.server.ts'
import { endSubscription } from './end-subscription.server.ts'
import { releaseSchedule } from './release-schedule.server.ts'
import { idOf } from './stripe-state.server.ts'

/** Stripe keeps this comment with a second subscription. */
const SECOND = 'The reader had another subscription at the same time.'

/** Whether a subscription was ended because the reader already had one. */
export function wasSecond({ cancellation_details: details }: Stripe.Subscription): boolean {
  return details?.comment === SECOND
}

/**
 * Ends one of a reader's two subscriptions. If it is the later one, it first refunds everything that
 * was paid for it, so that an interrupted call is repeated. Safe to run twice at the same time.
 * @returns whether anything changed, so that it must be fetched again
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
  let refundedCents = 0
  for (const invoice of expectObject(page, 'list').data) {
    // It was just paid: the next round refunds it.
    if (invoice.status === 'open' && !(await voidOpen(invoice))) return true
    if (invoice.status !== 'paid' || second.created < kept.created) continue
    const cents = await refund(invoice)
    if (cents === null) return false
    refundedCents += cents
  }
  const facts = { subscription: second.id, kept: kept.id, refundedCents }
  log.error(facts, 'a reader had two subscriptions: the second is ended')
  return endSubscription(second, SECOND)
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

/** Stripe's error codes when there is nothing left to refund. */
const NOTHING_LEFT = new Set(['charge_already_refunded', 'charge_disputed'])

/** @returns the refunded cents; null: Stripe refused, so try again later */
async function refund(invoice: Stripe.Invoice): Promise<number | null> {
  const payment = invoice.payments?.data.find(({ status }) => status === 'paid')
  const intent = idOf(payment?.payment.payment_intent)
  // Nothing was paid, or not by card.
  if (!intent) return 0
  try {
    const created = await stripe().refunds.create(
      { payment_intent: intent, reason: 'duplicate' },
      { idempotencyKey: `second:${intent}` },
    )
    return expectObject(created, 'refund').amount
  } catch (error) {
    if (!isRefusal(error)) throw error
    const { code } = error as Stripe.errors.StripeError
    if (code && NOTHING_LEFT.has(code)) return 0
    log.error({ intent, problem: String(error) }, 'a double payment could not be refunded')
    return null
  }
}
