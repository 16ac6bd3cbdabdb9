import type Stripe from 'stripe'
import { z } from 'zod'
import type { Account } from '../engine/account.ts'
import { refused } from '../engine/errors.ts'
import { filled } from '../engine/published.ts'
import { emptyable, metadata, text, withMetadata, yesNo } from '../engine/fields.ts'
import { listing, operation, retrieval } from '../engine/operations.ts'
import { newId } from '../engine/store.ts'
import { customerOf } from './customers.ts'

type Configuration = Stripe.BillingPortal.Configuration

const features = z.strictObject({
  customer_update: z
    .strictObject({
      enabled: yesNo.optional(),
      allowed_updates: emptyable(z.array(text)).optional(),
    })
    .optional(),
  invoice_history: z.strictObject({ enabled: yesNo }).optional(),
  payment_method_update: z.strictObject({ enabled: yesNo }).optional(),
  subscription_cancel: z
    .strictObject({
      enabled: yesNo,
      mode: z.enum(['at_period_end', 'immediately']).optional(),
      proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
    })
    .optional(),
  subscription_update: z
    .strictObject({ enabled: z.literal('false').transform(() => false) })
    .optional(),
})

export const configuration = {
  name: emptyable(text).optional(),
  business_profile: z
    .strictObject({
      headline: emptyable(text.max(60)).optional(),
      privacy_policy_url: text.optional(),
      terms_of_service_url: text.optional(),
    })
    .optional(),
  default_return_url: emptyable(text).optional(),
  features,
  metadata: metadata.optional(),
}
type Input = z.output<z.ZodObject<typeof configuration>>

export function createConfiguration(
  account: Account,
  input: Input,
  isDefault = false,
): Configuration {
  const now = account.mainClock.now()
  const { features: wanted } = input
  const made = filled<Configuration>('billing_portal.configuration', {
    id: newId('bpc'),
    object: 'billing_portal.configuration',
    active: true,
    business_profile: {
      headline: input.business_profile?.headline,
      privacy_policy_url: input.business_profile?.privacy_policy_url,
      terms_of_service_url: input.business_profile?.terms_of_service_url,
    },
    created: now,
    default_return_url: input.default_return_url,
    features: {
      customer_update: { allowed_updates: [], enabled: wanted.customer_update?.enabled ?? false },
      invoice_history: { enabled: wanted.invoice_history?.enabled ?? false },
      payment_method_update: {
        enabled: wanted.payment_method_update?.enabled,
      },
      subscription_cancel: {
        cancellation_reason: { enabled: false, feedback_options: [], options: [] },
        enabled: wanted.subscription_cancel?.enabled,
        mode: wanted.subscription_cancel?.mode ?? 'at_period_end',
        proration_behavior: wanted.subscription_cancel?.proration_behavior ?? 'none',
      },
      subscription_pause: {
        duration: { interval_options: [], type: 'indefinite' },
        enabled: false,
      },
      subscription_update: {
        proration_behavior: 'none',
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: 'continue_trial',
      },
    },
    is_default: isDefault,
    login_page: { enabled: false, url: null },
    metadata: withMetadata(null, input.metadata),
    name: input.name,
    updated: now,
  })
  account.store.insert(made)
  account.emit('billing_portal.configuration.created', made)
  return made
}

/** The default configuration. */
function defaultConfiguration(account: Account): Configuration {
  for (const one of account.store.newest<Configuration>('billing_portal.configuration')) {
    if (one.is_default) return one
  }
  throw refused(
    'No configuration provided and your test mode default configuration has not been created.',
  )
}

export const session = {
  customer: text,
  configuration: text.optional(),
  return_url: text.optional(),
  locale: text.optional(),
}

function createSession(
  account: Account,
  input: z.output<z.ZodObject<typeof session>>,
): Stripe.BillingPortal.Session {
  customerOf(account, input.customer)
  const chosen =
    input.configuration === undefined
      ? defaultConfiguration(account)
      : account.find<Configuration>(
          'billing_portal.configuration',
          input.configuration,
          'configuration',
        )
  const id = newId('bps')
  const made = filled<Stripe.BillingPortal.Session>('billing_portal.session', {
    id,
    object: 'billing_portal.session',
    configuration: chosen.id,
    created: account.now(input.customer),
    customer: input.customer,
    locale: (input.locale ?? null) as Stripe.BillingPortal.Session['locale'],
    return_url: input.return_url ?? chosen.default_return_url,
    url: `${account.pagesOrigin}/dev/portal/${id}`,
  })
  return account.store.insert(made, [input.customer])
}

const PATH = '/v1/billing_portal/configurations'

const { features: wanted, ...others } = configuration

export const portal = [
  operation('POST', '/v1/billing_portal/sessions', session, createSession),
  operation('POST', PATH, configuration, (account, input) => createConfiguration(account, input)),
  retrieval(`${PATH}/:id`, 'billing_portal.configuration'),
  operation(
    'POST',
    `${PATH}/:id`,
    { ...others, features: wanted.optional(), active: yesNo.optional() },
    (account, input, id) => {
      const found = account.find<Configuration>('billing_portal.configuration', id)
      if (input.active !== undefined) found.active = input.active
      if (input.default_return_url !== undefined)
        found.default_return_url = input.default_return_url
      found.metadata = withMetadata(found.metadata, input.metadata)
      for (const [name, value] of Object.entries(input.features ?? {})) {
        Object.assign(found.features[name as keyof typeof found.features], value)
      }
      account.emit('billing_portal.configuration.updated', found)
      return found
    },
  ),
  listing(
    PATH,
    { active: yesNo.optional(), is_default: yesNo.optional() },
    function* (account, input) {
      for (const one of account.store.newest<Configuration>('billing_portal.configuration')) {
        if (input.active !== undefined && one.active !== input.active) continue
        if (input.is_default === undefined || one.is_default === input.is_default) yield one
      }
    },
  ),
]
