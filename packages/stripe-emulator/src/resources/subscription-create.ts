import type Stripe from 'stripe'
import { z } from 'zod'
import { type Account, idOf } from '../engine/account.ts'
import { refused } from '../engine/errors.ts'
import { filled } from '../engine/published.ts'
import { metadata, moment, text, whole, withMetadata, yesNo } from '../engine/fields.ts'
import { newId } from '../engine/store.ts'
import { requireChargeable } from './intents.ts'
import { recurringPrice } from './catalogue.ts'
import { customerOf } from './customers.ts'
import { couponOf, discounts, redeem } from './discounts.ts'
import { periodCharge } from './invoice-lines.ts'
import { planInvoice } from './invoice-plan.ts'
import { collect, draftInvoice, finalizeInvoice } from './invoices.ts'
import { attach, methodNamed } from './payment-methods.ts'
import { createSetupIntent } from './setup-intents.ts'
import {
  enterPeriod,
  INCOMPLETE_LIFE_S,
  itemsOf,
  makeItem,
  periodAfter,
  rememberPaid,
  subscriptionMethod,
  TRIAL_WARNING_S,
  useUpDiscounts,
} from './subscription-parts.ts'
import {
  trialSettings,
  paymentBehavior,
  paymentSettings,
  endBehavior,
} from './subscription-settings.ts'

const DAY_S = 86_400

export const creation = {
  customer: text,
  items: z
    .array(
      z.strictObject({ price: text, quantity: whole.optional(), metadata: metadata.optional() }),
    )
    .length(1),
  trial_period_days: whole.refine((days) => days >= 1 && days <= 730).optional(),
  trial_end: z.union([z.literal('now'), moment]).optional(),
  trial_settings: trialSettings.optional(),
  payment_behavior: paymentBehavior.optional(),
  payment_settings: paymentSettings.optional(),
  billing_mode: z.strictObject({ type: z.enum(['classic', 'flexible']) }).optional(),
  collection_method: z.literal('charge_automatically').optional(),
  cancel_at_period_end: yesNo.optional(),
  default_payment_method: text.optional(),
  description: text.max(500).optional(),
  discounts: discounts.optional(),
  off_session: yesNo.optional(),
  metadata: metadata.optional(),
}

type Creation = Omit<z.output<z.ZodObject<typeof creation>>, 'metadata'> & {
  metadata?: z.output<typeof metadata> | undefined
}

/** A trial has either an end or a length. */
export function refuseTwoTrials(input: Pick<Creation, 'trial_end' | 'trial_period_days'>): void {
  if (input.trial_end === undefined || input.trial_period_days === undefined) return
  throw refused('You may only specify one of these parameters: trial_end, trial_period_days.')
}

/** The first period of a new subscription, and the end of its trial. */
function firstPeriod(account: Account, input: Creation, price: Stripe.Price) {
  const start = account.now(input.customer)
  refuseTwoTrials(input)
  const given = input.trial_end === 'now' ? undefined : input.trial_end
  if (given !== undefined && given <= start) {
    throw refused('Invalid timestamp: must be an integer Unix timestamp in the future.', {
      param: 'trial_end',
    })
  }
  const days = input.trial_period_days
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
  const [wanted] = input.items
  const price = recurringPrice(account, wanted!.price, 'items[0][price]')
  const { start, trialEnd, end } = firstPeriod(account, input, price)
  const method = methodToUse(account, input, customer)
  const isPreview = input.payment_behavior === 'error_if_incomplete'
  const item = { id: newId('si'), price, quantity: wanted!.quantity, subscription: newId('sub') }
  const charge = periodCharge(account, item, start, end)
  const charged = [trialEnd === null ? charge : { ...charge, amount: 0, description: `Free trial` }]
  const plan = {
    customer,
    charged,
    reason: 'subscription_create' as const,
    currency: price.currency,
    start,
    end: start,
  }
  const due = (ids: string[]) =>
    planInvoice(account, { ...plan, id: 'preview', subscription: null, discounts: ids }).amount_due
  if (isPreview && due(redeem(account, input.discounts, customer.id, true)) > 0) {
    requirePayable(account, method, isAuthenticated)
  }
  const redeemed = redeem(account, input.discounts, customer.id)
  const owes = due(redeemed) > 0
  if (owes && method === null && input.payment_behavior !== 'default_incomplete') throw noMethod()
  if (method !== null && input.default_payment_method !== undefined) {
    attach(account, methodNamed(account, method, 'default_payment_method'), customer.id)
  }
  const subscription = makeSubscription(input, {
    id: item.subscription,
    item: { ...item, created: start, start, end },
    price,
    trialEnd,
    discounts: redeemed,
    method: input.default_payment_method === undefined ? null : method,
    status: trialEnd !== null ? 'trialing' : owes ? 'incomplete' : 'active',
    testClock: idOf(customer.test_clock),
  })
  account.store.insert(subscription, [customer.id])
  customer.currency = price.currency
  enterPeriod(account, subscription, start, end)
  const invoice = draftInvoice(account, { ...plan, subscription, discounts: redeemed })
  subscription.latest_invoice = invoice.id
  useUpDiscounts(account, subscription, invoice)
  rememberPaid(account, subscription, invoice)
  if (!owes && method === null && !isFreeForEver(account, redeemed)) {
    subscription.pending_setup_intent = createSetupIntent(account, customer.id).id
  }
  account.emit('customer.subscription.created', subscription)
  planTrial(account, subscription)
  finalizeInvoice(account, invoice, savesMethod(subscription))
  if (owes) {
    account
      .clock(customer)
      .schedule(start + INCOMPLETE_LIFE_S, 'incomplete_expire', subscription.id)
    if (input.payment_behavior !== 'default_incomplete') {
      collect(account, invoice, method!, isAuthenticated)
    }
  }
  return subscription
}

