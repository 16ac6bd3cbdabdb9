import { now } from '../../platform/clock.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { expectObject, stripe } from '../../platform/stripe.server.ts'
import { IF_WRONG } from '../rules/error-text.ts'
import { type Refund, refundOf } from '../rules/refund-text.ts'
import { lastPaymentOf } from '../store/billing-state.server.ts'
import { changeSubscription } from './change-subscription.server.ts'
import { type Reader, subscriptionOf, type SubscriptionView } from './find-subscription.server.ts'
import { releaseSchedule } from './release-schedule.server.ts'

/** The result of a cancellation, which is also emailed. */
export interface Canceled {
  lastDay: Date
  /** Null: nothing more is charged. */
  nextChargeCents: null
  /** Null: nothing was refunded. */
  refund: Refund | null
  subscription: SubscriptionView
}

/** What was refunded of a reader's last payment for the subscription; null: nothing. */
export async function refundTo(reader: Pick<Reader, 'id'>): Promise<Refund | null> {
  return refundOf(await lastPaymentOf(reader.id))
}

/**
 * Cancels a subscription or trial. `atPeriodEnd`: access lasts until the paid period or the trial
 * ends. `immediately`: access ends now, and nothing is refunded.
 * @param message the error message if Stripe fails
 * @throws DomainError conflict (nothing to cancel, or already canceled), provider-unavailable
 */
export async function cancelSubscription(
  reader: Reader,
  when: 'atPeriodEnd' | 'immediately',
  message = 'Failed to cancel subscription',
): Promise<Canceled> {
  const view = await changeSubscription(reader, message, async (subscription, before) => {
    if (!subscription || !before.can.cancelNow) {
      throw new DomainError('conflict', `You don’t have a subscription to cancel. ${IF_WRONG}`)
    }
    if (when === 'atPeriodEnd' && before.cancelAtPeriodEnd) {
      throw new DomainError('conflict', 'Your subscription is already canceled.')
    }
    await releaseSchedule(subscription)
    if (when === 'immediately') await endNow(subscription.id)
    else await stripe().subscriptions.update(subscription.id, { cancel_at_period_end: true })
  })
  return {
    lastDay: view.endsAt ?? now(),
    nextChargeCents: null,
    refund: await refundTo(reader),
    subscription: view,
  }
}

/** Canceling takes no idempotency key: if the answer is lost, look at what happened. */
async function endNow(id: string): Promise<void> {
  try {
    await stripe().subscriptions.cancel(id, { invoice_now: false, prorate: false })
  } catch (error) {
    const after = expectObject(await stripe().subscriptions.retrieve(id), 'subscription')
    if (after.status !== 'canceled') throw error
  }
}

/**
 * Cancels a trial: nothing is charged, and access lasts until the trial ends or ends immediately.
 * @throws DomainError conflict (no trial, or already canceled), provider-unavailable 'Failed to
 * cancel trial.'
 */
export async function cancelTrial(
  reader: Reader,
  when: 'atPeriodEnd' | 'immediately' = 'atPeriodEnd',
): Promise<Canceled> {
  if (!(await subscriptionOf(reader)).can.cancelTrial) {
    throw new DomainError('conflict', `You don’t have a free trial to cancel. ${IF_WRONG}`)
  }
  return cancelSubscription(reader, when, 'Failed to cancel trial.')
}
