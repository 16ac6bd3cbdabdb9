import { z } from 'zod'
import type { SubscriptionView } from '../../billing/rules/subscription-view.ts'
import type { Started } from '../../billing/service/start-subscription.server.ts'

const status = z.enum(['active', 'trialing', 'past_due', 'canceled', 'none'])
export const cents = z.int().meta({ description: 'Cents.' })
const unixSeconds = z.int().meta({ description: 'Seconds since 1970.' })
const source = z
  .enum(['stripe', 'mobile'])
  .meta({ description: '`mobile`: bought in an app store, and managed there.' })

export const subscriptionJson = z
  .strictObject({
    id: z.string(),
    status,
    planId: z.string().nullable(),
    plan: z.enum(['monthly', 'yearly']).nullable(),
    trialEnd: z.iso.datetime().nullable(),
    currentPeriodEnd: z.iso.datetime().nullable(),
    cancelAtPeriodEnd: z.boolean(),
    cancel_at_period_end: z.boolean(),
    schedule: z
      .strictObject({
        planId: z.string(),
        plan: z.enum(['monthly', 'yearly']),
        at: z.iso.datetime(),
      })
      .nullable()
      .meta({ description: 'The plan change scheduled for the end of the period.' }),
    source,
  })
  .meta({ id: 'Subscription' })

/** A subscription that was just started: it may not be confirmed yet. */
export const startedSubscriptionJson = subscriptionJson
  .extend({
    status: z.enum([...status.options, 'incomplete']).meta({
      description: '`incomplete` until the card or the first payment is confirmed.',
    }),
  })
  .meta({ id: 'StartedSubscription' })

export const statusJson = z.strictObject({
  subscription: subscriptionJson.nullable(),
  isSubscribed: z.boolean().meta({
    description:
      'Whether the reader has full access, which mobile subscribers, administrators, and readers with complimentary access have too.',
  }),
  subscriptionStatus: status,
})

export const legacySubscriptionJson = z
  .strictObject({
    price_id: z.string().nullable(),
    status,
    current_period_end: unixSeconds.nullable(),
    cancel_at_period_end: z.boolean(),
    pending_update: z
      .strictObject({
        items: z.array(z.strictObject({ price: z.strictObject({ id: z.string() }) })),
        effective_at: unixSeconds,
      })
      .nullable(),
    trial_end: unixSeconds.nullable(),
    amount_paid: cents.meta({ description: 'The last payment in cents; 0: none yet.' }),
    billing_date: unixSeconds
      .nullable()
      .meta({ description: 'When the next charge is due; null: there is none.' }),
    source,
  })
  .meta({ id: 'LegacySubscription' })

const iso = (date: Date | null) => date?.toISOString() ?? null
const seconds = (date: Date | null) => (date === null ? null : Math.floor(date.getTime() / 1000))

/** A subscription in the billing shape; null: the reader never confirmed one. */
export function toSubscriptionJson(
  view: SubscriptionView,
): z.output<typeof subscriptionJson> | null {
  if (view.source === 'mobile' && view.mobile) return mobileSubscription(view.mobile)
  if (view.subscriptionId === null || view.status === 'none') return null
  const { pendingChange } = view
  return {
    id: view.subscriptionId,
    status: view.status,
    planId: view.priceId,
    plan: view.plan,
    trialEnd: iso(view.trialEnd),
    currentPeriodEnd: iso(view.currentPeriodEnd),
    cancelAtPeriodEnd: view.cancelAtPeriodEnd,
    cancel_at_period_end: view.cancelAtPeriodEnd,
    schedule:
      pendingChange?.kind === 'scheduled'
        ? {
            planId: pendingChange.priceId,
            plan: pendingChange.plan,
            at: pendingChange.at.toISOString(),
          }
        : null,
    source: 'stripe',
  }
}

function mobileSubscription({
  until,
  renews,
}: NonNullable<SubscriptionView['mobile']>): z.output<typeof subscriptionJson> {
  return {
    id: 'mobile',
    status: 'active',
    planId: null,
    plan: null,
    trialEnd: null,
    currentPeriodEnd: until.toISOString(),
    cancelAtPeriodEnd: !renews,
    cancel_at_period_end: !renews,
    schedule: null,
    source: 'mobile',
  }
}

export function toStartedJson(started: Started): z.output<typeof startedSubscriptionJson> {
  const { subscriptionId: id, terms, clientSecret, subscription } = started
  const confirmed = clientSecret === null ? toSubscriptionJson(subscription) : null
  return (
    confirmed ?? {
      id,
      status: 'incomplete',
      planId: terms.planId,
      plan: terms.plan,
      trialEnd: iso(terms.trialEnd),
      currentPeriodEnd: null,
      cancelAtPeriodEnd: false,
      cancel_at_period_end: false,
      schedule: null,
      source: 'stripe',
    }
  )
}

export function toStatusJson(view: SubscriptionView): z.output<typeof statusJson> {
  return {
    subscription: toSubscriptionJson(view),
    isSubscribed: view.isSubscribed,
    subscriptionStatus: view.source === 'mobile' ? 'active' : view.status,
  }
}

export function toLegacyJson(view: SubscriptionView): z.output<typeof legacySubscriptionJson> {
  const { pendingChange } = view
  const mobile = view.source === 'mobile' ? view.mobile : null
  return {
    price_id: view.priceId,
    status: mobile ? 'active' : view.status,
    current_period_end: seconds(mobile?.until ?? view.currentPeriodEnd),
    cancel_at_period_end: mobile ? !mobile.renews : view.cancelAtPeriodEnd,
    pending_update: pendingChange && {
      items: [{ price: { id: pendingChange.priceId } }],
      effective_at: seconds(pendingChange.at)!,
    },
    trial_end: seconds(view.trialEnd),
    amount_paid: view.lastPayment?.cents ?? 0,
    billing_date: seconds(view.nextCharge?.at ?? null),
    source: mobile ? 'mobile' : 'stripe',
  }
}
