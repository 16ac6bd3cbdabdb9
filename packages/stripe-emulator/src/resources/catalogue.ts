import type Stripe from 'stripe'
import { z } from 'zod'
import type { Account } from '../engine/account.ts'
import { refused } from '../engine/errors.ts'
import { text, yesNo } from '../engine/fields.ts'
import { listing } from '../engine/operations.ts'
import { filled } from '../engine/published.ts'

export const decimal = (value: number) => String(value) as unknown as Stripe.Decimal

/** Adds a product with one recurring price in US cents. */
export function addPlan(
  account: Account,
  plan: {
    lookup: string
    name: string
    interval: Stripe.Price.Recurring.Interval
    cents: number
  },
): void {
  const { lookup, cents } = plan
  const created = account.mainClock.now()
  const product = filled<Stripe.Product>('product', {
    id: `prod_readr_${lookup}`,
    object: 'product',
    active: true,
    created,
    marketing_features: [],
    metadata: {},
    name: plan.name,
    tax_details: null,
    type: 'service',
    updated: created,
  })
  const price = filled<Stripe.Price>('price', {
    id: `price_readr_${lookup}`,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created,
    currency: 'usd',
    lookup_key: lookup,
    metadata: {},
    product: product.id,
    recurring: { interval: plan.interval, interval_count: 1, usage_type: 'licensed' },
    tax_behavior: 'unspecified',
    type: 'recurring',
    unit_amount: cents,
    unit_amount_decimal: decimal(cents),
  })
  account.store.insert(product)
  account.emit('product.created', product)
  account.store.insert(price)
  account.emit('price.created', price)
}

/**
 * Finds an active price; all of them are recurring.
 * @param param the parameter that names it
 */
export function recurringPrice(account: Account, id: string, param: string): Stripe.Price {
  const found = account.find<Stripe.Price>('price', id, param)
  if (found.active) return found
  throw refused('The price specified is inactive. This field only accepts active prices.', {
    param,
  })
}

export const priceFilter = {
  active: yesNo.optional(),
  lookup_keys: z.array(text).max(10).optional(),
}

export const catalogue = [
  listing('/v1/prices', priceFilter, function* (account, { active, lookup_keys: keys }) {
    for (const one of account.store.newest<Stripe.Price>('price')) {
      if (active !== undefined && one.active !== active) continue
      if (!keys || keys.includes(one.lookup_key ?? '')) yield one
    }
  }),
]
