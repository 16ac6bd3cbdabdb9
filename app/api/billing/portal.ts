import { z } from 'zod'
import { portalUrl } from '../../billing/service/open-portal.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { PROVIDER_UNREACHABLE } from '../schemas/answers.server.ts'

const portalJson = z.strictObject({ url: z.url() })

export const loader = endpoint(
  defineCall({
    id: 'billingPortal',
    tag: 'Billing',
    summary: 'A link to the payment provider’s portal, for cards, invoices, and cancellation',
    success: 'A link that works for a short while.',
    errors: { 409: 'The reader never started a subscription.', 502: PROVIDER_UNREACHABLE },
    method: 'POST',
    auth: 'session',
    output: portalJson,
    handler: async ({ signedIn }) => ({ data: { url: await portalUrl(signedIn.user) } }),
  }),
)

export { loader as action }
