import { z } from 'zod'
import { mobileEvent } from '../../billing/schema/calls.ts'
import { receiveMobileEvent } from '../../billing/service/receive-mobile-event.server.ts'
import { idFrom } from '../../catalogue/rules/public-id.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { receivedJson } from '../schemas/answers.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'mobileWebhook',
    tag: 'Webhooks',
    summary: 'Receive an event about a mobile subscription, in RevenueCat’s format',
    success: 'Received. Events that do not concern access change nothing.',
    errors: {
      400: 'The secret is missing or wrong, or the body is not an event.',
    },
    method: 'POST',
    auth: 'ignored',
    parameters: {
      header: z.object({ Authorization: z.string().meta({ description: 'The shared secret.' }) }),
    },
    body: mobileEvent,
    output: receivedJson,
    async handler({ headers, body }) {
      await receiveMobileEvent(headers.get('Authorization'), body, idFrom)
      return { data: { received: true as const } }
    },
  }),
)

export { loader as action }
