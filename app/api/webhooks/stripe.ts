import { receiveEvent } from '../../billing/service/webhook.server.ts'
import { endpoint } from '../endpoint.server.ts'

const call = endpoint('anyone', {
  async POST({ headers, text }) {
    await receiveEvent(await text(), headers.get('Stripe-Signature'))
    return { data: { received: true } }
  },
})

export const loader = call.loader
export const action = call.action
