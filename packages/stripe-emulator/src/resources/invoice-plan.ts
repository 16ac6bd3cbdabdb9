import type Stripe from 'stripe'
import { type Account, idOf } from '../engine/account.ts'
import { listOf } from '../engine/operations.ts'
import { filled } from '../engine/published.ts'
import { type Charged, sumUp } from './invoice-lines.ts'

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
  const due = Math.max(0, sums.total)
  return filled<Stripe.Invoice>('invoice', {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Readr',
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    attempt_count: 0,
    auto_advance: true,
    automatic_tax: {},
    billing_reason: plan.reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: plan.currency,
    customer: customer.id,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: customer.phone,
    customer_tax_exempt: 'none',
    discounts: sums.discountAmounts.map(({ discount }) => discount as string),
    issuer: { type: 'self' },
    lines: listOf(`/v1/invoices/${id}/lines`, sums.lines),
    metadata: {},
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
    payment_settings: {},
    period_end: plan.end,
    period_start: plan.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: 0,
    status: 'draft',
    status_transitions: {},
    subtotal: sums.subtotal,
    subtotal_excluding_tax: sums.subtotal,
    test_clock: idOf(customer.test_clock),
    total: sums.total,
    total_discount_amounts: sums.discountAmounts,
    total_excluding_tax: sums.total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
  })
}
