import { cancelTrial } from '../../billing/service/cancel-subscription.server.ts'
import { toLegacyJson } from '../billing/subscription-json.server.ts'
import { endpoint } from '../endpoint.server.ts'

const call = endpoint('session', {
  async POST({ signedIn }) {
    const { subscription } = await cancelTrial(signedIn.user)
    return {
      data: { subscription: toLegacyJson(subscription) },
      message: 'Trial canceled successfully',
    }
  },
})

export const loader = call.loader
export const action = call.action
