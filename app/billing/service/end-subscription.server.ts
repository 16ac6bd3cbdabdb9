import type { Stripe } from 'stripe'
import { log } from '../../platform/log.server.ts'
import { isMissing, isRefusal, stripe } from '../../platform/stripe.server.ts'

/**
 * Ends a subscription at Stripe right away, without a refund.
 * @param comment the reason, which Stripe keeps
 * @returns false: Stripe refused; usually it had already ended
 */
export async function endSubscription(
  { id }: Stripe.Subscription,
  comment?: string,
): Promise<boolean> {
  try {
    await stripe().subscriptions.cancel(id, {
      invoice_now: false,
      prorate: false,
      ...(comment && { cancellation_details: { comment } }),
    })
    return true
  } catch (error) {
    if (!isRefusal(error) && !isMissing(error)) throw error
    log.warn(
      { subscription: id, problem: String(error) },
      'a subscription was not ended; it may have ended before',
    )
    return false
  }
}
