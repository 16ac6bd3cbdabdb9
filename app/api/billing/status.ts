import { subscriptionOf } from '../../billing/service/find-subscription.server.ts'
import { endpoint } from '../endpoint.server.ts'
import { toStatusJson } from './subscription-json.server.ts'

const call = endpoint('session', {
  GET: async ({ signedIn }) => ({ data: toStatusJson(await subscriptionOf(signedIn.user)) }),
})

export const loader = call.loader
export const action = call.action