/** Whether a successful payment saves the card for the subscription. */
export const savesMethod = (subscription: Stripe.Subscription) =>
  subscription.payment_settings?.save_default_payment_method === 'on_subscription'

/** Schedules the event that announces the end of a trial. */
export function planTrial(account: Account, subscription: Stripe.Subscription): void {
  const { trial_end: end } = subscription
  if (end === null || subscription.status !== 'trialing') return
  const clock = account.clock(subscription.customer)
  clock.schedule(Math.max(clock.now(), end - TRIAL_WARNING_S), 'trial_will_end', subscription.id)
}

function methodToUse(account: Account, input: Creation, customer: Stripe.Customer): string | null {
  const given = input.default_payment_method
  if (given === undefined) {
    return subscriptionMethod(account, { default_payment_method: null, customer: customer.id })
  }
  const method = methodNamed(account, given, 'default_payment_method')
  const owner = idOf(method.customer)
  if (owner !== null && owner !== customer.id) {
    throw refused(`The payment method ${given} belongs to another customer.`, {
      param: 'default_payment_method',
    })
  }
  return method.id
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

function requirePayable(account: Account, id: string | null, isAuthenticated: boolean): void {
  if (id === null) throw noMethod()
  requireChargeable(account, id, isAuthenticated)
}

function makeSubscription(
  input: Creation,
  made: {
    id: string
    item: Parameters<typeof makeItem>[2] & { id: string }
    price: Stripe.Price
    trialEnd: number | null
    discounts: string[]
    method: string | null
    status: Stripe.Subscription.Status
    testClock: string | null
  },
): Stripe.Subscription {
  const { start, end } = made.item
  const cancels = input.cancel_at_period_end ?? false
  return filled<Stripe.Subscription>('subscription', {
    id: made.id,
    object: 'subscription',
    automatic_tax: {},
    billing_cycle_anchor: made.trialEnd ?? start,
    billing_mode: {
      flexible: { proration_discounts: 'included' },
      type: input.billing_mode?.type ?? 'flexible',
    },
    cancel_at: cancels ? end : null,
    cancel_at_period_end: cancels,
    canceled_at: cancels ? start : null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: start,
    currency: made.price.currency,
    customer: input.customer,
    default_payment_method: made.method,
    description: input.description,
    discounts: made.discounts,
    invoice_settings: {
      issuer: { type: 'self' },
    },
    items: itemsOf(made.id, makeItem(made.price, made.id, made.item)),
    metadata: withMetadata(null, input.metadata),
    payment_settings: {
      save_default_payment_method: input.payment_settings?.save_default_payment_method ?? 'off',
    },
    start_date: start,
    status: made.status,
    test_clock: made.testClock,
    trial_end: made.trialEnd,
    trial_settings: input.trial_settings ?? endBehavior('create_invoice'),
    trial_start: made.trialEnd === null ? null : start,
  })
}
