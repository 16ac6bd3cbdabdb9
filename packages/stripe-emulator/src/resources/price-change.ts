import type Stripe from 'stripe'
import { type Account, idOf } from '../engine/account.ts'
import { requireChargeable } from './intents.ts'
import { planInvoice } from './invoice-plan.ts'
import { collect, draftInvoice, finalizeInvoice, voidInvoice } from './invoices.ts'
import { type Change, type ProrationBehavior, workOut } from './proration.ts'
import { savesMethod } from './subscription-create.ts'
import {
  changing,
  enterPeriod,
  INCOMPLETE_LIFE_S,
  itemOf,
  planOf,
  rememberPaid,
  subscriptionMethod,
  useUpDiscounts,
} from './subscription-parts.ts'
import { refused } from '../engine/errors.ts'
import { periodCharge } from './invoice-lines.ts'
import { periodAfter } from './subscription-parts.ts'

interface How {
  proration: ProrationBehavior
  prorationDate: number | undefined
  payment:
    'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete' | 'pending_if_incomplete'
}

/** Changes the price of a subscription and invoices the difference. */
export function changePrice(
  account: Account,
  subscription: Stripe.Subscription,
  price: Stripe.Price,
  how: How,
): void {
  if (subscription.status === 'trialing') {
    changing(account, subscription, () => setPrice(subscription, price))
    return
  }
  const change = workOut(account, subscription, price, how.proration, how.prorationDate)
  const isInvoiced =
    change.charged.length > 0 && (change.startsPeriod || how.proration === 'always_invoice')
  if (!isInvoiced) {
    if (change.charged.length > 0) keepForNextInvoice(account, subscription, change)
    changing(account, subscription, () => apply(account, subscription, price, change))
    return
  }
  if (how.payment === 'error_if_incomplete') {
    requirePayable(account, subscription, change, how.prorationDate)
  }
  if (how.payment === 'pending_if_incomplete') {
    payFirst(account, subscription, price, change, how.prorationDate)
    return
  }
  changing(account, subscription, () => {
    apply(account, subscription, price, change)
    const invoice = draftInvoice(account, planFor(account, subscription, change, how.prorationDate))
    subscription.latest_invoice = invoice.id
    useUpDiscounts(account, subscription, invoice)
    rememberPaid(account, subscription, invoice)
  })
  const invoice = account.find<Stripe.Invoice>('invoice', idOf(subscription.latest_invoice)!)
  finalizeInvoice(account, invoice, savesMethod(subscription))
  if (invoice.status !== 'open') return
  if (how.payment === 'default_incomplete') account.reactions.invoiceUnpaid(invoice)
  else collect(account, invoice)
}

function setPrice(subscription: Stripe.Subscription, price: Stripe.Price): void {
  const item = itemOf(subscription)
  item.price = price
  item.plan = planOf(price)
}

function apply(
  account: Account,
  subscription: Stripe.Subscription,
  price: Stripe.Price,
  change: Change,
): void {
  setPrice(subscription, price)
  if (!change.startsPeriod) return
  subscription.billing_cycle_anchor = change.start
  enterPeriod(account, subscription, change.start, change.end)
}

function planFor(
  account: Account,
  subscription: Stripe.Subscription,
  change: Change,
  prorationDate: number | undefined,
) {
  const customer = account.find<Stripe.Customer>('customer', idOf(subscription.customer)!)
  const now = account.now(customer)
  return {
    customer,
    subscription,
    charged: change.charged,
    discounts: subscription.discounts as string[],
    reason: 'subscription_update' as const,
    currency: subscription.currency,
    start: now,
    end: now,
    prorationDate,
  }
}

/** Stores an update that takes effect when its invoice is paid. */
function payFirst(
  account: Account,
  subscription: Stripe.Subscription,
  price: Stripe.Price,
  change: Change,
  prorationDate: number | undefined,
): void {
  const plan = planFor(account, subscription, change, prorationDate)
  const invoice = draftInvoice(account, plan)
  const expires = Math.min(
    account.now(subscription.customer) + INCOMPLETE_LIFE_S,
    itemOf(subscription).current_period_end,
  )
  const item = { ...itemOf(subscription), price, plan: planOf(price) }
  subscription.latest_invoice = invoice.id
  subscription.pending_update = {
    billing_cycle_anchor: null,
    cancel_at_period_end: null,
    discount: null,
    discounts: null,
    expires_at: expires,
    metadata: null,
    subscription_items: [item],
    trial_end: null,
    trial_from_plan: null,
  }
  account.store.setNote('pending change', subscription.id, { price: price.id, change })
  finalizeInvoice(account, invoice, savesMethod(subscription))
  if (invoice.status === 'open') collect(account, invoice)
  if (!subscription.pending_update) return
  account.store.setNote('waits', subscription.id, true)
  account
    .clock(subscription.customer)
    .schedule(expires, 'pending_update_expires', subscription.id, 1)
  account.emit('customer.subscription.updated', subscription, { pending_update: null })
}

