import { z } from 'zod'

/**
 * The forms of the checkout: pay here, on Stripe's own page, or with the card whose trial was
 * refused, for the amount that was shown.
 */
export const checkoutInput = z.discriminatedUnion('intent', [
  z.object({ intent: z.enum(['start', 'hosted']) }),
  z.object({
    intent: z.literal('refused-card'),
    shownCents: z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
  }),
])

/** The buttons of a subscription. */
export const subscriptionIntent = z.enum([
  'refresh',
  'portal',
  'cancel-trial',
  'resubscribe',
  'cancel-change',
])
export type SubscriptionIntent = z.output<typeof subscriptionIntent>

/** The form that cancels a subscription. */
export const cancelInput = z.object({
  when: z.enum(['atPeriodEnd', 'immediately'], {
    error: 'Please choose when your subscription should end.',
  }),
})

/** The form that changes the plan. */
export const changePlanInput = z.object({
  planId: z.string({ error: 'Please choose a plan.' }).min(1).max(255),
  prorationDate: z.coerce.number().int().positive().optional(),
})
