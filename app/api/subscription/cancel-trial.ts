import { cancelTrial } from '../../billing/service/cancel-subscription.server.ts'
import { endpoint } from '../endpoint.server.ts'
import { legacyCall } from './legacy-call.server.ts'

export const loader = endpoint(
  legacyCall(
    { id: 'legacyCancelTrial', summary: 'Cancel the free trial (legacy)' },
    async (user) => (await cancelTrial(user)).subscription,
    'Trial canceled successfully',
  ),
)

export { loader as action }
