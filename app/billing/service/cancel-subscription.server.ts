import type { Stripe } from 'stripe'
import { now } from '../../platform/clock.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { retryIfRefused, askStripe, expectObject, stripe } from '../../platform/stripe.server.ts'
import { releaseSchedule } from './cancel-unconfirmed.server.ts'
import { type Refund, refundOf } from '../rules/refund.ts'
import { lastPaymentOf } from '../store/state.server.ts'
import { reconcile } from './reconcile.server.ts'
import { bestOf } from './stripe-state.server.ts'
import { type Reader, subscriptionOf, type SubscriptionView } from './subscription-of.server.ts'

/** What cancelling came to; the same is mailed. */
export interface Cancelled {
  /** The last moment of access. */
  lastDay: Date
  /** Always: nothing more is charged. */
  nextChargeCents: null
  /** What was paid back; null: nothing. */
  refund: Refund | null
  subscription: SubscriptionView
}

const FAILED = 'Failed to cancel subscription'

/** What has gone back of a reader's last payment for the subscription; null: nothing. */
export async function refundTo(reader: Pick<Reader, 'id'>): Promise<Refund | null> {
  return refundOf(await lastPaymentOf(reader.id))
}

/**
 * Cancels a subscription or trial. `atPeriodEnd`: access lasts until what is paid for (or the trial)
 * ends. `immediately`: access ends now, nothing is paid back.
 * @throws DomainError conflict (nothing to cancel, or cancelled already), provider-unavailable
 * 'Failed to cancel subscription'
 */
export function cancelSubscription(
  reader: Reader,
  when: 'atPeriodEnd' | 'immediately',
): Promise<Cancelled> {
  return askStripe(FAILED, () => retryIfRefused(() => cancel(reader, when)))
}

async function cancel(reader: Reader, when: 'atPeriodEnd' | 'immediately'): Promise<Cancelled> {
  const subscription = bestOf(await reconcile(reader.id))
  const { can, cancelAtPeriodEnd } = await subscriptionOf(reader)
  if (!subscription || !can.cancelNow) {
    throw new DomainError('conflict', 'You have no subscription to cancel.')
  }
  if (when === 'atPeriodEnd' && cancelAtPeriodEnd) {
    throw new DomainError('conflict', 'Your subscription is canceled already.')
  }
  await releaseSchedule(subscription)
  if (when === 'immediately') await endNow(subscription.id)
  else await stripe().subscriptions.update(subscription.id, { cancel_at_period_end: true })
  await reconcile(reader.id)
  const view = await subscriptionOf(reader)
  return {
    lastDay: view.endsAt ?? now(),
    nextChargeCents: null,
    refund: await refundTo(reader),
    subscription: view,
  }
}

/** Stripe's cancelling has no idempotency key: where its answer is lost, what became of it is asked. */
async function endNow(id: string): Promise<void> {
  try {
    await stripe().subscriptions.cancel(id, { invoice_now: false, prorate: false })
  } catch (error) {
    const after = expectObject(await stripe().subscriptions.retrieve(id), 'subscription')
    if (after.status !== 'canceled') throw error
  }
}

/**
 * Cancels a trial: it can be used to its end, and nothing is ever charged.
 * @throws DomainError conflict (no trial, or cancelled already), provider-unavailable
 */
export async function cancelTrial(reader: Reader): Promise<Cancelled> {
  if (!(await subscriptionOf(reader)).can.cancelTrial) {
    throw new DomainError('conflict', 'You have no free trial to cancel.')
  }
  return cancelSubscription(reader, 'atPeriodEnd')
}

/**
 * Takes a cancellation back before it takes effect.
 * @throws DomainError conflict (not scheduled to cancel), provider-unavailable 'Failed to update
 * subscription'
 */
export function resubscribe(reader: Reader): Promise<SubscriptionView> {
  return askStripe('Failed to update subscription', () => retryIfRefused(() => undo(reader)))
}

async function undo(reader: Reader): Promise<SubscriptionView> {
  const subscription = bestOf(await reconcile(reader.id))
  if (!subscription || !(await subscriptionOf(reader)).can.resubscribe) {
    throw new DomainError('conflict', 'Your subscription is not canceled.')
  }
  await stripe().subscriptions.update(subscription.id, undoOf(subscription))
  await reconcile(reader.id)
  return subscriptionOf(reader)
}

/** The portal sets a date, our own form a flag. */
function undoOf(subscription: Stripe.Subscription): Stripe.SubscriptionUpdateParams {
  return subscription.cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' }
}
