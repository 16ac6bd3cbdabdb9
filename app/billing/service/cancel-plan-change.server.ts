import { DomainError } from '../../platform/errors.ts'
import { retryIfRefused, askStripe, stripe } from '../../platform/stripe.server.ts'
import { type Reader, subscriptionOf, type SubscriptionView } from './find-subscription.server.ts'
import { reconcile } from './reconcile.server.ts'
import { releaseSchedule } from './release-schedule.server.ts'
import { bestOf, whole } from './stripe-state.server.ts'

/**
 * Cancels the pending plan change; the current plan continues.
 * @throws DomainError conflict (there is none), provider-unavailable 'Failed to update subscription'
 */
export function cancelPlanChange(reader: Reader): Promise<SubscriptionView> {
  return askStripe('Failed to update subscription', () => retryIfRefused(() => cancel(reader)))
}

async function cancel(reader: Reader): Promise<SubscriptionView> {
  const subscription = bestOf(await reconcile(reader.id))
  const { can } = await subscriptionOf(reader)
  if (!subscription || !can.cancelPlanChange) {
    throw new DomainError('conflict', 'There is no plan change to cancel.')
  }
  await releaseSchedule(subscription)
  const invoice = whole(subscription.latest_invoice)
  // Stripe drops an upgrade that is not paid yet once its invoice is void.
  if (subscription.pending_update && invoice?.status === 'open') {
    await stripe().invoices.voidInvoice(invoice.id!)
  }
  await reconcile(reader.id)
  return subscriptionOf(reader)
}
