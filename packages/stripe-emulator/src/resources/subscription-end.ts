import type Stripe from 'stripe'
import { z } from 'zod'
import { type Account, idOf } from '../engine/account.ts'
import { missing } from '../engine/errors.ts'
import { text } from '../engine/fields.ts'
import { voidInvoice } from './invoices.ts'
import { changing, isOver } from './subscription-parts.ts'

type Reason = Stripe.Subscription.CancellationDetails['reason']

export function endSubscription(
  account: Account,
  subscription: Stripe.Subscription,
  reason: Reason,
  status: 'canceled' | 'incomplete_expired' = 'canceled',
): void {
  const now = account.now(subscription.customer)
  const wasIncomplete = subscription.status === 'incomplete'
  const unpaidUpdate = subscription.pending_update ? subscription.latest_invoice : null
  closeSchedule(account, subscription)
  const end = () => {
    subscription.status = status
    subscription.canceled_at ??= now
    subscription.ended_at = now
    subscription.cancel_at_period_end = false
    subscription.pending_setup_intent = null
    subscription.pending_update = null
    subscription.schedule = null
    subscription.cancellation_details!.reason = reason
  }
  // Stripe reports an expired first payment as an update, not a deletion.
  if (status === 'incomplete_expired') changing(account, subscription, end)
  else {
    end()
    account.emit('customer.subscription.deleted', subscription)
  }
  for (const invoice of account.store.newest<Stripe.Invoice>('invoice', subscription.id)) {
    invoice.auto_advance = false
    invoice.next_payment_attempt = null
    if (invoice.status === 'open' && (wasIncomplete || invoice.id === unpaidUpdate))
      voidInvoice(account, invoice)
  }
}

function closeSchedule(account: Account, subscription: Stripe.Subscription): void {
  const id = idOf(subscription.schedule)
  if (id === null) return
  const schedule = account.find<Stripe.SubscriptionSchedule>('subscription_schedule', id)
  if (schedule.status !== 'active') return
  schedule.status = 'canceled'
  schedule.canceled_at = account.now(subscription.customer)
  schedule.current_phase = null
  account.emit('subscription_schedule.canceled', schedule)
}

const no = z.literal('false').optional()

export const cancellation = {
  invoice_now: no,
  prorate: no,
  cancellation_details: z.strictObject({ comment: text }).optional(),
}

/** Cancels immediately, without a refund. */
export function cancelNow(
  account: Account,
  input: z.output<z.ZodObject<typeof cancellation>>,
  id: string,
): Stripe.Subscription {
  const subscription = account.find<Stripe.Subscription>('subscription', id)
  if (isOver(subscription)) throw missing('subscription', id)
  const { comment } = input.cancellation_details ?? {}
  if (comment !== undefined) subscription.cancellation_details!.comment = comment
  endSubscription(account, subscription, 'cancellation_requested')
  return subscription
}

export function endAllOf(account: Account, customer: string): void {
  for (const one of account.store.newest<Stripe.Subscription>('subscription', customer)) {
    if (!isOver(one)) endSubscription(account, one, 'cancellation_requested')
  }
}
