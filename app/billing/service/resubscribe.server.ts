import { DomainError } from '../../platform/errors.ts'
import { stripe } from '../../platform/stripe.server.ts'
import { changeSubscription } from './change-subscription.server.ts'
import type { Reader, SubscriptionView } from './find-subscription.server.ts'

/**
 * Undoes a cancellation before it takes effect.
 * @throws DomainError conflict (not scheduled to cancel), provider-unavailable 'Failed to update
 * subscription'
 */
export function resubscribe(reader: Reader): Promise<SubscriptionView> {
  return changeSubscription(reader, 'Failed to update subscription', async (subscription, view) => {
    if (!subscription || !view.can.resubscribe) {
      throw new DomainError('conflict', 'Your subscription is not canceled.')
    }
    // Stripe's portal sets a date where we set a flag.
    const change = subscription.cancel_at_period_end
      ? { cancel_at_period_end: false }
      : { cancel_at: '' as const }
    await stripe().subscriptions.update(subscription.id, change)
  })
}
