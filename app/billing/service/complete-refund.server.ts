import type { Stripe } from 'stripe'
import { expectObject, stripe } from '../../platform/stripe.server.ts'
import { refundProgress } from '../rules/guarantee.ts'
import { type GuaranteeRefund, guaranteeRefundOf } from '../store/guarantee.server.ts'
import { endSubscription } from './end-subscription.server.ts'
import { paymentOf, refundPayment, voidOpen } from './refund-payment.server.ts'
import { releaseSchedule } from './release-schedule.server.ts'
import { idOf, isLive, isUnconfirmed } from './stripe-state.server.ts'

/** Stripe keeps this comment with a subscription that the guarantee ended. */
const GUARANTEE = 'The reader used the money-back guarantee.'

/** Whether the money-back guarantee ended a subscription. */
export function endedByGuarantee(subscription: Stripe.Subscription | null): boolean {
  return subscription?.cancellation_details?.comment === GUARANTEE
}

/** A reader's use of the guarantee, and what Stripe says about it now. */
export interface Guarantee {
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
 */
export async function completeRefund(
  userId: number,
  subscriptions: Stripe.Subscription[],
  customer: string,
  looksAgain: boolean,
): Promise<Guarantee> {
  const request = await guaranteeRefundOf(userId)
  if (!request) return { request, progress: null, changed: false }
  if (request.status === 'requested') {
    const outcome = await refundAll(request, subscriptions, customer)
    if (outcome !== 'done') return { request, progress: null, changed: outcome === 'changed' }
  } else if (request.status !== 'pending' && !looksAgain) {
    return { request, progress: null, changed: false }
  } else if (request.status === 'returned') {
    return { request, progress: null, changed: false }
  }
  const refunds = await refundsOf(customer)
  return { request, progress: refundProgress(refunds), changed: false }
}

/** @returns `refused`: Stripe refused a refund, so try again later */
async function refundAll(
  { requestedAt }: GuaranteeRefund,
  subscriptions: Stripe.Subscription[],
  customer: string,
): Promise<'done' | 'changed' | 'refused'> {
  const covered = new Set<string>()
  let changed = false
  for (const one of subscriptions) {
    // A subscription that was started after the request stays.
    if (isUnconfirmed(one) || one.created * 1000 > requestedAt.getTime()) continue
    covered.add(one.id)
    if (!isLive(one)) continue
    await releaseSchedule(one)
    if (await endSubscription(one, GUARANTEE)) changed = true
  }
  const page = await stripe().invoices.list({ customer, limit: 100, expand: ['data.payments'] })
  const refunded = new Set((await refundsOf(customer)).map(({ payment_intent: id }) => idOf(id)))
  let isRefused = false
  for (const invoice of expectObject(page, 'list').data) {
    if (!covered.has(idOf(invoice.parent?.subscription_details?.subscription) ?? '')) continue
    if (invoice.status === 'open') {
      // If it was just paid, the next round refunds it.
      await voidOpen(invoice)
      changed = true
    }
    const payment = invoice.status === 'paid' ? paymentOf(invoice) : null
    if (payment === null || refunded.has(payment)) continue
    const cents = await refundPayment(payment, 'guarantee')
    if (cents === null) isRefused = true
    else if (cents > 0) changed = true
  }
  if (changed) return 'changed'
  return isRefused ? 'refused' : 'done'
}

/** The refunds at Stripe that belong to the guarantee. */
async function refundsOf(customer: string): Promise<Stripe.Refund[]> {
  const page = await stripe().charges.list({ customer, limit: 100, expand: ['data.refunds'] })
  return expectObject(page, 'list').data.flatMap(({ refunds }) =>
    (refunds?.data ?? []).filter(({ metadata }) => metadata?.['purpose'] === 'guarantee'),
  )
}
