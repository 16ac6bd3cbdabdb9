import type Stripe from 'stripe'
import { z } from 'zod'
import type { Account } from '../engine/account.ts'
import { refused } from '../engine/errors.ts'
import { filled } from '../engine/published.ts'
import {
  cents,
  emptyable,
  isIn,
  metadata,
  span,
  text,
  whole,
  withMetadata,
  yesNo,
} from '../engine/fields.ts'
import { listing, operation, retrieval } from '../engine/operations.ts'
import { newId } from '../engine/store.ts'

/** The SDK's decimal numbers are strings in JSON. */
export const decimal = (value: number) => String(value) as unknown as Stripe.Decimal

const INTERVALS = ['day', 'week', 'month', 'year'] as const

export const product = {
  name: text,
  description: emptyable(text).optional(),
  active: yesNo.optional(),
  metadata: metadata.optional(),
  marketing_features: z
    .array(z.strictObject({ name: text }))
    .max(15)
    .optional(),
}

export function createProduct(
  account: Account,
  input: z.output<z.ZodObject<typeof product>> & { id?: string | undefined },
): Stripe.Product {
  const now = account.mainClock.now()
  const made = filled<Stripe.Product>('product', {
    id: input.id ?? newId('prod'),
    object: 'product',
    active: input.active ?? true,
    created: now,
    description: input.description,
    marketing_features: input.marketing_features,
    metadata: withMetadata(null, input.metadata),
    name: input.name,
    tax_details: null,
    type: 'service',
    updated: now,
  })
  account.store.insert(made)
  account.emit('product.created', made)
  return made
}

function updateProduct(
  account: Account,
  input: Partial<z.output<z.ZodObject<typeof product>>>,
  id: string,
) {
  const found = account.find<Stripe.Product>('product', id)
  if (input.name !== undefined) found.name = input.name
  if (input.description !== undefined) found.description = input.description
  if (input.active !== undefined) found.active = input.active
  if (input.marketing_features) found.marketing_features = input.marketing_features
  found.metadata = withMetadata(found.metadata, input.metadata)
  found.updated = account.mainClock.now()
  account.emit('product.updated', found)
  return found
}

export const price = {
  currency: text.length(3),
  unit_amount: cents,
  product: text,
  recurring: z
    .strictObject({ interval: z.enum(INTERVALS), interval_count: whole.optional() })
    .optional(),
  lookup_key: text.max(200).optional(),
  transfer_lookup_key: yesNo.optional(),
  nickname: text.optional(),
  active: yesNo.optional(),
  metadata: metadata.optional(),
}

export function createPrice(
  account: Account,
  input: z.output<z.ZodObject<typeof price>> & { id?: string | undefined },
): Stripe.Price {
  account.find('product', input.product, 'product')
  if (input.lookup_key !== undefined) takeLookupKey(account, input.lookup_key, input)
  const made = filled<Stripe.Price>('price', {
    id: input.id ?? newId('price'),
    object: 'price',
    active: input.active ?? true,
    billing_scheme: 'per_unit',
    created: account.mainClock.now(),
    currency: input.currency,
    lookup_key: input.lookup_key,
    metadata: withMetadata(null, input.metadata),
    nickname: input.nickname,
    product: input.product,
    recurring: input.recurring
      ? {
          interval: input.recurring.interval,
          interval_count: input.recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: 'unspecified',
    type: input.recurring ? 'recurring' : 'one_time',
    unit_amount: input.unit_amount,
    unit_amount_decimal: decimal(input.unit_amount),
  })
  account.store.insert(made)
  account.emit('price.created', made)
  return made
}

function takeLookupKey(
  account: Account,
  key: string,
  { transfer_lookup_key: transfer }: { transfer_lookup_key?: boolean | undefined },
): void {
  for (const other of account.store.newest<Stripe.Price>('price')) {
    if (other.lookup_key !== key) continue
    if (!transfer) {
      throw refused(`A price (\`${other.id}\`) already uses that lookup key.`, {
        param: 'lookup_key',
      })
    }
    other.lookup_key = null
    account.emit('price.updated', other)
  }
}

export const priceChange = {
  active: yesNo.optional(),
  nickname: emptyable(text).optional(),
  lookup_key: emptyable(text.max(200)).optional(),
  transfer_lookup_key: yesNo.optional(),
  metadata: metadata.optional(),
}

function updatePrice(
  account: Account,
  input: z.output<z.ZodObject<typeof priceChange>>,
  id: string,
) {
  const found = account.find<Stripe.Price>('price', id)
  if (input.active !== undefined) found.active = input.active
  if (input.nickname !== undefined) found.nickname = input.nickname
  if (input.lookup_key) takeLookupKey(account, input.lookup_key, input)
  if (input.lookup_key !== undefined) found.lookup_key = input.lookup_key
  found.metadata = withMetadata(found.metadata, input.metadata)
  account.emit('price.updated', found)
  return found
}

/**
 * Finds an active recurring price.
 * @param param the parameter that names it
 */
export function recurringPrice(account: Account, id: string, param: string): Stripe.Price {
  const found = account.find<Stripe.Price>('price', id, param)
  if (!found.active) {
    throw refused('The price specified is inactive. This field only accepts active prices.', {
      param,
    })
  }
  if (!found.recurring) {
    throw refused(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      { param },
    )
  }
  return found
}

function* listPrices(
  account: Account,
  input: {
    active?: boolean | undefined
    lookup_keys?: string[] | undefined
    product?: string | undefined
    type?: string | undefined
    currency?: string | undefined
    recurring?: { interval?: string | undefined } | undefined
    created?: z.output<typeof span> | undefined
  },
) {
  for (const one of account.store.newest<Stripe.Price>('price')) {
    if (input.active !== undefined && one.active !== input.active) continue
    if (input.lookup_keys && !input.lookup_keys.includes(one.lookup_key ?? '')) continue
    if (input.product !== undefined && one.product !== input.product) continue
    if (input.type !== undefined && one.type !== input.type) continue
    if (input.currency !== undefined && one.currency !== input.currency) continue
    const { interval } = input.recurring ?? {}
    if (interval !== undefined && one.recurring?.interval !== interval) continue
    if (isIn(input.created, one.created)) yield one
  }
}

function* listProducts(
  account: Account,
  input: { active?: boolean | undefined; ids?: string[] | undefined },
) {
  for (const one of account.store.newest<Stripe.Product>('product')) {
    if (input.active !== undefined && one.active !== input.active) continue
    if (!input.ids || input.ids.includes(one.id)) yield one
  }
}

const { name, ...otherDetails } = product

export const catalogue = [
  operation('POST', '/v1/products', { id: text.optional(), ...product }, createProduct),
  retrieval('/v1/products/:id', 'product'),
  operation('POST', '/v1/products/:id', { name: name.optional(), ...otherDetails }, updateProduct),
  listing(
    '/v1/products',
    { active: yesNo.optional(), ids: z.array(text).optional() },
    listProducts,
  ),
  operation('POST', '/v1/prices', price, createPrice),
  retrieval('/v1/prices/:id', 'price'),
  operation('POST', '/v1/prices/:id', priceChange, updatePrice),
  listing(
    '/v1/prices',
    {
      active: yesNo.optional(),
      lookup_keys: z.array(text).max(10).optional(),
      product: text.optional(),
      type: z.enum(['recurring', 'one_time']).optional(),
      currency: text.optional(),
      recurring: z.strictObject({ interval: z.enum(INTERVALS).optional() }).optional(),
      created: span.optional(),
    },
    listPrices,
  ),
]