/** Applies the pending update after its payment. */
export function applyPending(account: Account, subscription: Stripe.Subscription): void {
  const kept = account.store.note<{ price: string; change: Change }>(
    'pending change',
    subscription.id,
  )!
  const price = account.find<Stripe.Price>('price', kept.price)
  account.store.setNote('pending change', subscription.id, undefined)
  const invoice = account.find<Stripe.Invoice>('invoice', idOf(subscription.latest_invoice)!)
  changing(account, subscription, () => {
    subscription.pending_update = null
    apply(account, subscription, price, kept.change)
    useUpDiscounts(account, subscription, invoice)
  })
  rememberPaid(account, subscription, invoice)
  // An update that was paid immediately never showed as pending.
  if (account.store.note('waits', subscription.id)) {
    account.emit('customer.subscription.pending_update_applied', subscription)
  }
  account.store.setNote('waits', subscription.id, undefined)
}

/** Expires an unpaid update; the old price stays. */
export function expirePending(account: Account, subscription: Stripe.Subscription): void {
  if (!subscription.pending_update) return
  const invoice = account.find<Stripe.Invoice>('invoice', idOf(subscription.latest_invoice)!)
  dropPending(account, subscription, 'customer.subscription.pending_update_expired')
  if (invoice.status === 'open') voidInvoice(account, invoice)
}

/** Removes a pending update; the old price stays. */
export function dropPending(
  account: Account,
  subscription: Stripe.Subscription,
  type: Stripe.Event['type'] = 'customer.subscription.updated',
): void {
  const drop = () => {
    subscription.pending_update = null
  }
  changing(account, subscription, drop, type)
  account.store.setNote('waits', subscription.id, undefined)
  account.store.setNote('pending change', subscription.id, undefined)
}

function keepForNextInvoice(
  account: Account,
  subscription: Stripe.Subscription,
  { charged }: Change,
): void {
  const before = account.store.note<Change['charged']>('next invoice', subscription.id) ?? []
  account.store.setNote('next invoice', subscription.id, [...before, ...charged])
}

function requirePayable(
  account: Account,
  subscription: Stripe.Subscription,
  change: Change,
  prorationDate: number | undefined,
): void {
  const plan = planFor(account, subscription, change, prorationDate)
  if (planInvoice(account, { ...plan, id: 'preview' }).amount_due === 0) return
  const id = subscriptionMethod(account, subscription)
  if (id === null)
    throw refused('This customer has no attached payment source or default payment method.')
  requireChargeable(account, id, false)
}

/** Ends a trial early: the first period begins, and is charged, now. */
export function endTrialNow(
  account: Account,
  subscription: Stripe.Subscription,
  price: Stripe.Price | null,
): void {
  const start = account.now(subscription.customer)
  changing(account, subscription, () => {
    if (price) setPrice(subscription, price)
    const item = itemOf(subscription)
    const end = periodAfter(item.price, start)
    subscription.status = 'active'
    subscription.trial_end = start
    subscription.billing_cycle_anchor = start
    enterPeriod(account, subscription, start, end)
    const line = periodCharge(account, { ...item, subscription: subscription.id }, start, end)
    const change = { charged: [line], startsPeriod: true, start, end }
    const invoice = draftInvoice(account, planFor(account, subscription, change, undefined))
    subscription.latest_invoice = invoice.id
    useUpDiscounts(account, subscription, invoice)
    rememberPaid(account, subscription, invoice)
  })
  const invoice = account.find<Stripe.Invoice>('invoice', idOf(subscription.latest_invoice)!)
  finalizeInvoice(account, invoice, savesMethod(subscription))
  if (invoice.status === 'open') collect(account, invoice)
}
