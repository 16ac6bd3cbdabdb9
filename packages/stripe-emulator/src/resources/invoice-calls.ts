import type Stripe from 'stripe'
import { z } from 'zod'
import { type Account, idOf } from '../engine/account.ts'
import { ApiError, refused } from '../engine/errors.ts'
import { isIn, moment, span, text, yesNo } from '../engine/fields.ts'
import { listing, operation, retrieval } from '../engine/operations.ts'
import { newId } from '../engine/store.ts'
import { recurringPrice } from './catalogue.ts'
import { customerOf } from './customers.ts'
import { discounts, redeem } from './discounts.ts'
import { periodCharge } from './invoice-lines.ts'
import { planInvoice } from './invoice-plan.ts'
import {
  collect,
  deleteDraft,
  finalizeInvoice,
  intentOf,
  invoiceOf,
  markPaid,
  markUncollectible,
  subscriptionOf,
  voidInvoice,
} from './invoices.ts'
import { attach, declineError, methodNamed } from './payment-methods.ts'
import { workOut } from './proration.ts'
import { renewalOf } from './subscription-cycle.ts'
import { savesMethod } from './subscription-create.ts'
import { isOver, itemOf, nextPeriodEnd, periodAfter } from './subscription-parts.ts'
import { checkedDate, prorationBehavior } from './subscription-update.ts'

export const payment = {
  payment_method: text.optional(),
  off_session: yesNo.optional(),
  paid_out_of_band: yesNo.optional(),
}

/** Pays an open invoice. */
function pay(account: Account, input: z.output<z.ZodObject<typeof payment>>, id: string) {
  const invoice = account.find<Stripe.Invoice>('invoice', id)
  if (invoice.status === 'draft') finalize(account, {}, id)
  if (invoice.status === 'paid') {
    throw refused('Invoice is already paid', { code: 'invoice_already_paid' })
  }
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') {
    throw refused(`You cannot pay an invoice with status ${invoice.status}.`)
  }
  if (input.paid_out_of_band) {
    markPaid(account, invoice)
    return invoice
  }
  let method = input.payment_method
  if (method !== undefined) {
    const found = methodNamed(account, method, 'payment_method')
    attach(account, found, idOf(invoice.customer)!)
    method = found.id
  }
  const why = collect(account, invoice, method)
  const intent = intentOf(account, invoice)
  if (why) {
    throw declineError(why, intent!.last_payment_error!.payment_method as Stripe.PaymentMethod, {
      payment_intent: intent,
    })
  }
  if (intent?.status === 'requires_action') {
    throw new ApiError(402, {
      type: 'card_error',
      code: 'invoice_payment_intent_requires_action',
      message:
        'Payment for this invoice requires additional user action before it can be completed successfully.',
      payment_intent: intent,
    })
  }
  if (intent?.status === 'requires_payment_method') {
    throw refused('This customer has no attached payment source or default payment method.', {
      code: 'resource_missing',
    })
  }
  return invoice
}

function finalize(account: Account, _: object, id: string) {
  const invoice = account.find<Stripe.Invoice>('invoice', id)
  const subscription = subscriptionOf(account, invoice)
  finalizeInvoice(account, invoice, subscription ? savesMethod(subscription) : false)
  return invoice
}

export const preview = {
  customer: text.optional(),
  subscription: text.optional(),
  discounts: discounts.optional(),
  subscription_details: z
    .strictObject({
      items: z
        .array(z.strictObject({ id: text.optional(), price: text.optional() }))
        .length(1)
        .optional(),
      proration_behavior: prorationBehavior.optional(),
      proration_date: moment.optional(),
      trial_end: z.union([z.literal('now'), moment]).optional(),
      cancel_at_period_end: yesNo.optional(),
    })
    .optional(),
}
type Preview = z.output<z.ZodObject<typeof preview>>

