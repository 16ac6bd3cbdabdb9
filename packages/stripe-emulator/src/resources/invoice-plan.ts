import type Stripe from 'stripe'
import { type Account, idOf } from '../engine/account.ts'
import { listOf } from '../engine/operations.ts'
import { type Charged, sumUp } from './invoice-lines.ts'

/** The data of an invoice. */
export interface InvoicePlan {
  id: string
  customer: Stripe.Customer
  /** Null for the preview of a subscription that does not exist. */
  subscription: Stripe.Subscription | null
  charged: Charged[]
  discounts: string[]
  reason: Stripe.Invoice.BillingReason
  currency: string
  start: number
  end: number
  prorationDate?: number | undefined
}

/** Builds an invoice without recording it. */
export function planInvoice(account: Account, plan: InvoicePlan): Stripe.Invoice {
  const { id, customer, subscription } = plan
  const now = account.now(customer)
  const sums = sumUp(account, id, plan.charged, plan.discounts, now)
  // A negative balance is credit.
  const due = Math.max(0, sums.total + customer.balance)
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Readr',
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: {
      disabled_reason: null,
      enabled: false,
      liability: null,
      provider: null,
      status: null,
    },
    automatically_finalizes_at: null,
    billing_reason: plan.reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: plan.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: sums.discountAmounts.map(({ discount }) => discount as string),
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOf(`/v1/invoices/${id}/lines`, sums.lines),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: subscription && {
      quote_details: null,
      subscription_details: {
        metadata: subscription.metadata,
        subscription: subscription.id,
        ...(plan.prorationDate !== undefined && {
          subscription_proration_date: plan.prorationDate,
        }),
      },
      type: 'subscription_details',
    },
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
    },
    period_end: plan.end,
    period_start: plan.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: sums.subtotal,
    subtotal_excluding_tax: sums.subtotal,
    test_clock: idOf(customer.test_clock),
    total: sums.total,
    total_discount_amounts: sums.discountAmounts,
    total_excluding_tax: sums.total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  }
}
