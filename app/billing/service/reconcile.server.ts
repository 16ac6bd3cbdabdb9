import { DomainError } from '../../platform/errors.ts'
import type { Reader, SubscriptionView } from './subscription-of.server.ts'

/**
 * Asks Stripe how a reader stands and stores the answer: what 'Refresh Status' does, and the page
 * that a browser comes back to after a payment. It never waits for a webhook.
 * @throws DomainError provider-unavailable 'Failed to reconcile subscription'
 */
export async function refreshSubscription(reader: Reader): Promise<SubscriptionView> {
  void reader
  throw new DomainError('provider-unavailable', 'Failed to reconcile subscription')
}
