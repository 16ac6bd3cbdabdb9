import { receiveMobileEvent } from '../../billing/service/receive-mobile-event.server.ts'
import { idFrom } from '../../catalogue/rules/public-id.ts'
import { endpoint } from '../endpoint.server.ts'

const call = endpoint('anyone', {
  async POST({ headers, body }) {
    await receiveMobileEvent(headers.get('Authorization'), body, idFrom)
    return { data: { received: true } }
  },
})

export const loader = call.loader
export const action = call.action
