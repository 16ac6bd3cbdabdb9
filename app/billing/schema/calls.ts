import { z } from 'zod'
import { TRIAL_DAYS } from '../rules/plans.ts'

const text = z.string({ error: 'must be text' }).max(200, { error: 'is too long' })

/** A price id; the service refuses an empty one with the specified message. */
const priceId = text.default('').meta({ description: 'The price id of a plan.' })

export const subscribeCall = z.object({
  planId: priceId,
  trialPeriodDays: z
    .number()
    .optional()
    .meta({ description: `Ignored: a first subscription starts with ${TRIAL_DAYS} free days.` }),
  promotionCode: text
    .trim()
    .optional()
    .transform((code) => code || undefined),
})

export const changeCall = z.object({ planId: priceId })

export const legacyChangeCall = z.object({ newPriceId: priceId })

export const cancelCall = z
  .object({ immediately: z.boolean().default(false), atPeriodEnd: z.boolean().default(false) })
  .refine(({ immediately, atPeriodEnd }) => immediately !== atPeriodEnd, {
    error: 'Exactly one of immediately and atPeriodEnd must be true.',
  })

export const mobileEvent = z.object({
  event: z.object({
    type: z.string().max(100),
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
