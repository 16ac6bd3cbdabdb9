import type Stripe from 'stripe'
import { type Account, idOf } from '../engine/account.ts'
import { filled } from '../engine/published.ts'
import { newId } from '../engine/store.ts'
import { decimal } from './catalogue.ts'
import { discountAmounts } from './discounts.ts'

export interface Charged {
  /** US cents; credits are negative. */
  amount: number
  description: string
  price: Stripe.Price
  start: number
  end: number
  subscription: string
  item: string
  isProration: boolean
  /** False for credits: they are what was paid after discounts. */
  isDiscountable: boolean
}

interface Sums {
  lines: Stripe.InvoiceLineItem[]
  subtotal: number
  total: number
  discountAmounts: Stripe.Invoice.TotalDiscountAmount[]
}

/** "$16.00". */
export const dollars = (amount: number) => `$${(amount / 100).toFixed(2)}`

export function productName(account: Account, price: Stripe.Price): string {
  const product = account.store.get<Stripe.Product>('product', idOf(price.product)!)
  return product?.name ?? 'Subscription'
}

export function periodCharge(
  account: Account,
  item: { id: string; price: Stripe.Price; subscription: string },
  start: number,
  end: number,
): Charged {
  const { price } = item
  const amount = price.unit_amount ?? 0
  return {
    amount,
    description: `1 × ${productName(account, price)} (at ${dollars(amount)} / ${price.recurring!.interval})`,
    price,
    start,
    end,
    subscription: item.subscription,
    item: item.id,
    isProration: false,
    isDiscountable: true,
  }
}

/** Computes the lines and totals after discounts. */
export function sumUp(
  account: Account,
  invoice: string,
  charged: Charged[],
  discounts: string[],
  at: number,
): Sums {
  const subtotal = charged.reduce((sum, { amount }) => sum + amount, 0)
  const discountable = charged.reduce(
    (sum, { amount, isDiscountable }) => sum + (isDiscountable ? amount : 0),
    0,
  )
  const off = discountAmounts(account, discounts, discountable, at)
  const lines = charged.map((one) => lineOf(invoice, one, off, discountable))
  const total = subtotal - off.reduce((sum, { amount }) => sum + amount, 0)
  return { lines, subtotal, total, discountAmounts: off }
}

function lineOf(
  invoice: string,
  one: Charged,
  off: { amount: number; discount: string }[],
  discountable: number,
): Stripe.InvoiceLineItem {
  const share = one.isDiscountable && discountable > 0 ? one.amount / discountable : 0
  return filled<Stripe.InvoiceLineItem>('invoice lines.data[]', {
    id: newId('il'),
    object: 'line_item',
    amount: one.amount,
    currency: one.price.currency,
    description: one.description,
    discount_amounts: off.map(({ amount, discount }) => ({
      amount: Math.round(amount * share),
      discount,
    })),
    discountable: one.isDiscountable,
    discounts: one.isDiscountable ? off.map(({ discount }) => discount) : [],
    invoice,
    metadata: {},
    parent: {
      subscription_item_details: {
        proration: one.isProration,
        proration_details: { credited_items: null },
        subscription: one.subscription,
        subscription_item: one.item,
      },
      type: 'subscription_item_details',
    },
    period: { start: one.start, end: one.end },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: one.price.id, product: idOf(one.price.product)! },
      type: 'price_details',
      unit_amount_decimal: decimal(one.price.unit_amount ?? 0),
    },
    quantity: 1,
    quantity_decimal: decimal(1),
    subscription: one.subscription,
    subtotal: one.amount,
    taxes: [],
  })
}
