import { receiveStripeEvent } from '../../billing/service/receive-stripe-event.server.ts'
import { endpoint } from '../endpoint.server.ts'

const call = endpoint('anyone', {
  async POST({ headers, text }) {
    await receiveStripeEvent(await text(), headers.get('Stripe-Signature'))
    return { data: { received: true } }
  },
})

export const loader = call.loader
export const action = call.action
