import { z } from 'zod'

const text = z.string({ error: 'must be text' }).max(200, { error: 'is too long' })

/** A price id; an empty one is refused in the product's words by the service. */
const priceId = text.default('').meta({ description: 'A price id of the plans.' })

/** POST /api/v1/billing/subscription. How long a trial lasts is decided on the server. */
export const subscribeCall = z.object({
  planId: priceId,
  trialPeriodDays: z
    .number()
    .optional()
    .meta({ description: 'Ignored: a first subscription has seven free days.' }),
  promotionCode: text
    .trim()
    .optional()
    .transform((code) => code || undefined),
})

/** PUT /api/v1/billing/subscription. */
export const changeCall = z.object({ planId: priceId })

/** POST /subscription/change-plan. */
export const legacyChangeCall = z.object({ newPriceId: priceId })

/** DELETE /api/v1/billing/subscription: exactly one of the two. */
export const cancelCall = z
  .object({ immediately: z.boolean().default(false), atPeriodEnd: z.boolean().default(false) })
  .refine(({ immediately, atPeriodEnd }) => immediately !== atPeriodEnd, {
    error: 'Exactly one of immediately and atPeriodEnd must be true.',
  })

/** An event about a subscription in a mobile store, as RevenueCat sends it. */
export const mobileEvent = z.object({
  event: z.object({
    type: z.string().max(100),
    /** The public id of the reader's account. */
    app_user_id: z.string().max(200).optional(),
    event_timestamp_ms: z.number().int().nonnegative().optional(),
    expiration_at_ms: z.number().int().nonnegative().nullish(),
    grace_period_expiration_at_ms: z.number().int().nonnegative().nullish(),
    product_id: z.string().max(200).nullish(),
    store: z.string().max(100).nullish(),
    environment: z.string().max(50).nullish(),
    transferred_from: z.array(z.string().max(200)).max(50).optional(),
    transferred_to: z.array(z.string().max(200)).max(50).optional(),
  }),
})

export type MobileEvent = z.output<typeof mobileEvent>['event']
