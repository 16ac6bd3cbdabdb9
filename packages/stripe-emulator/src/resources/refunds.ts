import type Stripe from 'stripe'
import { z } from 'zod'
import { type Account, type Handler, idOf } from '../engine/account.ts'
import { refused } from '../engine/errors.ts'
import { filled } from '../engine/published.ts'
import { cents, metadata, text, withMetadata } from '../engine/fields.ts'
import { listing, operation, retrieval } from '../engine/operations.ts'
import { newId } from '../engine/store.ts'
import { filter, returned } from './charges.ts'
import { cardOf } from './payment-methods.ts'

/** A bank takes this long to accept or to send back the refund to a test card. */
const SETTLES_AFTER_S = 2 * 86_400

export const refundInput = {
  charge: text.optional(),
  payment_intent: text.optional(),
  amount: cents.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.optional(),
}
type RefundInput = z.output<z.ZodObject<typeof refundInput>>

function chargeOf(account: Account, { charge, payment_intent: given }: RefundInput) {
  const intent =
    given && account.find<Stripe.PaymentIntent>('payment_intent', given, 'payment_intent')
  const id = charge ?? (intent && idOf(intent.latest_charge))
  if (!id) {
    throw refused(
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  }
  return account.find<Stripe.Charge>('charge', id, 'charge')
}

/** Refunds a charge, in full or in part. */
export function refund(account: Account, input: RefundInput): Stripe.Refund {
  const charge = chargeOf(account, input)
  const left = charge.amount_captured - charge.amount_refunded
  const amount = input.amount ?? left
  if (left === 0) {
    throw refused(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  }
  const disputes = [...account.store.newest<Stripe.Dispute>('dispute', charge.id)]
  if (disputes.some(({ is_charge_refundable: refundable }) => !refundable)) {
    throw refused(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  }
  if (amount > left) {
    throw refused(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      { param: 'amount' },
    )
  }
  setRefunded(charge, charge.amount_refunded + amount)
  const customer = idOf(charge.customer)
  const intent = idOf(charge.payment_intent)
  const { refund: fate } = cardOf(account, charge.payment_method!)
  const made = filled<Stripe.Refund>('refund', {
    id: newId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: account.now(customer),
    currency: charge.currency,
    customer,
    destination_details: { type: 'card', card: { type: 'refund' } },
    metadata: withMetadata(null, input.metadata),
    payment_intent: intent,
    payment_method: charge.payment_method,
    reason: input.reason,
    status: fate === 'pending' ? 'pending' : 'succeeded',
    ...(fate === 'pending' && { pending_reason: 'processing' as const }),
  })
  account.store.insert(made, [charge.id, ...(intent === null ? [] : [intent])])
  account.emit('refund.created', made)
  account.emit('charge.refunded', charge)
  if (fate) {
    const clock = account.clock(charge.customer)
    clock.schedule(made.created + SETTLES_AFTER_S, `refund_${fate}`, made.id)
  }
  return made
}

function setRefunded(charge: Stripe.Charge, cents: number): void {
  charge.amount_refunded = cents
  charge.refunded = cents === charge.amount_captured
}

/** The bank sends a refund back, which can happen even after it succeeded. */
export function failRefund(account: Account, id: string): Stripe.Refund {
  const found = account.find<Stripe.Refund>('refund', id)
  if (found.status === 'failed') throw refused('This refund has already failed.')
  const charge = account.find<Stripe.Charge>('charge', idOf(found.charge)!)
  found.status = 'failed'
  found.failure_reason = 'expired_or_canceled_card'
  found.failure_balance_transaction = newId('txn')
  delete found.pending_reason
  setRefunded(charge, charge.amount_refunded - found.amount)
  changed(account, found)
  account.emit('refund.failed', found)
  return found
}

/** The bank accepts a pending refund. */
const acceptRefund: Handler = (account, id) => {
  const found = account.find<Stripe.Refund>('refund', id)
  if (found.status !== 'pending') return
  found.status = 'succeeded'
  delete found.pending_reason
  changed(account, found)
}

function changed(account: Account, refund: Stripe.Refund): void {
  account.emit('refund.updated', refund)
  account.emit('charge.refund.updated', refund)
}

/** What banks do with the refunds to some test cards. */
export const refundHandlers: Record<string, Handler> = {
  refund_pending: acceptRefund,
  refund_fails: (account, id) => {
    if (account.find<Stripe.Refund>('refund', id).status !== 'failed') failRefund(account, id)
  },
}

export const refunds = [
  operation('POST', '/v1/refunds', refundInput, refund),
  retrieval('/v1/refunds/:id', 'refund'),
  listing('/v1/refunds', filter, (account, input) =>
    returned<Stripe.Refund>(account, 'refund', input),
  ),
]
