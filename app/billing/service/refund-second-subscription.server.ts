import type { Stripe } from 'stripe'
import { log } from '../../platform/log.server.ts'
import { expectObject, stripe } from '../../platform/stripe.server.ts'
import { endSubscription } from './end-subscription.server.ts'
import { paymentOf, refundPayment, voidOpen } from './refund-payment.server.ts'
import { releaseSchedule } from './release-schedule.server.ts'

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
    const payment = paymentOf(invoice)
    const cents = payment === null ? 0 : await refundPayment(payment, 'second')
    if (cents === null) return false
    refundedCents += cents
  }
  const facts = { subscription: second.id, kept: kept.id, refundedCents }
  log.error(facts, 'a reader had two subscriptions: the second is ended')
  return endSubscription(second, SECOND)
}