/** Previews the invoice of a change, or the next one. */
function createPreview(account: Account, input: Preview): Stripe.Invoice {
  const details = input.subscription_details
  if (input.subscription === undefined) return previewNew(account, input)
  const subscription = account.find<Stripe.Subscription>(
    'subscription',
    input.subscription,
    'subscription',
  )
  const owner = idOf(subscription.customer)!
  if (input.customer !== undefined && input.customer !== owner) {
    throw refused('The subscription does not belong to the customer.', { param: 'subscription' })
  }
  if (isOver(subscription)) {
    throw refused('You cannot preview the upcoming invoice for a canceled subscription.', {
      code: 'invoice_upcoming_none',
    })
  }
  const id = newId('upcoming_in')
  const wanted = details?.items?.[0]
  if (wanted?.price === undefined) {
    if (subscription.cancel_at !== null || details?.cancel_at_period_end) {
      throw new ApiError(404, {
        type: 'invalid_request_error',
        code: 'invoice_upcoming_none',
        message: `No upcoming invoices for customer: ${owner}`,
      })
    }
    const { current_period_end: start } = itemOf(subscription)
    const plan = renewalOf(account, subscription, start, nextPeriodEnd(subscription))
    return planInvoice(account, { ...plan, id, reason: 'upcoming' as never })
  }
  if (wanted.id !== itemOf(subscription).id) {
    throw refused(`Invalid subscription item id: '${wanted.id}'`, {
      param: 'subscription_details[items][0][id]',
    })
  }
  const price = recurringPrice(account, wanted.price, 'subscription_details[items][0][price]')
  const date = checkedDate(subscription, details?.proration_date)
  const behavior = details?.proration_behavior ?? 'create_prorations'
  const change = workOut(account, subscription, price, behavior, date)
  const redeemed = input.discounts
    ? redeem(account, input.discounts, owner, true)
    : (subscription.discounts as string[])
  return planInvoice(account, {
    id,
    customer: customerOf(account, owner),
    subscription,
    charged: subscription.status === 'trialing' ? [] : change.charged,
    discounts: redeemed,
    reason: 'subscription_update',
    currency: subscription.currency,
    start: change.start,
    end: change.end,
    prorationDate: date,
  })
}

function previewNew(account: Account, input: Preview): Stripe.Invoice {
  const wanted = input.subscription_details?.items?.[0]?.price
  if (wanted === undefined || input.customer === undefined) {
    throw refused('You must pass subscription, or customer and subscription_details[items].')
  }
  const customer = customerOf(account, input.customer)
  const price = recurringPrice(account, wanted, 'subscription_details[items][0][price]')
  const start = account.now(customer)
  const end = periodAfter(price, start)
  const isTrial = typeof input.subscription_details?.trial_end === 'number'
  const charge = periodCharge(
    account,
    { id: 'si_preview', price, subscription: 'sub_preview' },
    start,
    end,
  )
  return planInvoice(account, {
    id: newId('upcoming_in'),
    customer,
    subscription: null,
    charged: [isTrial ? { ...charge, amount: 0 } : charge],
    discounts: redeem(account, input.discounts, customer.id, true),
    reason: 'subscription_create',
    currency: price.currency,
    start,
    end: start,
  })
}

export const filter = {
  customer: text.optional(),
  subscription: text.optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
  created: span.optional(),
}

function* list(account: Account, input: z.output<z.ZodObject<typeof filter>>) {
  const { customer, subscription, status } = input
  for (const one of account.store.newest<Stripe.Invoice>('invoice', subscription ?? customer)) {
    if (one.deleted) continue
    if (customer !== undefined && one.customer !== customer) continue
    if (status !== undefined && one.status !== status) continue
    if (isIn(input.created, one.created)) yield one
  }
}

const paymentFilter = {
  invoice: text.optional(),
  payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: text }).optional(),
  status: z.enum(['canceled', 'open', 'paid']).optional(),
}

/** Lists invoice payments by invoice or by intent. */
function* listPayments(account: Account, input: z.output<z.ZodObject<typeof paymentFilter>>) {
  let { invoice } = input
  if (input.payment) {
    const intent = account.find<Stripe.PaymentIntent>(
      'payment_intent',
      input.payment.payment_intent,
      'payment[payment_intent]',
    )
    const found = invoiceOf(account, intent)
    if (!found || (invoice !== undefined && found.id !== invoice)) return
    invoice = found.id
  }
  for (const one of account.store.newest<Stripe.InvoicePayment>('invoice_payment', invoice)) {
    if (input.status === undefined || one.status === input.status) yield one
  }
}

const act = (verb: string, run: (account: Account, invoice: Stripe.Invoice) => void) =>
  operation('POST', `/v1/invoices/:id/${verb}`, {}, (account, _, id) => {
    const invoice = account.find<Stripe.Invoice>('invoice', id)
    run(account, invoice)
    return invoice
  })

export const invoiceCalls = [
  operation('POST', '/v1/invoices/create_preview', preview, createPreview),
  listing('/v1/invoices', filter, list),
  retrieval('/v1/invoices/:id', 'invoice'),
  operation('POST', '/v1/invoices/:id/pay', payment, pay),
  operation('POST', '/v1/invoices/:id/finalize', { auto_advance: yesNo.optional() }, finalize),
  act('void', voidInvoice),
  act('mark_uncollectible', markUncollectible),
  operation('DELETE', '/v1/invoices/:id', {}, (account, _, id) =>
    deleteDraft(account, account.find('invoice', id)),
  ),
  listing('/v1/invoice_payments', paymentFilter, listPayments),
  retrieval('/v1/invoice_payments/:id', 'invoice_payment'),
]
