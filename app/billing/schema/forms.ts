import { z } from 'zod'

/** A subscription is being paid for, and its page of success is owed. */
const checkoutFlash = z.object({
  kind: z.literal('checkout'),
  planId: z.string(),
  promotionCode: z.string().optional(),
  /** Begun in the mobile app, where the reader goes on afterwards. */
  fromApp: z.boolean(),
})

/** The page of success is shown, for as long as its countdown runs. */
const paidFlash = z.object({
  kind: z.literal('paid'),
  fromApp: z.boolean(),
  /** Cents that were charged, where the page before knew; null: the last payment says it. */
  chargedCents: z.number().nullable(),
  /** When it was shown first, in milliseconds since 1970; null: not yet. */
  shownAt: z.number().nullable(),
})

/** One line of news for the settings. */
const newsFlash = z.object({ kind: z.literal('news'), isProblem: z.boolean(), text: z.string() })

/** An upgrade waits until the bank has been asked. */
const confirmFlash = z.object({
  kind: z.literal('confirm'),
  planId: z.string(),
  clientSecret: z.string(),
  /** Stripe's page to do the same without our script. */
  paymentUrl: z.string().nullable(),
})

/** What a cancellation came to. */
const cancelledFlash = z.object({
  kind: z.literal('cancelled'),
  lastDay: z.coerce.date(),
})

/** What billing's pages leave in a session for one another. */
export const billingFlash = z.discriminatedUnion('kind', [
  checkoutFlash,
  paidFlash,
  newsFlash,
  confirmFlash,
  cancelledFlash,
])
export type BillingFlash = z.output<typeof billingFlash>
export type CheckoutFlash = z.output<typeof checkoutFlash>

/**
 * What a form of the checkout asks for: to be begun here, or on Stripe's own page, or with the card
 * whose trial was refused, for the amount that was shown.
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

/** What the buttons beside a subscription do. */
export const subscriptionIntent = z.enum([
  'refresh',
  'portal',
  'cancel-trial',
  'resubscribe',
  'withdraw-change',
])
export type SubscriptionIntent = z.output<typeof subscriptionIntent>

/** The form that cancels. */
export const cancelInput = z.object({
  when: z.enum(['atPeriodEnd', 'immediately'], {
    error: 'Please choose when your subscription shall end.',
  }),
})

/** The form that changes the plan. */
export const changePlanInput = z.object({
  planId: z.string({ error: 'Please choose a plan.' }).min(1).max(255),
  prorationDate: z.coerce.number().int().positive().optional(),
})
