import type { Stripe } from 'stripe'
import { expectObject, stripe } from '../../platform/stripe.server.ts'
import { hasTakenMoney } from '../rules/dispute.ts'
import type { ChargeRow, Reversal } from '../store/state.server.ts'
import { date, idOf, whole } from './stripe-state.server.ts'

/**
 * An invoice as it is stored; null: nothing is asked for. Drafts are stored, so that one that is
 * overtaken by another invoice is not lost sight of.
 */
function chargeOf(invoice: Stripe.Invoice): ChargeRow | null {
  if (!invoice.id || !invoice.status) return null
  if (invoice.amount_due <= 0 && invoice.amount_paid <= 0) return null
  const payments = invoice.payments?.data ?? []
  const line = invoice.lines.data.at(-1)
  return {
    invoiceId: invoice.id,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    status: invoice.status,
    amountCents: invoice.amount_due,
    amountPaidCents: invoice.amount_paid,
    paymentIntentId: idOf(payments.find(({ is_default }) => is_default)?.payment.payment_intent),
    description: invoice.description ?? line?.description ?? 'Readr',
    attempts: invoice.attempt_count,
    createdAt: date(invoice.created)!,
    paidAt: date(invoice.status_transitions.paid_at),
    nextAttemptAt: date(invoice.next_payment_attempt),
    url: invoice.hosted_invoice_url ?? null,
  }
}

/** The invoices that the subscriptions bring along. */
export function latestCharges(subscriptions: Stripe.Subscription[]): ChargeRow[] {
  return subscriptions.flatMap((one) => {
    const invoice = whole(one.latest_invoice)
    return (invoice && chargeOf(invoice)) ?? []
  })
}

/**
 * Whether there are invoices that the subscriptions do not bring along and that are not stored as
 * settled: renewals whose event was lost, or a draft or an open one behind a newer one.
 * @param stored the invoices that are stored, by their ids
 */
export function mayLackCharges(
  subscriptions: Stripe.Subscription[],
  stored: ReadonlyMap<string, { status: string }>,
): boolean {
  const latest = subscriptions.flatMap((one) => whole(one.latest_invoice) ?? [])
  const brought = new Set(latest.map(({ id }) => id))
  const openElsewhere = [...stored].some(
    ([id, { status }]) => (status === 'open' || status === 'draft') && !brought.has(id),
  )
  const skipped = latest.some(
    ({ id, billing_reason }) => !stored.has(id!) && billing_reason !== 'subscription_create',
  )
  return openElsewhere || skipped
}

/** Every invoice of a customer, newest first, at most the last hundred. */
export async function allCharges(customer: string): Promise<ChargeRow[]> {
  const page = await stripe().invoices.list({ customer, limit: 100, expand: ['data.payments'] })
  return expectObject(page, 'list').data.flatMap((invoice) => chargeOf(invoice) ?? [])
}

/** The payments of a customer of which something went back, by the ids of their intents. */
export async function reversalsOf(customer: string): Promise<Map<string, Reversal>> {
  const page = await stripe().charges.list({ customer, limit: 100 })
  const found = new Map<string, Reversal>()
  for (const charge of expectObject(page, 'list').data) {
    const payment = idOf(charge.payment_intent)
    const { amount_refunded: refundedCents, disputed } = charge
    if (!payment || (refundedCents === 0 && !disputed)) continue
    found.set(payment, { refundedCents, isDisputed: disputed && (await isTakenBack(charge.id)) })
  }
  return found
}

/** Whether a bank has the money of a disputed charge: it may only have asked, or have given it back. */
async function isTakenBack(charge: string): Promise<boolean> {
  const page = await stripe().disputes.list({ charge, limit: 10 })
  return expectObject(page, 'list').data.some(({ status }) => hasTakenMoney(status))
}

/**
 * A reader's charges as they are once what Stripe said is written.
 * @param stored the charges that are stored, by their invoices
 */
export function chargesAfter(
  stored: ReadonlyMap<string, ChargeRow & Reversal>,
  charges: ChargeRow[],
  takenBack: ReadonlyMap<string, Reversal> | null,
): (ChargeRow & Reversal)[] {
  const all = new Map<string, ChargeRow & Reversal>(stored)
  for (const charge of charges) {
    const { refundedCents = 0, isDisputed = false } = stored.get(charge.invoiceId) ?? {}
    all.set(charge.invoiceId, { ...charge, refundedCents, isDisputed })
  }
  return [...all.values()].map((charge) => ({
    ...charge,
    ...takenBack?.get(charge.paymentIntentId ?? ''),
  }))
}
