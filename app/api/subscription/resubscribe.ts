import { resubscribe } from '../../billing/service/resubscribe.server.ts'
import { endpoint } from '../endpoint.server.ts'
import { legacyCall } from './legacy-call.server.ts'

export const loader = endpoint(
  legacyCall({ id: 'legacyResubscribe', summary: 'Undo a cancellation (legacy)' }, resubscribe),
)

export { loader as action }
