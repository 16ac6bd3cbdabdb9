import { cancelTrial } from '../../billing/service/cancel-subscription.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { NOT_ALLOWED_NOW, PROVIDER_UNREACHABLE } from '../schemas/answers.server.ts'
import { legacyAnswerJson, toLegacyJson } from '../schemas/subscription.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'legacyCancelTrial',
    tag: 'Billing',
    summary: 'Cancel the free trial (legacy)',
    success: 'Done.',
    errors: { 409: NOT_ALLOWED_NOW, 502: PROVIDER_UNREACHABLE },
    method: 'POST',
    auth: 'session',
    output: legacyAnswerJson,
    async handler({ signedIn }) {
      const { subscription } = await cancelTrial(signedIn.user)
      return {
        data: { subscription: toLegacyJson(subscription) },
        message: 'Trial canceled successfully',
      }
    },
  }),
)

export { loader as action }
