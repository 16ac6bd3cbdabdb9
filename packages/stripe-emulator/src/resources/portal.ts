import type Stripe from 'stripe'
import { z } from 'zod'
import type { Account } from '../engine/account.ts'
import { metadata, text, withMetadata, yesNo } from '../engine/fields.ts'
import { listing, operation } from '../engine/operations.ts'
import { filled } from '../engine/published.ts'
import { newId } from '../engine/store.ts'
import { customerOf } from './customers.ts'

type Configuration = Stripe.BillingPortal.Configuration

const on = z.strictObject({ enabled: z.literal('true') })

/** The portal cancels at the end of the period, changes cards, and shows invoices. */
export const configuration = {
  features: z.strictObject({
    invoice_history: on,
    payment_method_update: on,
    subscription_cancel: on.extend({ mode: z.literal('at_period_end') }),
    subscription_update: z.strictObject({ enabled: z.literal('false') }),
  }),
  metadata: metadata.optional(),
}

function createConfiguration(
  account: Account,
  input: z.output<z.ZodObject<typeof configuration>>,
): Configuration {
  const now = account.mainClock.now()
  const made = filled<Configuration>('billing_portal.configuration', {
    id: newId('bpc'),
    object: 'billing_portal.configuration',
    active: true,
    business_profile: {},
    created: now,
    features: {
      customer_update: {},
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: {
        cancellation_reason: { feedback_options: [] },
        enabled: true,
        mode: 'at_period_end',
        proration_behavior: 'none',
      },
      subscription_pause: {
        duration: { interval_options: [], type: 'indefinite' },
        enabled: false,
      },
      subscription_update: {
        proration_behavior: 'none',
        schedule_at_period_end: {},
        trial_update_behavior: 'continue_trial',
      },
    },
    login_page: {},
    metadata: withMetadata(null, input.metadata),
    updated: now,
  })
  account.store.insert(made)
  account.emit('billing_portal.configuration.created', made)
  return made
}

export const session = { customer: text, configuration: text, return_url: text }

function createSession(
  account: Account,
  input: z.output<z.ZodObject<typeof session>>,
): Stripe.BillingPortal.Session {
  customerOf(account, input.customer)
  const { id: configuration } = account.find<Configuration>(
    'billing_portal.configuration',
    input.configuration,
    'configuration',
  )
  const id = newId('bps')
  const made = filled<Stripe.BillingPortal.Session>('billing_portal.session', {
    id,
    object: 'billing_portal.session',
    configuration,
    created: account.now(input.customer),
    customer: input.customer,
    return_url: input.return_url,
    url: `${account.pagesOrigin}/dev/portal/${id}`,
  })
  return account.store.insert(made, [input.customer])
}

const PATH = '/v1/billing_portal/configurations'

export const portal = [
  operation('POST', '/v1/billing_portal/sessions', session, createSession),
  operation('POST', PATH, configuration, createConfiguration),
  listing(PATH, { active: yesNo.optional() }, (account) =>
    account.store.newest<Configuration>('billing_portal.configuration'),
  ),
]
