import { endpoint } from '../endpoint.server.ts'
import { toUserJson } from '../serializers.server.ts'

const call = endpoint('session', {
  GET: async ({ signedIn, access }) => ({
    data: { user: toUserJson(signedIn.user, access === 'full') },
  }),
})

export const loader = call.loader
export const action = call.action
