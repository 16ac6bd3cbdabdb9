import type Stripe from 'stripe'
import { type Account, idOf } from '../engine/account.ts'
import { filled } from '../engine/published.ts'
import { addInterval, nextBillingDate } from '../engine/timeline.ts'
import { couponOf } from './discounts.ts'

const DAY_S = 86_400
/** Stripe warns this long before a trial ends. */
export const TRIAL_WARNING_S = 3 * DAY_S
/** A subscription expires if its first payment takes longer than this. */
export const INCOMPLETE_LIFE_S = 23 * 3600

type Item = Stripe.SubscriptionItem

/** The item of a subscription; this emulator supports only one. */
export const itemOf = (subscription: Stripe.Subscription): Item => subscription.items.data[0]!

export function planOf(price: Stripe.Price): Stripe.Plan {
  const { interval, interval_count } = price.recurring!
  return filled<Stripe.Plan>('subscription items.data[].plan', {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval,
    interval_count,
    metadata: price.metadata,
    nickname: price.nickname,
    product: price.product,
    usage_type: 'licensed',
  })
}

export function periodAfter(price: Stripe.Price, start: number): number {
  return addInterval(start, price.recurring!.interval)
}

export function nextPeriodEnd(subscription: Stripe.Subscription): number {
  const { price, current_period_end: end } = itemOf(subscription)
  return nextBillingDate(subscription.billing_cycle_anchor, price.recurring!.interval, end)
}

export function enterPeriod(
  account: Account,
  subscription: Stripe.Subscription,
  start: number,
  end: number,
): void {
  const item = itemOf(subscription)
  item.current_period_start = start
  item.current_period_end = end
  account.clock(subscription.customer).schedule(end, 'period_end', subscription.id)
}

export function subscriptionMethod(
  account: Account,
  subscription: Pick<Stripe.Subscription, 'default_payment_method' | 'customer'>,
): string | null {
  const customer = account.store.get<Stripe.Customer>('customer', idOf(subscription.customer)!)
  return (
    idOf(subscription.default_payment_method) ??
    idOf(customer?.invoice_settings?.default_payment_method)
  )
}

/**
 * Makes an invoice the latest one of a subscription: removes the discounts that it used up, and
 * stores what the current period cost, for credits.
 */
export function useInvoice(
  account: Account,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
): void {
  subscription.latest_invoice = invoice.id
  const used = (invoice.total_discount_amounts ?? [])
    .filter(({ amount }) => amount > 0)
    .map(({ discount }) => discount as string)
  subscription.discounts = (subscription.discounts as string[]).filter(
    (id) => !(used.includes(id) && couponOf(account, id).duration === 'once'),
  )
  const charged = invoice.lines.data.filter(({ amount }) => amount > 0)
  const paid = charged.reduce(
    (sum, { amount, discount_amounts: off }) =>
      sum + amount - (off ?? []).reduce((all, one) => all + one.amount, 0),
    0,
  )
  account.store.setNote('paid for period', subscription.id, paid)
}

/** Whether a successful payment saves the card for the subscription. */
export const savesMethod = (subscription: Stripe.Subscription) =>
  subscription.payment_settings?.save_default_payment_method === 'on_subscription'

/** Changes a subscription and emits an event with the previous values. */
export function changing(
  account: Account,
  subscription: Stripe.Subscription,
  change: () => void,
  type: Stripe.Event['type'] = 'customer.subscription.updated',
): void {
  const before = fieldsOf(subscription)
  change()
  const after = fieldsOf(subscription)
  const previous = [...before].filter(([name, value]) => after.get(name) !== value)
  const changed = Object.fromEntries(previous.map(([name, value]) => [name, JSON.parse(value)]))
  if (previous.length > 0 || type !== 'customer.subscription.updated') {
    account.emit(type, subscription, changed)
  }
}

const fieldsOf = (subscription: Stripe.Subscription) =>
  new Map(Object.entries(subscription).map(([name, value]) => [name, JSON.stringify(value)]))

export const isOver = ({ status }: Stripe.Subscription) =>
  status === 'canceled' || status === 'incomplete_expired'
