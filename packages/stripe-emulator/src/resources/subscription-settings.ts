import { z } from 'zod'

const END_BEHAVIORS = ['cancel', 'create_invoice', 'pause'] as const

/** What happens to a subscription whose trial ends without a card. */
export const trialSettings = z
  .strictObject({
    end_behavior: z.strictObject({ missing_payment_method: z.enum(END_BEHAVIORS) }),
  })
  .transform(({ end_behavior: { missing_payment_method } }) => endBehavior(missing_payment_method))

export const endBehavior = (missing_payment_method: (typeof END_BEHAVIORS)[number]) => ({
  end_behavior: { billing_cycle_anchor: null, missing_payment_method },
})

export const paymentSettings = z.strictObject({
  save_default_payment_method: z.enum(['off', 'on_subscription']).optional(),
})

export const paymentBehavior = z.enum([
  'allow_incomplete',
  'default_incomplete',
  'error_if_incomplete',
  'pending_if_incomplete',
])
