import { measure } from '../../platform/metrics.server.ts'
import { countByStatus, countRefunds, countUnprocessedEvents } from '../store/metrics.server.ts'

/** Registers the metrics of billing. */
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
