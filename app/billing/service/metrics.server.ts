import { measure, newCounter } from '../../platform/metrics.server.ts'
import { CHANGES } from '../rules/subscription-change.ts'
import { countByStatus, countRefunds, countUnprocessedEvents } from '../store/metrics.server.ts'

export const countWebhook = newCounter(
  'readr_stripe_webhooks_total',
  'Events that Stripe sent; refused ones have a wrong signature, and Stripe repeats failed ones.',
  'result',
  ['processed', 'repeated', 'refused', 'failed'],
)

export const countSubscriptionChange = newCounter(
  'readr_subscription_changes_total',
  'Trials, trials that became paid subscriptions, subscriptions without a trial, and their ends.',
  'change',
  CHANGES,
)

export function measureBilling(): void {
  measure('readr_subscriptions', 'Subscriptions by Stripe’s status.', 'status', countByStatus)
  measure(
    'readr_webhook_events',
    'Stripe events that were received and not processed yet.',
    'state',
    countUnprocessedEvents,
  )
  measure(
    'readr_guarantee_refunds',
    'Refunds of the money-back guarantee; one that failed must be returned in another way.',
    'status',
    countRefunds,
  )
}
