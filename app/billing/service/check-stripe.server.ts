import { hasLiveKeys } from '../../platform/stripe.server.ts'
import { countUnprocessedEvents } from '../store/metrics.server.ts'
import { fetchPlans } from './list-plans.server.ts'

/**
 * Asks Stripe for the plans.
 * @returns whether the keys are for real money, and the webhook events that could not be processed
 * @throws Error if Stripe does not answer, refuses the key, or has other plans
 */
export async function checkStripe(): Promise<{ isLive: boolean; failedEvents: number }> {
  await fetchPlans()
  const { failed = 0 } = await countUnprocessedEvents()
  return { isLive: hasLiveKeys(), failedEvents: failed }
}
