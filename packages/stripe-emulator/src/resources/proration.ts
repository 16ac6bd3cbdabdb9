import type Stripe from 'stripe'
import type { Account } from '../engine/account.ts'
import { type Charged, periodCharge, productName } from './invoice-lines.ts'
import { itemOf, periodAfter } from './subscription-parts.ts'

export interface Change {
  charged: Charged[]
  start: number
  end: number
}

function creditForRest(
  account: Account,
  subscription: Stripe.Subscription,
  from: number,
): Charged[] {
  const item = itemOf(subscription)
  const { current_period_start: start, current_period_end: end, price } = item
  const paid = account.store.note<number>('paid for period', subscription.id) ?? 0
  const amount = Math.round((paid * (end - from)) / (end - start))
  if (amount <= 0) return []
  const credit = {
    amount: -amount,
    description: `Unused time on ${productName(account, price)}`,
    price,
    start: from,
    end,
    subscription: subscription.id,
    item: item.id,
    isProration: true,
    isDiscountable: false,
  }
  return [credit]
}

/** Computes the cost of a change to a price with another interval, which starts a new period. */
export function workOut(
  account: Account,
  subscription: Stripe.Subscription,
  price: Stripe.Price,
  prorationDate: number | undefined,
): Change {
  const start = account.now(subscription.customer)
  const end = periodAfter(price, start)
  const credit = creditForRest(account, subscription, prorationDate ?? start)
  const next = { id: itemOf(subscription).id, price, subscription: subscription.id }
  return { charged: [...credit, periodCharge(account, next, start, end)], start, end }
}
