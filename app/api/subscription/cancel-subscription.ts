import { cancelSubscription } from '../../billing/service/cancel-subscription.server.ts'
import { toLegacyJson } from '../billing/subscription-json.server.ts'
import { endpoint } from '../endpoint.server.ts'

const call = endpoint('session', {
  async POST({ signedIn }) {
    const { subscription } = await cancelSubscription(signedIn.user, 'atPeriodEnd')
    return { data: { subscription: toLegacyJson(subscription) } }
  },
})

export const loader = call.loader
export const action = call.action
