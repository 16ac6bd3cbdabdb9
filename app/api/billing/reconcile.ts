import { refreshSubscription } from '../../billing/service/reconcile.server.ts'
import { endpoint } from '../endpoint.server.ts'
import { toStatusJson } from './subscription-json.server.ts'

const call = endpoint('session', {
  POST: async ({ signedIn }) => ({ data: toStatusJson(await refreshSubscription(signedIn.user)) }),
})

export const loader = call.loader
export const action = call.action
