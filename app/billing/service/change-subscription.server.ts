import type { Stripe } from 'stripe'
import { retryIfRefused, askStripe } from '../../platform/stripe.server.ts'
import { type Reader, subscriptionOf, type SubscriptionView } from './find-subscription.server.ts'
import { reconcile } from './reconcile.server.ts'
import { bestOf } from './stripe-state.server.ts'

/**
 * Changes a reader's subscription at Stripe, with their state fetched before and after.
 * @param message the error message if Stripe fails
 * @throws DomainError from `change`, provider-unavailable
 */
export function changeSubscription(
  reader: Reader,
  message: string,
  change: (subscription: Stripe.Subscription | null, view: SubscriptionView) => Promise<unknown>,
): Promise<SubscriptionView> {
  return askStripe(message, () =>
    retryIfRefused(async () => {
      const subscription = bestOf(await reconcile(reader.id))
      await change(subscription, await subscriptionOf(reader))
      await reconcile(reader.id)
      return subscriptionOf(reader)
    }),
  )
}
