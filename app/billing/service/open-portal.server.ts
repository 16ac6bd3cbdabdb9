import { DomainError } from '../../platform/errors.ts'
import { env } from '../../platform/env.server.ts'
import { askStripe, expectObject, stripe, stripeConnection } from '../../platform/stripe.server.ts'
import { accountOf } from '../store/billing-state.server.ts'
import type { Reader } from './find-subscription.server.ts'

/** Marks our portal configuration at Stripe; change the number to create a new one. */
const CONFIGURATION = 'readr-1'

let cache: { configuration: string; from: string } | undefined

/**
 * A short-lived address of Stripe's billing portal for this reader, which returns to /settings.
 * @throws DomainError conflict (no customer yet), provider-unavailable 'Failed to create billing
 * portal session'
 */
export function portalUrl(reader: Pick<Reader, 'id'>): Promise<string> {
  return askStripe('Failed to create billing portal session', async () => {
    const customer = (await accountOf(reader.id))?.customerId
    if (!customer) {
      const text = 'There is nothing to manage yet. Please choose a plan first.'
      throw new DomainError('conflict', text)
    }
    const session = await stripe().billingPortal.sessions.create({
      customer,
      configuration: await configuration(),
      return_url: `${env().appUrl}/settings`,
    })
    return expectObject(session, 'billing_portal.session').url
  })
}

/** The portal lets readers cancel, change cards, and see invoices; plans are changed on our pages. */
async function configuration(): Promise<string> {
  const from = stripeConnection().secretKey
  if (cache?.from === from) return cache.configuration
  const { configurations } = stripe().billingPortal
  const page = await configurations.list({ active: true, limit: 100 })
  const found = expectObject(page, 'list').data.find(
    ({ metadata }) => metadata?.['readr'] === CONFIGURATION,
  )
  const { id } =
    found ??
    (await configurations.create(
      {
        features: {
          subscription_cancel: { enabled: true, mode: 'at_period_end' },
          payment_method_update: { enabled: true },
          subscription_update: { enabled: false },
          invoice_history: { enabled: true },
        },
        metadata: { readr: CONFIGURATION },
      },
      { idempotencyKey: `portal:${CONFIGURATION}` },
    ))
  cache = { configuration: id, from }
  return id
}
