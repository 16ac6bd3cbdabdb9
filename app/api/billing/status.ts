import { subscriptionOf } from '../../billing/service/find-subscription.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { SERVER_ERROR } from '../schemas/answers.server.ts'
import { statusJson, toStatusJson } from '../schemas/subscription.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'subscriptionStatus',
    tag: 'Billing',
    summary: 'The status of the reader’s subscription',
    success: 'The stored status; the payment provider is not asked.',
    errors: { 500: SERVER_ERROR },
    method: 'GET',
    auth: 'session',
    output: statusJson,
    handler: async ({ signedIn }) => ({ data: toStatusJson(await subscriptionOf(signedIn.user)) }),
  }),
)

export { loader as action }
