import type Stripe from 'stripe'
import { type Account, type Handler, idOf } from '../engine/account.ts'
import { collect, draftInvoice, finalizeInvoice, subscriptionOf } from './invoices.ts'
import { periodCharge } from './invoice-lines.ts'
import { applyPending, dropPending, expirePending, planFor } from './price-change.ts'
import { endSubscription } from './subscription-end.ts'
import {
  changing,
  enterPeriod,
  isOver,
  itemOf,
  nextPeriodEnd,
  savesMethod,
  subscriptionMethod,
  useInvoice,
} from './subscription-parts.ts'

const HOUR_S = 3600
const DAY_S = 86_400
/** Days to wait before each retry of an invoice. */
const RETRY_AFTER_DAYS = [3, 5, 7]

const subscriptionNamed = (account: Account, id: string) =>
  account.store.get<Stripe.Subscription>('subscription', id)

function isAtEnd(subscription: Stripe.Subscription | undefined, at: number) {
  return (
    subscription !== undefined &&
    !isOver(subscription) &&
    subscription.status !== 'incomplete' &&
    itemOf(subscription).current_period_end === at
  )
}

const periodEnd: Handler = (account, id, at) => {
  const subscription = subscriptionNamed(account, id)!
  if (!isAtEnd(subscription, at)) return
  if (subscription.cancel_at === at) {
    endSubscription(account, subscription, 'cancellation_requested')
    return
  }
  expirePending(account, subscription)
  if (subscription.status === 'trialing' && !endTrial(account, subscription)) return
  renew(account, subscription)
}

/** @returns whether the subscription continues */
function endTrial(account: Account, subscription: Stripe.Subscription): boolean {
  const { missing_payment_method: without } = subscription.trial_settings!.end_behavior
  if (subscriptionMethod(account, subscription) !== null || without === 'create_invoice')
    return true
  endSubscription(account, subscription, 'payment_failed')
  return false
}

/** Starts the next period; its invoice is charged an hour later. */
function renew(account: Account, subscription: Stripe.Subscription): void {
  const { current_period_end: start } = itemOf(subscription)
  const end = nextPeriodEnd(subscription)
  const clock = account.clock(subscription.customer)
  changing(account, subscription, () => {
    if (subscription.status === 'trialing') subscription.status = 'active'
    subscription.discounts = (subscription.discounts as string[]).filter((id) => {
      const discount = account.store.get<Stripe.Discount>('discount', id)!
      return discount.end === null || discount.end > start
    })
    enterPeriod(account, subscription, start, end)
    const item = { ...itemOf(subscription), subscription: subscription.id }
    const charged = [periodCharge(account, item, start, end)]
    const invoice = draftInvoice(account, {
      ...planFor(account, subscription, { charged }),
      reason: 'subscription_cycle',
      start,
      end: start,
    })
    invoice.automatically_finalizes_at = start + HOUR_S
    useInvoice(account, subscription, invoice)
    if (subscription.status === 'unpaid') invoice.auto_advance = false
    else clock.schedule(start + HOUR_S, 'finalize', invoice.id)
  })
}

const finalize: Handler = (account, id) => {
  const invoice = account.store.get<Stripe.Invoice>('invoice', id)
  if (invoice?.status !== 'draft' || !invoice.auto_advance) return
  finalizeInvoice(account, invoice)
  if (invoice.status === 'open') collect(account, invoice)
}

const retry: Handler = (account, id, at) => {
  const invoice = account.store.get<Stripe.Invoice>('invoice', id)
  if (invoice?.status !== 'open' || invoice.next_payment_attempt !== at) return
  collect(account, invoice)
}

const trialWillEnd: Handler = (account, id, at) => {
  const subscription = subscriptionNamed(account, id)!
  const { trial_end: end, status } = subscription
  if (status !== 'trialing' || end === null || end - at > 3 * DAY_S) return
  account.emit('customer.subscription.trial_will_end', subscription)
}

