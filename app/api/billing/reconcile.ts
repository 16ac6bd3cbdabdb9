import { refreshSubscription } from '../../billing/service/reconcile.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { PROVIDER_UNREACHABLE } from '../schemas/answers.server.ts'
import { statusJson, toStatusJson } from '../schemas/subscription.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'reconcile',
    tag: 'Billing',
    summary: 'Refresh the subscription from the payment provider',
    success: 'The answer of the status call.',
    errors: { 502: PROVIDER_UNREACHABLE },
    method: 'POST',
    auth: 'session',
    output: statusJson,
    handler: async ({ signedIn }) => ({
      data: toStatusJson(await refreshSubscription(signedIn.user)),
    }),
  }),
)

export { loader as action }
