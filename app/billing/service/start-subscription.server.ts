import { DomainError } from '../../platform/errors.ts'
import type { Reader, SubscriptionView } from './subscription-of.server.ts'

/** What the browser needs to finish a subscription that was begun. */
export interface Started {
  /** For confirmSetup (`setup`, a trial) or confirmPayment (`payment`); null: nothing is left to confirm. */
  clientSecret: string | null
  intentType: 'setup' | 'payment' | null
  /** The plan and terms that were begun, decided here: nothing of it comes from the browser. */
  terms: { planId: string; planName: string; trialEnd: Date | null; dueNowCents: number }
  subscription: SubscriptionView
}

/**
 * Begins a subscription, with the free trial if the reader still has it. Until its card (or first
 * payment) is confirmed it gives no access. Asked again for the same plan, in another tab or after
 * a reload, it answers with the same subscription's secret; for another plan, the one before is
 * cancelled. At most four requests to Stripe.
 * @param input.promotionCode as the reader typed it
 * @throws DomainError invalid-input ('No price ID provided', an unknown plan, an unknown code in
 * field promotionCode), conflict (subscribed already, administrators), too-many-requests (codes),
 * provider-unavailable 'Failed to create subscription'
 */
export async function startSubscription(
  reader: Reader,
  input: { planId: string; promotionCode?: string | undefined },
): Promise<Started> {
  void reader
  void input
  throw new DomainError('provider-unavailable', 'Failed to create subscription')
}

/**
 * The address of Stripe's own checkout page for a plan, for browsers without JavaScript. Comes back
 * to /payment-successful or /checkout?priceId=….
 * @throws as startSubscription
 */
export async function checkoutUrl(reader: Reader, input: { planId: string }): Promise<string> {
  void reader
  void input
  throw new DomainError('provider-unavailable', 'Failed to create subscription')
}
