import { DomainError } from '../../platform/errors.ts'
import { retryIfRefused, askStripe, stripe } from '../../platform/stripe.server.ts'
import { type Reader, subscriptionOf, type SubscriptionView } from './find-subscription.server.ts'
import { reconcile } from './reconcile.server.ts'
import { bestOf } from './stripe-state.server.ts'

/**
 * Undoes a cancellation before it takes effect.
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
  // Stripe's portal sets a date where we set a flag.
  const change = subscription.cancel_at_period_end
    ? { cancel_at_period_end: false }
    : { cancel_at: '' as const }
  await stripe().subscriptions.update(subscription.id, change)
  await reconcile(reader.id)
  return subscriptionOf(reader)
}
