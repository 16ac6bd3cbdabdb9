import { cancelCall, changeCall, subscribeCall } from '../../billing/schema/calls.ts'
import { cancelSubscription } from '../../billing/service/cancel-subscription.server.ts'
import { changePlan } from '../../billing/service/change-plan.server.ts'
import { startSubscription } from '../../billing/service/start-subscription.server.ts'
import { endpoint } from '../endpoint.server.ts'
import { toCancelledJson, toSubscriptionJson } from './subscription-json.server.ts'

const call = endpoint('session', {
  async POST({ signedIn, body }) {
    const { planId, promotionCode } = subscribeCall.parse(await body())
    const started = await startSubscription(signedIn.user, { planId, promotionCode })
    const { clientSecret, intentType, subscription } = started
    return {
      status: 201,
      data: { clientSecret, intentType, subscription: toSubscriptionJson(subscription) },
    }
  },
  async PUT({ signedIn, body }) {
    const { planId } = changeCall.parse(await body())
    const { subscription, outcome, clientSecret } = await changePlan(signedIn.user, { planId })
    return { data: { subscription: toSubscriptionJson(subscription), outcome, clientSecret } }
  },
  async DELETE({ signedIn, body }) {
    const { immediately } = cancelCall.parse(await body())
    const when = immediately ? 'immediately' : 'atPeriodEnd'
    return { data: toCancelledJson(await cancelSubscription(signedIn.user, when)) }
  },
})

export const loader = call.loader
export const action = call.action