const incompleteExpires: Handler = (account, id) => {
  const subscription = subscriptionNamed(account, id)!
  if (subscription.status !== 'incomplete') return
  endSubscription(account, subscription, null, 'incomplete_expired')
}

const pendingUpdateExpires: Handler = (account, id, at) => {
  const subscription = subscriptionNamed(account, id)!
  if (subscription.pending_update?.expires_at === at) expirePending(account, subscription)
}

export const cycleHandlers: Record<string, Handler> = {
  period_end: periodEnd,
  finalize,
  retry,
  trial_will_end: trialWillEnd,
  incomplete_expire: incompleteExpires,
  pending_update_expires: pendingUpdateExpires,
}

export function invoicePaid(account: Account, invoice: Stripe.Invoice): void {
  const subscription = subscriptionOf(account, invoice)
  if (!subscription || isOver(subscription)) return
  const isLatest = subscription.latest_invoice === invoice.id
  const intent = account.store.note<string>('intent', invoice.id)
  const method =
    intent === undefined
      ? null
      : idOf(account.store.get<Stripe.PaymentIntent>('payment_intent', intent)?.payment_method)
  if (subscription.pending_update && isLatest) applyPending(account, subscription, invoice)
  changing(account, subscription, () => {
    if (savesMethod(subscription) && method !== null) subscription.default_payment_method = method
    const owes = [...account.store.newest<Stripe.Invoice>('invoice', subscription.id)].some(
      (one) => one.status === 'open' && one.billing_reason !== 'subscription_update',
    )
    const wasBehind = ['incomplete', 'past_due', 'unpaid'].includes(subscription.status)
    if (wasBehind && isLatest && !owes) subscription.status = 'active'
  })
}

export function invoiceUnpaid(account: Account, invoice: Stripe.Invoice): void {
  const subscription = subscriptionOf(account, invoice)
  if (!subscription || isOver(subscription) || subscription.status === 'incomplete') return
  if (subscription.pending_update && subscription.latest_invoice === invoice.id) return
  if (invoice.auto_advance === false) return
  // Only automatic retries count: a reader may try as often as they like.
  const now = account.now(invoice.customer)
  const planned = invoice.next_payment_attempt
  if (planned !== null && planned > now) return
  const tries = account.store.note<number>('retries', invoice.id) ?? 0
  const days = RETRY_AFTER_DAYS[tries]
  if (days === undefined) {
    invoice.next_payment_attempt = null
    if (account.settings.afterRetries === 'cancel')
      endSubscription(account, subscription, 'payment_failed')
    else
      changing(account, subscription, () => {
        subscription.status = 'unpaid'
      })
    return
  }
  account.store.setNote('retries', invoice.id, tries + 1)
  invoice.next_payment_attempt = now + days * DAY_S
  account.clock(invoice.customer).schedule(now + days * DAY_S, 'retry', invoice.id)
  changing(account, subscription, () => {
    if (subscription.status === 'active') subscription.status = 'past_due'
  })
}

export function invoiceVoided(account: Account, invoice: Stripe.Invoice): void {
  const subscription = subscriptionOf(account, invoice)
  if (subscription?.latest_invoice !== invoice.id) return
  if (subscription.status === 'incomplete') {
    endSubscription(account, subscription, null, 'incomplete_expired')
  } else if (subscription.pending_update) dropPending(account, subscription)
  else if (subscription.status === 'past_due') {
    changing(account, subscription, () => {
      subscription.status = 'active'
    })
  }
}

/** Updates the subscription that waited for a saved card. */
export function setupSucceeded(account: Account, intent: Stripe.SetupIntent): void {
  const customer = idOf(intent.customer)
  if (customer === null) return
  for (const one of account.store.newest<Stripe.Subscription>('subscription', customer)) {
    if (one.pending_setup_intent !== intent.id) continue
    changing(account, one, () => {
      one.pending_setup_intent = null
      if (account.settings.setupSavesDefault) one.default_payment_method = intent.payment_method
    })
  }
}
