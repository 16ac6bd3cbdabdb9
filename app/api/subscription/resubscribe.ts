import { resubscribe } from '../../billing/service/resubscribe.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { NOT_ALLOWED_NOW, PROVIDER_UNREACHABLE } from '../schemas/answers.server.ts'
import { legacyAnswerJson, toLegacyJson } from '../schemas/subscription.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'legacyResubscribe',
    tag: 'Billing',
    summary: 'Undo a cancellation (legacy)',
    success: 'Done.',
    errors: { 409: NOT_ALLOWED_NOW, 502: PROVIDER_UNREACHABLE },
    method: 'POST',
    auth: 'session',
    output: legacyAnswerJson,
    async handler({ signedIn }) {
      return { data: { subscription: toLegacyJson(await resubscribe(signedIn.user)) } }
    },
  }),
)

export { loader as action }
