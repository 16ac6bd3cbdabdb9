import type { Stripe } from 'stripe'
import { log } from '../../platform/log.server.ts'
import { refundProgress } from '../rules/guarantee.ts'
import { type GuaranteeRefund, guaranteeRefundOf } from '../store/guarantee-refunds.server.ts'
import { endSubscription } from './end-subscription.server.ts'
import { paymentOf, refundPayment, voidOpen } from './refund-payment.server.ts'
import { releaseSchedule } from './release-schedule.server.ts'
import { invoicesOf, paymentsOf } from './stripe-charges.server.ts'
import { stripeIdOf, isLive, isUnconfirmed, subscriptionsOf } from './stripe-state.server.ts'

/** Stripe keeps this comment with a subscription that the guarantee ended. */
const GUARANTEE = 'The reader used the money-back guarantee.'

/** Whether the money-back guarantee ended a subscription. */
export function endedByGuarantee(subscription: Stripe.Subscription | null): boolean {
  return subscription?.cancellation_details?.comment === GUARANTEE
}

export interface GuaranteeUse {
  /** As it is stored; null: the reader has not used it. */
  request: GuaranteeRefund | null
  /** Null: Stripe was not asked, or the refund is not complete. */
  progress: ReturnType<typeof refundProgress> | null
  /** Something changed at Stripe, so that it must be fetched again. */
  changed: boolean
}

/**
 * Completes a refund that a reader has asked for: ends the subscription, so that nothing more is
 * charged, and then refunds everything that was paid for it. Safe to repeat after an interruption and
 * to run twice at the same time. Afterwards it only looks whether the bank has accepted the refund.
 * @param looksAgain whether to ask about a refund that has succeeded: a bank may still send it back
 * @param isLast whether Stripe cannot be fetched again, so that nothing may be changed
 */
export async function completeGuaranteeRefund(
  userId: number,
  subscriptions: Stripe.Subscription[],
  customer: string,
  { looksAgain, isLast }: { looksAgain: boolean; isLast: boolean },
): Promise<GuaranteeUse> {
  const request = await guaranteeRefundOf(userId)
  const unknown = { request, progress: null, changed: false }
  if (!request || request.status === 'returned') return unknown
  if (request.status === 'requested') {
    const outcome = isLast ? 'refused' : await refundAll(request, subscriptions, customer)
    if (outcome !== 'done') return { ...unknown, changed: outcome === 'changed' }
  } else if (request.status !== 'pending' && !looksAgain) return unknown
  return { ...unknown, progress: refundProgress(await refundsOf(customer)) }
}

/** `changed`: fetch again. `refused`: Stripe refused a step, so try again later. */
type Outcome = 'done' | 'changed' | 'refused'

const coveredBy = ({ requestedAt }: GuaranteeRefund, subscriptions: Stripe.Subscription[]) =>
  subscriptions.filter((one) => !isUnconfirmed(one) && one.created * 1000 <= requestedAt.getTime())

/** @param subscriptions as Stripe has them now: nothing is refunded while one of them is live */
async function refundAll(
  request: GuaranteeRefund,
  subscriptions: Stripe.Subscription[],
  customer: string,
): Promise<Outcome> {
  const live = coveredBy(request, subscriptions).filter(isLive)
  for (const one of live) {
    await releaseSchedule(one)
    await endSubscription(one, GUARANTEE)
  }
  if (live.length === 0) return refundPayments(request, subscriptions, customer)
  // A refusal may also mean that it has just ended elsewhere.
  const after = coveredBy(request, await subscriptionsOf(customer))
  return after.some(isLive) ? 'refused' : 'changed'
}

async function refundPayments(
  request: GuaranteeRefund,
  subscriptions: Stripe.Subscription[],
  customer: string,
): Promise<Outcome> {
  const known = new Set(subscriptions.map(({ id }) => id))
  const covered = new Set(coveredBy(request, subscriptions).map(({ id }) => id))
  const refunded = new Set(
    (await refundsOf(customer)).map(({ payment_intent: id }) => stripeIdOf(id)),
  )
  let isChanged = false
  let isRefused = false
  for (const invoice of await invoicesOf(customer)) {
    const subscription = stripeIdOf(invoice.parent?.subscription_details?.subscription) ?? ''
    // Stripe may not list the subscriptions of a deleted customer.
    const isEarlier = invoice.created * 1000 <= request.requestedAt.getTime()
    if (!covered.has(subscription) && (known.has(subscription) || !isEarlier)) continue
    if (invoice.status === 'open') {
      if (await voidOpen(invoice)) isChanged = true
      else isRefused = true
    }
    const payment = invoice.status === 'paid' ? paymentOf(invoice) : null
    if (payment === null || refunded.has(payment)) continue
    const cents = await refundPayment(payment, 'guarantee')
    if (cents === null) isRefused = true
    else if (cents > 0) isChanged = true
  }
  if (isChanged) return 'changed'
  return isRefused ? 'refused' : 'done'
}

/**
 * Refunds what is left of a request once the customer is deleted, and with it every subscription.
 * @param subscriptions as they were before
 * @returns false: not everything could be refunded
 */
export async function refundDeletedCustomer(
  request: GuaranteeRefund,
  subscriptions: Stripe.Subscription[],
  customer: string,
): Promise<boolean> {
  try {
    for (;;) {
      const outcome = await refundPayments(request, subscriptions, customer)
      if (outcome !== 'changed') return outcome === 'done'
    }
  } catch (error) {
    log.error({ customer, problem: String(error) }, 'a refund of a deleted customer is open')
    return false
  }
}

async function refundsOf(customer: string): Promise<Stripe.Refund[]> {
  return (await paymentsOf(customer)).flatMap(({ refunds }) =>
    (refunds?.data ?? []).filter(({ metadata }) => metadata?.['purpose'] === 'guarantee'),
  )
}
