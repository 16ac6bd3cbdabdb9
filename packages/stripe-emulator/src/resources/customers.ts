import type Stripe from 'stripe'
import { z } from 'zod'
import { type Account, idOf } from '../engine/account.ts'
import { refused } from '../engine/errors.ts'
import { emptyable, metadata, text, withMetadata } from '../engine/fields.ts'
import { listing, operation } from '../engine/operations.ts'
import { filled } from '../engine/published.ts'
import { newId } from '../engine/store.ts'

export const creation = {
  email: emptyable(text.max(512)).optional(),
  name: emptyable(text).optional(),
  metadata: metadata.optional(),
  test_clock: text.optional(),
}

function create(
  account: Account,
  { test_clock: clock, ...input }: z.output<z.ZodObject<typeof creation>>,
): Stripe.Customer {
  if (clock !== undefined) account.find('test_helpers.test_clock', clock, 'test_clock')
  const customer = filled<Stripe.Customer>('customer', {
    id: newId('cus'),
    object: 'customer',
    balance: 0,
    created: (clock === undefined ? account.mainClock : account.clocks.get(clock)!).now(),
    email: input.email ?? null,
    invoice_prefix: newId('').slice(1, 9).toUpperCase(),
    invoice_settings: {},
    metadata: withMetadata(null, input.metadata),
    name: input.name,
    next_invoice_sequence: 1,
    tax_exempt: 'none',
    test_clock: clock ?? null,
  })
  account.store.insert(customer)
  account.emit('customer.created', customer)
  return customer
}

export function setDefaultPaymentMethod(
  account: Account,
  customer: Stripe.Customer,
  id: string | null,
): void {
  const param = 'invoice_settings[default_payment_method]'
  const method =
    id === null ? null : account.find<Stripe.PaymentMethod>('payment_method', id, param)
  if (method && idOf(method.customer) !== customer.id) {
    throw refused(
      `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
      { code: 'resource_missing', param },
    )
  }
  customer.invoice_settings.default_payment_method = id
  account.emit('customer.updated', customer)
}

export const update = {
  email: creation.email,
  name: creation.name,
  metadata: creation.metadata,
  invoice_settings: z
    .strictObject({ default_payment_method: emptyable(text).optional() })
    .optional(),
}

function updateCustomer(
  account: Account,
  input: z.output<z.ZodObject<typeof update>>,
  id: string,
): Stripe.Customer {
  const customer = account.find<Stripe.Customer>('customer', id)
  if (input.email !== undefined) customer.email = input.email
  if (input.name !== undefined) customer.name = input.name
  customer.metadata = withMetadata(customer.metadata, input.metadata)
  const before = customer.invoice_settings.default_payment_method as string | null
  const { default_payment_method: method = before } = input.invoice_settings ?? {}
  setDefaultPaymentMethod(account, customer, method)
  return customer
}

function remove(account: Account, _: unknown, id: string) {
  const customer = account.find<Stripe.Customer>('customer', id)
  account.reactions.customerDeleted(id)
  account.emit('customer.deleted', customer)
  const trace = { id, object: 'customer' as const, deleted: true as const }
  account.store.replace(trace)
  return trace
}

/** Finds a customer; a deleted one counts as missing. */
export function customerOf(account: Account, id: string, param = 'customer'): Stripe.Customer {
  return account.find<Stripe.Customer>('customer', id, param)
}

export const customers = [
  operation('POST', '/v1/customers', creation, create),
  // Like Stripe, returns a stub for a deleted customer.
  operation(
    'GET',
    '/v1/customers/:id',
    {},
    (account, _, id) => account.store.get('customer', id) ?? account.find('customer', id),
  ),
  operation('POST', '/v1/customers/:id', update, updateCustomer),
  operation('DELETE', '/v1/customers/:id', {}, remove),
  listing('/v1/customers', { email: text.optional() }, function* (account, { email }) {
    const all = account.store.newest<Stripe.Customer | Stripe.DeletedCustomer>('customer')
    for (const one of all) {
      if (!one.deleted && (email === undefined || one.email === email)) yield one
    }
  }),
]
