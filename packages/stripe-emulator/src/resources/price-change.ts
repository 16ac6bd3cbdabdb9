import type Stripe from 'stripe'
import { type Account, idOf } from '../engine/account.ts'
import { periodCharge } from './invoice-lines.ts'
import { collect, draftInvoice, finalizeInvoice, voidInvoice } from './invoices.ts'
import { type Change, workOut } from './proration.ts'
import {
  changing,
  enterPeriod,
  INCOMPLETE_LIFE_S,
  itemOf,
  periodAfter,
  planOf,
  useInvoice,
} from './subscription-parts.ts'

export function setPrice(subscription: Stripe.Subscription, price: Stripe.Price): void {
  Object.assign(itemOf(subscription), { price, plan: planOf(price) })
}

/** The invoice of a change, without its id. */
export function planFor(
  account: Account,
  subscription: Stripe.Subscription,
  { charged }: Pick<Change, 'charged'>,
  prorationDate?: number,
) {
  const customer = account.find<Stripe.Customer>('customer', idOf(subscription.customer)!)
  const now = account.now(customer)
  return {
    customer,
    subscription,
    charged,
    discounts: subscription.discounts as string[],
    reason: 'subscription_update' as const,
    currency: subscription.currency,
    start: now,
    end: now,
    prorationDate,
  }
}

/** Stores an upgrade that takes effect when its invoice is paid, and charges it. */
export function upgrade(
  account: Account,
  subscription: Stripe.Subscription,
  price: Stripe.Price,
  prorationDate: number | undefined,
): void {
  const change = workOut(account, subscription, price, prorationDate)
  const invoice = draftInvoice(account, planFor(account, subscription, change, prorationDate))
  const item = itemOf(subscription)
  const now = account.now(subscription.customer)
  const expires = Math.min(now + INCOMPLETE_LIFE_S, item.current_period_end)
  subscription.latest_invoice = invoice.id
  subscription.pending_update = {
    billing_cycle_anchor: null,
    cancel_at_period_end: null,
    discount: null,
    discounts: null,
    expires_at: expires,
    metadata: null,
    subscription_items: [{ ...item, price, plan: planOf(price) }],
    trial_end: null,
    trial_from_plan: null,
  }
  account.store.setNote('pending change', subscription.id, { price: price.id, change })
  finalizeInvoice(account, invoice)
  if (invoice.status === 'open') collect(account, invoice)
  if (!subscription.pending_update) return
  account.store.setNote('waits', subscription.id, true)
  account
    .clock(subscription.customer)
    .schedule(expires, 'pending_update_expires', subscription.id, 1)
  account.emit('customer.subscription.updated', subscription, { pending_update: null })
}

/** Applies the pending update after its payment. */
export function applyPending(
  account: Account,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
): void {
  const kept = account.store.note<{ price: string; change: Change }>(
    'pending change',
    subscription.id,
  )!
  const { start, end } = kept.change
  changing(account, subscription, () => {
    subscription.pending_update = null
    setPrice(subscription, account.find<Stripe.Price>('price', kept.price))
    subscription.billing_cycle_anchor = start
    enterPeriod(account, subscription, start, end)
    useInvoice(account, subscription, invoice)
  })
  // An update that was paid immediately never showed as pending.
  if (account.store.note('waits', subscription.id)) {
    account.emit('customer.subscription.pending_update_applied', subscription)
  }
  forget(account, subscription)
}

function forget(account: Account, subscription: Stripe.Subscription): void {
  account.store.setNote('waits', subscription.id, undefined)
  account.store.setNote('pending change', subscription.id, undefined)
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
  forget(account, subscription)
}

/** Ends a trial early: the first period begins, and is charged, now. */
export function endTrialNow(account: Account, subscription: Stripe.Subscription): void {
  const start = account.now(subscription.customer)
  const item = itemOf(subscription)
  const end = periodAfter(item.price, start)
  const charged = [periodCharge(account, { ...item, subscription: subscription.id }, start, end)]
  changing(account, subscription, () => {
    subscription.status = 'active'
    subscription.trial_end = start
    subscription.billing_cycle_anchor = start
    enterPeriod(account, subscription, start, end)
    const invoice = draftInvoice(account, planFor(account, subscription, { charged }))
    useInvoice(account, subscription, invoice)
  })
  const invoice = account.find<Stripe.Invoice>('invoice', idOf(subscription.latest_invoice)!)
  finalizeInvoice(account, invoice)
  if (invoice.status === 'open') collect(account, invoice)
}
