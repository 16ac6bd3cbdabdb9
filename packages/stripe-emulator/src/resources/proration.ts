import type Stripe from 'stripe'
import type { Account } from '../engine/account.ts'
import { type Charged, periodCharge, productName } from './invoice-lines.ts'
import { itemOf, periodAfter } from './subscription-parts.ts'

export type ProrationBehavior = 'always_invoice' | 'create_prorations' | 'none'

/** The cost of a plan change. */
export interface Change {
  charged: Charged[]
  /** A different interval starts a new period; with the same interval, the period continues. */
  startsPeriod: boolean
  start: number
  end: number
}

/** The credit for the rest of a paid period; null if there is none. */
export function creditForRest(
  account: Account,
  subscription: Stripe.Subscription,
  from: number,
): Charged | null {
  const item = itemOf(subscription)
  const { current_period_start: start, current_period_end: end, price } = item
  const paid = account.store.note<number>('paid for period', subscription.id) ?? 0
  const amount = Math.round((paid * (end - from)) / (end - start))
  if (amount <= 0) return null
  return {
    amount: -amount,
    description: `Unused time on ${productName(account, price)}`,
    price,
    quantity: item.quantity ?? 1,
    start: from,
    end,
    subscription: subscription.id,
    item: item.id,
    isProration: true,
    isDiscountable: false,
  }
}

/** Computes the cost of a change to another price. */
export function workOut(
  account: Account,
  subscription: Stripe.Subscription,
  price: Stripe.Price,
  behavior: ProrationBehavior,
  prorationDate: number | undefined,
): Change {
  const now = account.now(subscription.customer)
  const from = prorationDate ?? now
  const item = itemOf(subscription)
  const before = item.price.recurring!
  const after = price.recurring!
  const startsPeriod =
    before.interval !== after.interval || before.interval_count !== after.interval_count
  const credit = behavior === 'none' ? null : creditForRest(account, subscription, from)
  const credits = credit ? [credit] : []
  const next = { id: item.id, price, quantity: item.quantity, subscription: subscription.id }
  if (startsPeriod) {
    const end = periodAfter(price, now)
    const charged = [...credits, periodCharge(account, next, now, end)]
    return { charged, startsPeriod, start: now, end }
  }
  const { current_period_start: start, current_period_end: end } = item
  if (behavior === 'none') return { charged: [], startsPeriod, start, end }
  const rest = periodCharge(account, next, from, end)
  const charged: Charged[] = [
    ...credits,
    {
      ...rest,
      amount: Math.round((rest.amount * (end - from)) / (end - start)),
      description: `Remaining time on ${productName(account, price)}`,
      isProration: true,
    },
  ]
  return { charged, startsPeriod, start, end }
}
