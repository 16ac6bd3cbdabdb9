import { z } from 'zod'

const status = z.enum(['active', 'trialing', 'past_due', 'canceled', 'none'])
const cents = z.int().meta({ description: 'Cents.' })
const seconds = z.int().meta({ description: 'Seconds since 1970.' })

export const planJson = z
  .strictObject({
    id: z.string().meta({ description: 'The price id.' }),
    name: z.string(),
    price: cents,
    interval: z.enum(['month', 'year']),
    features: z.array(z.string()),
  })
  .meta({ id: 'Plan' })

export const plansJson = z.strictObject({ plans: z.array(planJson) })

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
      .meta({ description: 'The plan change that waits for the end of the period.' }),
  })
  .meta({ id: 'Subscription' })

export const statusJson = z.strictObject({
  subscription: subscriptionJson.nullable(),
  isSubscribed: z.boolean().meta({
    description: 'Has full access: also by a mobile subscription, as a gift, or as administrator.',
  }),
  subscriptionStatus: status,
})

export const startedJson = z.strictObject({
  clientSecret: z.string().nullable().meta({
    description: 'For the payment provider’s library; null: nothing is left to confirm.',
  }),
  intentType: z.enum(['setup', 'payment']).nullable().meta({
    description: '`setup`: confirm a card for the trial; `payment`: confirm the first payment.',
  }),
  subscription: subscriptionJson.nullable(),
})

export const changedJson = z.strictObject({
  subscription: subscriptionJson.nullable(),
  outcome: z.enum(['changed', 'scheduled', 'unconfirmed']).meta({
    description:
      '`scheduled`: at the period’s end. `unconfirmed`: the payment needs the reader (3-D Secure or another card); until then the old plan runs on.',
  }),
  clientSecret: z.string().nullable(),
})

export const cancelledJson = z.strictObject({
  subscription: subscriptionJson.nullable(),
  lastDay: z.iso.datetime().meta({ description: 'The last moment of access.' }),
  nextCharge: z.null(),
  refund: cents
    .nullable()
    .meta({ description: 'Cents that went back of the last payment; null: none.' }),
})

export const portalJson = z.strictObject({ url: z.url() })

export const legacySubscriptionJson = z
  .strictObject({
    price_id: z.string().nullable(),
    status,
    current_period_end: seconds.nullable(),
    cancel_at_period_end: z.boolean(),
    pending_update: z
      .strictObject({
        items: z.array(z.strictObject({ price: z.strictObject({ id: z.string() }) })),
        effective_at: seconds,
      })
      .nullable(),
    trial_end: seconds.nullable(),
    amount_paid: cents.meta({ description: 'Cents of the last payment; 0: none yet.' }),
    billing_date: seconds.nullable().meta({ description: 'When the next charge is; null: none.' }),
  })
  .meta({ id: 'LegacySubscription' })

export const legacyChangedJson = z.strictObject({
  success: z.literal(true),
  payment_successful: z.boolean(),
  data: z.strictObject({
    payment_successful: z.boolean(),
    subscription: legacySubscriptionJson,
  }),
})

export const legacyAnswerJson = z.strictObject({ subscription: legacySubscriptionJson })

export const receivedJson = z.strictObject({ received: z.literal(true) })
