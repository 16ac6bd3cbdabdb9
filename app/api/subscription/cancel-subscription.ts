import { cancelSubscription } from '../../billing/service/cancel-subscription.server.ts'
import { endpoint } from '../endpoint.server.ts'
import { legacyCall } from './legacy-call.server.ts'

export const loader = endpoint(
  legacyCall(
    { id: 'legacyCancelSubscription', summary: 'Cancel at the end of the period (legacy)' },
    async (user) => (await cancelSubscription(user, 'atPeriodEnd')).subscription,
  ),
)

export { loader as action }
