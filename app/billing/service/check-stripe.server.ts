import { Stripe } from 'stripe'
import { absoluteUrl } from '../../platform/site-address.server.ts'
import { everyPage, hasLiveKeys, stripe } from '../../platform/stripe.server.ts'
import { webhookProblem } from '../rules/webhook-endpoint.ts'
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

/**
 * Asks Stripe whether it calls this installation for all events that matter here.
 * @returns what is wrong; null: nothing
 * @throws Error if Stripe does not answer
 */
export async function checkWebhook(): Promise<string | null> {
  try {
    const endpoints = await everyPage((page) => stripe().webhookEndpoints.list(page))
    return webhookProblem(endpoints, absoluteUrl('/api/webhooks/stripe'))
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripePermissionError)) throw error
    return 'STRIPE_SECRET_KEY is restricted and may not read webhook endpoints, so they are not checked'
  }
}
