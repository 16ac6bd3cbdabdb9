import { measure } from '../../platform/metrics.server.ts'
import { countByStatus, countWaitingEvents } from '../store/admin-figures.server.ts'

/** Has measured how many subscriptions there are and which of Stripe's events wait. */
export function measureBilling(): void {
  measure('readr_subscriptions', 'Subscriptions by Stripe’s status.', 'status', countByStatus)
  measure(
    'readr_webhook_events',
    'Events of Stripe’s that came and have not had their effect yet.',
    'state',
    countWaitingEvents,
  )
}
