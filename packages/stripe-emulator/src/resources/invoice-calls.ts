import type Stripe from 'stripe'
import { z } from 'zod'
import { type Account, idOf } from '../engine/account.ts'
import { refused } from '../engine/errors.ts'
import { moment, text } from '../engine/fields.ts'
import { listing, operation, retrieval } from '../engine/operations.ts'
import { newId } from '../engine/store.ts'
import { recurringPrice } from './catalogue.ts'
import { planInvoice } from './invoice-plan.ts'
import { collect, intentOf, voidInvoice } from './invoices.ts'
import { declineError } from './payment-methods.ts'
import { planFor } from './price-change.ts'
import { workOut } from './proration.ts'
import { checkedDate, checkedItem } from './subscription-update.ts'

function pay(account: Account, _: object, id: string): Stripe.Invoice {
  const invoice = account.find<Stripe.Invoice>('invoice', id)
  if (invoice.status === 'paid') {
    throw refused('Invoice is already paid', { code: 'invoice_already_paid' })
  }
  if (invoice.status !== 'open') {
    throw refused(`You cannot pay an invoice with status ${invoice.status}.`)
  }
  const why = collect(account, invoice)
  if (!why) return invoice
  const intent = intentOf(account, invoice)!
  const method = intent.last_payment_error!.payment_method as Stripe.PaymentMethod
  throw declineError(why, method, { payment_intent: intent })
}

export const preview = {
  customer: text.optional(),
  subscription: text,
  subscription_details: z.strictObject({
    items: z.array(z.strictObject({ id: text, price: text })).length(1),
    proration_behavior: z.literal('always_invoice'),
    proration_date: moment.optional(),
  }),
}

function createPreview(
  account: Account,
  input: z.output<z.ZodObject<typeof preview>>,
): Stripe.Invoice {
  const { subscription_details: details } = input
  const subscription = account.find<Stripe.Subscription>(
    'subscription',
    input.subscription,
    'subscription',
  )
  if (input.customer !== undefined && input.customer !== idOf(subscription.customer)) {
    throw refused('The subscription does not belong to the customer.', { param: 'subscription' })
  }
  const [wanted] = details.items
  checkedItem(subscription, wanted!.id, 'subscription_details[items][0][id]')
  const param = 'subscription_details[items][0][price]'
  const price = recurringPrice(account, wanted!.price, param)
  const date = checkedDate(subscription, details.proration_date)
  const change = workOut(account, subscription, price, date)
  return planInvoice(account, {
    ...planFor(account, subscription, change, date),
    charged: subscription.status === 'trialing' ? [] : change.charged,
    id: newId('upcoming_in'),
  })
}

export const filter = { customer: text.optional(), subscription: text.optional() }

export const invoiceCalls = [
  operation('POST', '/v1/invoices/create_preview', preview, createPreview),
  listing('/v1/invoices', filter, (account, { customer, subscription }) =>
    account.store.newest('invoice', subscription ?? customer),
  ),
  retrieval('/v1/invoices/:id', 'invoice'),
  operation('POST', '/v1/invoices/:id/pay', {}, pay),
  operation('POST', '/v1/invoices/:id/void', {}, (account, _, id) =>
    voidInvoice(account, account.find('invoice', id)),
  ),
]
