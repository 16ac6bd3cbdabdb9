import { resubscribe } from '../../billing/service/resubscribe.server.ts'
import { toLegacyJson } from '../billing/subscription-json.server.ts'
import { endpoint } from '../endpoint.server.ts'

const call = endpoint('session', {
  POST: async ({ signedIn }) => ({
    data: { subscription: toLegacyJson(await resubscribe(signedIn.user)) },
  }),
})

export const loader = call.loader
export const action = call.action
