import type Stripe from 'stripe'
import { z } from 'zod'
import { type Account, idOf } from '../engine/account.ts'
import { filled } from '../engine/published.ts'
import { emptyable, isIn, metadata, span, text, withMetadata } from '../engine/fields.ts'
import { listing, operation } from '../engine/operations.ts'
import { newId, type Stored } from '../engine/store.ts'
import { refused } from '../engine/errors.ts'

export const details = {
  email: emptyable(text.max(512)).optional(),
  name: emptyable(text).optional(),
  phone: emptyable(text).optional(),
  description: emptyable(text).optional(),
  metadata: metadata.optional(),
  preferred_locales: z.array(text).optional(),
  invoice_settings: z
    .strictObject({ default_payment_method: emptyable(text).optional() })
    .optional(),
}

function create(
  account: Account,
  { test_clock: clock, ...input }: z.output<typeof creation>,
): Stripe.Customer {
  if (clock !== undefined) account.find('test_helpers.test_clock', clock, 'test_clock')
  const customer = filled<Stripe.Customer>('customer', {
    id: newId('cus'),
    object: 'customer',
    balance: 0,
    created: (clock === undefined ? account.mainClock : account.clocks.get(clock)!).now(),
    description: input.description,
    email: input.email,
    invoice_prefix: newId('').slice(1, 9).toUpperCase(),
    invoice_settings: {},
    metadata: withMetadata(null, input.metadata),
    name: input.name,
    next_invoice_sequence: 1,
    phone: input.phone,
    preferred_locales: input.preferred_locales,
    tax_exempt: 'none',
    test_clock: clock,
  })
  account.store.insert(customer)
  account.emit('customer.created', customer)
  return customer
}

export const creation = z.object({ ...details, test_clock: text.optional() })

/** Sets the payment method that invoices are charged to. */
export function setDefaultPaymentMethod(
  account: Account,
  customer: Stripe.Customer,
  id: string | null,
): void {
  if (id !== null) {
    const method = account.find<Stripe.PaymentMethod>(
      'payment_method',
      id,
      'invoice_settings[default_payment_method]',
    )
    if (idOf(method.customer) !== customer.id) {
      throw refused(
        'The customer does not have a payment method with the ID ' +
          `${id}. The payment method must be attached to the customer.`,
        { code: 'resource_missing', param: 'invoice_settings[default_payment_method]' },
      )
    }
  }
  customer.invoice_settings.default_payment_method = id
}

function update(account: Account, input: Partial<z.output<typeof creation>>, id: string) {
  const customer = account.find<Stripe.Customer>('customer', id)
  for (const field of ['email', 'name', 'phone', 'description'] as const) {
    const value = input[field]
    if (value !== undefined) customer[field] = value
  }
  customer.metadata = withMetadata(customer.metadata, input.metadata)
  if (input.preferred_locales) customer.preferred_locales = input.preferred_locales
  const method = input.invoice_settings?.default_payment_method
  if (method !== undefined) setDefaultPaymentMethod(account, customer, method)
  account.emit('customer.updated', customer)
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

function* list(
  account: Account,
  {
    email,
    created,
    test_clock: clock,
  }: { email?: string; created?: z.output<typeof span>; test_clock?: string },
): Iterable<Stored> {
  for (const one of account.store.newest<Stripe.Customer | Stripe.DeletedCustomer>('customer')) {
    if (one.deleted) continue
    if (email !== undefined && one.email !== email) continue
    if ((clock ?? null) !== idOf(one.test_clock)) continue
    if (isIn(created, one.created)) yield one
  }
}

/** Like Stripe, returns a stub for a deleted customer. */
function retrieve(account: Account, _: unknown, id: string): object {
  const found = account.store.get('customer', id)
  return found ?? account.find('customer', id)
}

export const customers = [
  operation('POST', '/v1/customers', creation.shape, create),
  operation('GET', '/v1/customers/:id', {}, retrieve),
  operation('POST', '/v1/customers/:id', details, update),
  operation('DELETE', '/v1/customers/:id', {}, remove),
  listing(
    '/v1/customers',
    { email: text.optional(), created: span.optional(), test_clock: text.optional() },
    list,
  ),
]
