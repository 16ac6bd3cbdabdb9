import type Stripe from 'stripe'
import { type Account, idOf } from '../engine/account.ts'
import { refused } from '../engine/errors.ts'
import { filled } from '../engine/published.ts'
import { newId } from '../engine/store.ts'
import { type InvoicePlan, planInvoice } from './invoice-plan.ts'
import { savesMethod } from './subscription-parts.ts'
import { cancelIntent, confirmIntent, createPaymentIntent } from './intents.ts'

export function draftInvoice(account: Account, plan: Omit<InvoicePlan, 'id'>): Stripe.Invoice {
  const invoice = planInvoice(account, { ...plan, id: newId('in') })
  const subscription = plan.subscription?.id
  const owners = subscription === undefined ? [] : [subscription]
  account.store.insert(invoice, [plan.customer.id, ...owners])
  account.emit('invoice.created', invoice)
  return invoice
}

export function subscriptionOf(account: Account, invoice: Stripe.Invoice) {
  const id = idOf(invoice.parent?.subscription_details?.subscription)
  return id === null ? undefined : account.store.get<Stripe.Subscription>('subscription', id)
}

function customerOf(account: Account, invoice: Stripe.Invoice) {
  return account.store.get<Stripe.Customer>('customer', idOf(invoice.customer)!)!
}

/** Finalizes a draft so that it can be paid; an invoice of zero is paid immediately. */
export function finalizeInvoice(account: Account, invoice: Stripe.Invoice): void {
  const customer = customerOf(account, invoice)
  const now = account.now(customer)
  invoice.status = 'open'
  invoice.number = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence!++).padStart(4, '0')}`
  invoice.status_transitions.finalized_at = now
  invoice.effective_at = now
  invoice.automatically_finalizes_at = null
  invoice.hosted_invoice_url = `${account.pagesOrigin}/dev/invoices/${invoice.id}`
  invoice.invoice_pdf = `${account.pagesOrigin}/dev/invoices/${invoice.id}`
  invoice.ending_balance = 0
  if (invoice.amount_due > 0) {
    const intent = createPaymentIntent(account, {
      amount: invoice.amount_due,
      currency: invoice.currency,
      customer: customer.id,
      description:
        invoice.billing_reason === 'subscription_create'
          ? 'Subscription creation'
          : 'Subscription update',
      savesMethod: savesMethod(subscriptionOf(account, invoice)!),
    })
    account.store.setNote('invoice', intent.id, invoice.id)
    account.store.setNote('intent', invoice.id, intent.id)
    recordPayment(account, invoice, intent)
  }
  account.emit('invoice.finalized', invoice)
  if (invoice.amount_due === 0) markPaid(account, invoice)
}

function recordPayment(
  account: Account,
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent,
): void {
  const payment = filled<Stripe.InvoicePayment>('invoice_payment', {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_requested: intent.amount,
    created: account.now(invoice.customer),
    currency: intent.currency,
    invoice: invoice.id,
    is_default: true,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: {},
  })
  account.store.insert(payment, [invoice.id])
}

/** The payments of an invoice, newest first. */
export const paymentsOf = (account: Account, { id }: { id: string }) =>
  account.store.newest<Stripe.InvoicePayment>('invoice_payment', id)

/** The intent that pays an open invoice. */
export function intentOf(account: Account, invoice: Stripe.Invoice) {
  const id = account.store.note<string>('intent', invoice.id)
  return id === undefined
    ? undefined
    : account.store.get<Stripe.PaymentIntent>('payment_intent', id)
}

export function invoiceOf(account: Account, intent: Stripe.PaymentIntent) {
  const id = account.store.note<string>('invoice', intent.id)
  return id === undefined ? undefined : account.store.get<Stripe.Invoice>('invoice', id)
}

export function markPaid(account: Account, invoice: Stripe.Invoice): void {
  const now = account.now(invoice.customer)
  invoice.status = 'paid'
  invoice.amount_paid = invoice.amount_due
  invoice.amount_remaining = 0
  invoice.attempted = true
  invoice.next_payment_attempt = null
  invoice.status_transitions.paid_at = now
  for (const payment of paymentsOf(account, invoice)) {
    payment.status = 'paid'
    payment.amount_paid = payment.amount_requested
    payment.status_transitions.paid_at = now
    account.emit('invoice_payment.paid', payment)
  }
  account.emit('invoice.paid', invoice)
  account.emit('invoice.payment_succeeded', invoice)
  account.reactions.invoicePaid(invoice)
}

/**
 * Charges an open invoice.
 * @returns why the bank declines, if it does
 */
export function collect(
  account: Account,
  invoice: Stripe.Invoice,
  method?: string,
  isAuthenticated = false,
) {
  const named =
    method ??
    idOf(subscriptionOf(account, invoice)?.default_payment_method) ??
    idOf(customerOf(account, invoice).invoice_settings.default_payment_method)
  const intent = intentOf(account, invoice)!
  invoice.attempted = true
  if (named === null) {
    paymentFailed(account, intent)
    return null
  }
  const found = account.find<Stripe.PaymentMethod>('payment_method', named, 'payment_method')
  const why = confirmIntent(account, intent, found, { isAuthenticated })
  if (intent.status === 'requires_action') {
    invoice.attempt_count++
    account.emit('invoice.payment_action_required', invoice)
    account.reactions.invoiceUnpaid(invoice)
  }
  return why
}

export function paymentFailed(account: Account, intent: Stripe.PaymentIntent): void {
  const invoice = invoiceOf(account, intent)
  if (invoice?.status !== 'open') return
  invoice.attempted = true
  invoice.attempt_count++
  account.reactions.invoiceUnpaid(invoice)
  account.emit('invoice.payment_failed', invoice)
}

export function paymentSucceeded(account: Account, intent: Stripe.PaymentIntent): void {
  const invoice = invoiceOf(account, intent)
  if (!invoice) return
  invoice.attempt_count++
  markPaid(account, invoice)
}

export function voidInvoice(account: Account, invoice: Stripe.Invoice): Stripe.Invoice {
  if (invoice.status !== 'open') {
    throw refused(
      `You can only pass in open invoices. This invoice isn't open (${invoice.status}).`,
      { code: 'invoice_not_editable' },
    )
  }
  const now = account.now(invoice.customer)
  invoice.status = 'void'
  invoice.next_payment_attempt = null
  invoice.auto_advance = false
  invoice.status_transitions.voided_at = now
  for (const payment of paymentsOf(account, invoice)) {
    payment.status = 'canceled'
    payment.status_transitions.canceled_at = now
  }
  const intent = intentOf(account, invoice)
  if (intent && intent.status !== 'canceled') cancelIntent(account, intent)
  account.emit('invoice.voided', invoice)
  account.reactions.invoiceVoided(invoice)
  return invoice
}
