import { legacyChangeCall } from '../../billing/schema/calls.ts'
import { changePlan } from '../../billing/service/change-plan.server.ts'
import { toLegacyJson } from '../billing/subscription-json.server.ts'
import { endpoint } from '../endpoint.server.ts'

const call = endpoint('session', {
  async POST({ signedIn, body }) {
    const { newPriceId: planId } = legacyChangeCall.parse(await body())
    const changed = await changePlan(signedIn.user, { planId })
    const payment_successful = changed.paymentSuccessful
    const subscription = toLegacyJson(changed.subscription)
    return {
      bare: { success: true, payment_successful, data: { payment_successful, subscription } },
    }
  },
})

export const loader = call.loader
export const action = call.action
