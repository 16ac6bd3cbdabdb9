import { z } from 'zod'

/** The amount on a button, in cents. */
const shownCents = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)

/**
 * The forms of the checkout: pay here, on Stripe's own page, or with the card whose trial was
 * refused, for the amount that was shown.
 */
export const checkoutInput = z.discriminatedUnion('intent', [
  z.object({ intent: z.enum(['start', 'hosted']) }),
  z.object({ intent: z.literal('refused-card'), shownCents }),
])

export const subscriptionIntent = z.enum(['refresh', 'portal', 'resubscribe', 'cancel-change'])
export type SubscriptionIntent = z.output<typeof subscriptionIntent>

export const cancelInput = z.object({
  when: z.enum(['atPeriodEnd', 'immediately'], {
    error: 'Please choose when your subscription should end.',
  }),
})

export const guaranteeRefundInput = z.object({ shownCents })

export const changePlanInput = z.object({
  planId: z.string({ error: 'Please choose a plan.' }).min(1).max(255),
  prorationDate: z.coerce.number().int().positive().optional(),
})
