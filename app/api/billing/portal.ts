import { portalUrl } from '../../billing/service/open-portal.server.ts'
import { endpoint } from '../endpoint.server.ts'

const call = endpoint('session', {
  POST: async ({ signedIn }) => ({ data: { url: await portalUrl(signedIn.user) } }),
})

export const loader = call.loader
export const action = call.action
