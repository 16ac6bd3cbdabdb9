import type Stripe from 'stripe'
import { z } from 'zod'
import { type Account, idOf } from '../engine/account.ts'
import { refused } from '../engine/errors.ts'
import { metadata, moment, text, whole, withMetadata } from '../engine/fields.ts'
import { listOf } from '../engine/operations.ts'
import { filled } from '../engine/published.ts'
import { newId } from '../engine/store.ts'
import { createSetupIntent, requireChargeable } from './intents.ts'
import { recurringPrice } from './catalogue.ts'
import { customerOf } from './customers.ts'
import { couponOf, discounts, redeem } from './discounts.ts'
import { periodCharge } from './invoice-lines.ts'
import { planInvoice } from './invoice-plan.ts'
import { collect, draftInvoice, finalizeInvoice } from './invoices.ts'
import { attach, methodNamed } from './payment-methods.ts'
import {
  enterPeriod,
  INCOMPLETE_LIFE_S,
  periodAfter,
  planOf,
  subscriptionMethod,
  TRIAL_WARNING_S,
  useInvoice,
} from './subscription-parts.ts'

const DAY_S = 86_400

export const trialSettings = z.strictObject({
  end_behavior: z.strictObject({ missing_payment_method: z.enum(['cancel', 'create_invoice']) }),
})

export const creation = {
  customer: text,
  items: z.array(z.strictObject({ price: text })).length(1),
  trial_period_days: whole.refine((days) => days >= 1 && days <= 730).optional(),
  trial_end: moment.optional(),
  trial_settings: trialSettings.optional(),
  payment_behavior: z.enum(['default_incomplete', 'error_if_incomplete']).optional(),
  payment_settings: z
    .strictObject({ save_default_payment_method: z.literal('on_subscription') })
    .optional(),
  billing_mode: z.strictObject({ type: z.literal('flexible') }).optional(),
  default_payment_method: text.optional(),
  discounts: discounts.optional(),
  metadata: metadata.optional(),
}
type Creation = z.output<z.ZodObject<typeof creation>>

function firstPeriod(account: Account, input: Creation, price: Stripe.Price) {
  const start = account.now(input.customer)
  const { trial_end: given, trial_period_days: days } = input
  if (given !== undefined && given <= start) {
    throw refused('Invalid timestamp: must be an integer Unix timestamp in the future.', {
      param: 'trial_end',
    })
  }
  const trialEnd = given ?? (days === undefined ? null : start + days * DAY_S)
  return { start, trialEnd, end: trialEnd ?? periodAfter(price, start) }
}

/**
 * Creates a subscription with its invoice and, if needed, an intent.
 * @param isAuthenticated the cardholder has just passed 3-D Secure
 */
export function createSubscription(
  account: Account,
  input: Creation,
  isAuthenticated = false,
): Stripe.Subscription {
  const customer = customerOf(account, input.customer)
  const price = recurringPrice(account, input.items[0]!.price, 'items[0][price]')
  const { start, trialEnd, end } = firstPeriod(account, input, price)
  const method = methodToUse(account, input, customer)
  const item = { id: newId('si'), price, subscription: newId('sub') }
  const charge = periodCharge(account, item, start, end)
  const plan = {
    customer,
    charged: [trialEnd === null ? charge : { ...charge, amount: 0, description: `Free trial` }],
    reason: 'subscription_create' as const,
    currency: price.currency,
    start,
    end: start,
  }
  const due = (ids: string[]) =>
    planInvoice(account, { ...plan, id: 'preview', subscription: null, discounts: ids }).amount_due
  if (
    input.payment_behavior === 'error_if_incomplete' &&
    due(redeem(account, input.discounts, customer.id, true)) > 0
  ) {
    if (method === null) throw noMethod()
    requireChargeable(account, method, isAuthenticated)
  }
  const redeemed = redeem(account, input.discounts, customer.id)
  const owes = due(redeemed) > 0
  if (owes && method === null && input.payment_behavior !== 'default_incomplete') throw noMethod()
  if (method !== null && input.default_payment_method !== undefined) {
    attach(account, methodNamed(account, method, 'default_payment_method'), customer.id)
  }
  const subscription = filled<Stripe.Subscription>('subscription', {
    id: item.subscription,
    object: 'subscription',
    automatic_tax: {},
    billing_cycle_anchor: trialEnd ?? start,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    cancellation_details: { feedback_option: null },
    collection_method: 'charge_automatically',
    created: start,
    currency: price.currency,
    customer: customer.id,
    default_payment_method: input.default_payment_method === undefined ? null : method,
    discounts: redeemed,
    invoice_settings: { issuer: { type: 'self' } },
    items: itemsOf(item, start, end),
    metadata: withMetadata(null, input.metadata),
    payment_settings: {
      save_default_payment_method: input.payment_settings?.save_default_payment_method ?? 'off',
    },
    start_date: start,
    status: trialEnd !== null ? 'trialing' : owes ? 'incomplete' : 'active',
    test_clock: idOf(customer.test_clock),
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: {
        billing_cycle_anchor: null,
        missing_payment_method: 'create_invoice',
        ...input.trial_settings?.end_behavior,
      },
    },
    trial_start: trialEnd === null ? null : start,
  })
  account.store.insert(subscription, [customer.id])
  customer.currency = price.currency
  enterPeriod(account, subscription, start, end)
  const invoice = draftInvoice(account, { ...plan, subscription, discounts: redeemed })
  useInvoice(account, subscription, invoice)
  if (!owes && method === null && !isFreeForEver(account, redeemed)) {
    subscription.pending_setup_intent = createSetupIntent(account, customer.id).id
  }
  account.emit('customer.subscription.created', subscription)
  const clock = account.clock(customer)
  if (trialEnd !== null) {
    const warning = Math.max(start, trialEnd - TRIAL_WARNING_S)
    clock.schedule(warning, 'trial_will_end', subscription.id)
  }
  finalizeInvoice(account, invoice)
  if (owes) {
    clock.schedule(start + INCOMPLETE_LIFE_S, 'incomplete_expire', subscription.id)
    if (input.payment_behavior !== 'default_incomplete') {
      collect(account, invoice, method!, isAuthenticated)
    }
  }
  return subscription
}

/** The list of the only item. */
function itemsOf(
  { id, price, subscription }: { id: string; price: Stripe.Price; subscription: string },
  start: number,
  end: number,
) {
  const item = filled<Stripe.SubscriptionItem>('subscription items.data[]', {
    id,
    object: 'subscription_item',
    created: start,
    current_period_end: end,
    current_period_start: start,
    current_trial: null,
    metadata: {},
    plan: planOf(price),
    price,
    quantity: 1,
    subscription,
  })
  return listOf(`/v1/subscription_items?subscription=${subscription}`, [item])
}

function methodToUse(account: Account, input: Creation, customer: Stripe.Customer): string | null {
  const given = input.default_payment_method
  return given === undefined
    ? subscriptionMethod(account, { default_payment_method: null, customer: customer.id })
    : methodNamed(account, given, 'default_payment_method').id
}

function isFreeForEver(account: Account, redeemed: string[]): boolean {
  return redeemed.some((id) => {
    const { percent_off: percent, duration } = couponOf(account, id)
    return percent === 100 && duration === 'forever'
  })
}

const noMethod = () =>
  refused(
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
    { code: 'resource_missing' },
  )
