import { z } from 'zod'
import { receiveStripeEvent } from '../../billing/service/receive-stripe-event.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { receivedJson } from '../schemas/answers.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'stripeWebhook',
    tag: 'Webhooks',
    summary: 'Receive an event from Stripe',
    success: 'Processed, now or earlier.',
    errors: {
      400: 'The signature is missing, wrong, or too old; nothing was changed.',
    },
    method: 'POST',
    auth: 'ignored',
    parameters: {
      header: z.object({
        'Stripe-Signature': z
          .string()
          .meta({ description: 'Made with the webhook’s signing secret.' }),
      }),
    },
    output: receivedJson,
    async handler({ headers, text }) {
      await receiveStripeEvent(await text(), headers.get('Stripe-Signature'))
      return { data: { received: true as const } }
    },
  }),
)

export { loader as action }
