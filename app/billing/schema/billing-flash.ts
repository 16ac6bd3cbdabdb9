import { z } from 'zod'

/** A checkout has started; /payment-successful shows its result. */
const checkoutFlash = z.object({
  kind: z.literal('checkout'),
  planId: z.string(),
  promotionCode: z.string().optional(),
  /** Started in the mobile app, where the reader returns afterwards. */
  fromApp: z.boolean(),
  book: z.string().optional(),
})
export type CheckoutFlash = z.output<typeof checkoutFlash>

/** A payment succeeded; /payment-successful is shown until its countdown ends. */
const paidFlash = z.object({
  kind: z.literal('paid'),
  fromApp: z.boolean(),
  /** Cents that were charged; null: take them from the last payment. */
  chargedCents: z.number().nullable(),
  /** When it was first shown, in milliseconds since 1970; null: not yet. */
  shownAt: z.number().nullable(),
  book: z.string().optional(),
})

/** An upgrade that the reader must confirm with their bank. */
const confirmFlash = z.object({
  kind: z.literal('confirm'),
  planId: z.string(),
  clientSecret: z.string(),
  /** Stripe's page to do the same without our script. */
  paymentUrl: z.string().nullable(),
})

const canceledFlash = z.object({ kind: z.literal('canceled'), lastDay: z.coerce.date() })

export const billingFlash = z.discriminatedUnion('kind', [
  checkoutFlash,
  paidFlash,
  confirmFlash,
  canceledFlash,
])
export type BillingFlash = z.output<typeof billingFlash>
