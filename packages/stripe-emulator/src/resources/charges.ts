import type Stripe from 'stripe'
import type { Decline } from '../engine/cards.ts'
import { type Account, idOf } from '../engine/account.ts'
import { refused } from '../engine/errors.ts'
import { filled } from '../engine/published.ts'
import { since, text } from '../engine/fields.ts'
import { listing, retrieval } from '../engine/operations.ts'
import { newId } from '../engine/store.ts'
import type { z } from 'zod'
import { cardOf } from './payment-methods.ts'

/** Records an attempt to charge a card. */
export function recordCharge(
  account: Account,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  why: Decline | null,
): Stripe.Charge {
  const id = newId('ch')
  const customer = idOf(intent.customer)
  const charge = filled<Stripe.Charge>('charge', {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: why ? 0 : intent.amount,
    amount_refunded: 0,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'READR',
    captured: !why,
    created: account.now(customer),
    currency: intent.currency,
    customer,
    description: intent.description,
    failure_code: why?.code,
    failure_message: why?.message,
    metadata: intent.metadata,
    outcome: {
      network_decline_code: why?.decline_code,
      network_status: why ? 'declined_by_network' : 'approved_by_network',
      reason: why?.decline_code,
      risk_level: 'normal',
      seller_message: why ? 'The bank declined the payment.' : 'Payment complete.',
      type: why ? 'issuer_declined' : 'authorized',
    },
    paid: !why,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: detailsOf(method) },
    receipt_url: why ? null : `${account.pagesOrigin}/dev/receipt/${id}`,
    status: why ? 'failed' : 'succeeded',
  })
  account.store.insert(charge, [intent.id, ...(customer === null ? [] : [customer])])
  intent.latest_charge = id
  account.emit(why ? 'charge.failed' : 'charge.succeeded', charge)
  return charge
}

function detailsOf({ card }: Stripe.PaymentMethod): Stripe.Charge.PaymentMethodDetails.Card {
  const { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4 } = card!
  return filled<Stripe.Charge.PaymentMethodDetails.Card>('charge payment_method_details.card', {
    brand,
    checks,
    country,
    electronic_commerce_indicator: null,
    exp_month,
    exp_year,
    fingerprint,
    funding,
    last4,
    network: brand,
    regulated_status: 'unregulated',
  })
}

/** Disputes the charge if its test card always does. */
export function disputeIfKnown(account: Account, charge: Stripe.Charge): void {
  const { disputed } = cardOf(account, charge.payment_method!)
  if (disputed) dispute(account, charge.id, disputed)
}

/** Opens a dispute: the bank takes the money back. */
export function dispute(
  account: Account,
  id: string,
  reason: 'fraudulent' | 'product_not_received' = 'fraudulent',
  status: 'needs_response' | 'warning_needs_response' = 'needs_response',
): Stripe.Dispute {
  const charge = account.find<Stripe.Charge>('charge', id)
  if (charge.disputed) throw refused('This charge has already been disputed.')
  charge.disputed = true
  const created = account.now(idOf(charge.customer))
  const made = filled<Stripe.Dispute>('dispute', {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    charge: id,
    created,
    currency: charge.currency,
    evidence: {} as Stripe.Dispute.Evidence,
    evidence_details: {
      due_by: created + 7 * 86_400,
      enhanced_eligibility: {},
      submission_count: 0,
      submission_method: null as never,
    },
    intended_submission_method: null,
    is_charge_refundable: status === 'warning_needs_response',
    metadata: {},
    payment_intent: idOf(charge.payment_intent),
    payment_method_details: {
      type: 'card',
      card: {
        brand: cardOf(account, charge.payment_method!).brand,
        case_type: status === 'needs_response' ? 'chargeback' : 'inquiry',
        network: cardOf(account, charge.payment_method!).brand,
        network_reason_code: '10.4',
      },
    },
    reason,
    status,
  }) satisfies Stripe.Dispute
  const intent = idOf(charge.payment_intent)
  account.store.insert<Stripe.Dispute>(made, [id, ...(intent === null ? [] : [intent])])
  account.emit('charge.dispute.created', made)
  if (status === 'needs_response') account.emit('charge.dispute.funds_withdrawn', made)
  return made
}

export function escalateInquiry(account: Account, id: string): Stripe.Dispute {
  const found = account.find<Stripe.Dispute>('dispute', id)
  if (found.status !== 'warning_needs_response') throw refused('This dispute is not an inquiry.')
  found.status = 'needs_response'
  found.is_charge_refundable = false
  account.emit('charge.dispute.updated', found)
  account.emit('charge.dispute.funds_withdrawn', found)
  return found
}

/** Closes a dispute. If it is won, the money returns. */
export function closeDispute(account: Account, id: string, status: 'won' | 'lost'): Stripe.Dispute {
  const found = account.find<Stripe.Dispute>('dispute', id)
  if (found.status === 'won' || found.status === 'lost') {
    throw refused('This dispute is already closed.')
  }
  found.status = status
  if (status === 'won') account.emit('charge.dispute.funds_reinstated', found)
  account.emit('charge.dispute.closed', found)
  return found
}

/** Filters of the lists of refunds and disputes. */
export const filter = {
  charge: text.optional(),
  payment_intent: text.optional(),
  created: since,
}

/** The refunds or disputes that match the filters, newest first. */
export function* returned<T extends Stripe.Refund | Stripe.Dispute>(
  account: Account,
  object: T['object'],
  { charge, payment_intent: intent, created }: z.output<z.ZodObject<typeof filter>>,
) {
  for (const one of account.store.newest<T>(object, charge ?? intent)) {
    if (one.created >= (created?.gte ?? 0)) yield one
  }
}

export const charges = [
  retrieval('/v1/charges/:id', 'charge'),
  listing('/v1/charges', { customer: text.optional() }, (account, { customer }) =>
    account.store.newest('charge', customer),
  ),
  retrieval('/v1/disputes/:id', 'dispute'),
  listing('/v1/disputes', filter, (account, input) =>
    returned<Stripe.Dispute>(account, 'dispute', input),
  ),
]
