import type { Stripe } from 'stripe'
import { everyPage, expectObject, stripe } from '../../platform/stripe.server.ts'
import { hasTakenMoney } from '../rules/dispute.ts'
import type { ChargeRow, Reversal } from '../store/billing-state.server.ts'
import { stripeDate, stripeIdOf, expandedObject } from './stripe-state.server.ts'

/**
 * An invoice as it is stored; null: nothing is due. Drafts are stored too, so that they are followed
 * up when a newer invoice appears.
 */
function chargeOf(invoice: Stripe.Invoice): ChargeRow | null {
  if (!invoice.id || !invoice.status) return null
  if (invoice.amount_due <= 0 && invoice.amount_paid <= 0) return null
  const payments = invoice.payments?.data ?? []
  const line = invoice.lines.data.at(-1)
  return {
    invoiceId: invoice.id,
    subscriptionId: stripeIdOf(invoice.parent?.subscription_details?.subscription),
    status: invoice.status,
    amountCents: invoice.amount_due,
    amountPaidCents: invoice.amount_paid,
    paymentIntentId: stripeIdOf(
      payments.find(({ is_default }) => is_default)?.payment.payment_intent,
    ),
    description: invoice.description ?? line?.description ?? 'Readr',
    attempts: invoice.attempt_count,
    createdAt: stripeDate(invoice.created)!,
    paidAt: stripeDate(invoice.status_transitions.paid_at),
    nextAttemptAt: stripeDate(invoice.next_payment_attempt),
    url: invoice.hosted_invoice_url ?? null,
  }
}

const latestInvoices = (subscriptions: Stripe.Subscription[]) =>
  subscriptions.flatMap((one) => expandedObject(one.latest_invoice) ?? [])

const chargesOf = (invoices: Stripe.Invoice[]) =>
  invoices.flatMap((invoice) => chargeOf(invoice) ?? [])

/**
 * A customer's charges. Asks for all invoices only if the subscriptions' latest ones are not enough:
 * after the lost event of a renewal, or while an older invoice is a draft or open.
 * @param stored the stored invoices by id
 */
export async function chargesAt(
  customer: string,
  subscriptions: Stripe.Subscription[],
  stored: ReadonlyMap<string, { status: string }>,
): Promise<ChargeRow[]> {
  const latest = latestInvoices(subscriptions)
  const ids = new Set(latest.map(({ id }) => id))
  const openElsewhere = [...stored].some(
    ([id, { status }]) => (status === 'open' || status === 'draft') && !ids.has(id),
  )
  const skipped = latest.some(
    ({ id, billing_reason }) => !stored.has(id!) && billing_reason !== 'subscription_create',
  )
  if (!openElsewhere && !skipped) return chargesOf(latest)
  return chargesOf(await invoicesOf(customer))
}

/** All of a customer's invoices at Stripe, newest first. */
export const invoicesOf = (customer: string): Promise<Stripe.Invoice[]> =>
  everyPage((page) => stripe().invoices.list({ customer, ...page, expand: ['data.payments'] }))

/** All of a customer's payments at Stripe, of which many may have been declined. */
export const paymentsOf = (customer: string): Promise<Stripe.Charge[]> =>
  everyPage((page) => stripe().charges.list({ customer, ...page, expand: ['data.refunds'] }))

/**
 * A customer's refunded and disputed payments, by payment intent id.
 * @param stored the stored charges: one that is not refunded anymore is among the results too
 */
export async function reversalsOf(
  customer: string,
  stored: ReadonlyMap<string, Reversal & { paymentIntentId: string | null }>,
): Promise<Map<string, Reversal>> {
  const known = new Set(
    [...stored.values()].flatMap(
      ({ refundedCents, failedRefundCents, isDisputed, paymentIntentId: payment }) =>
        refundedCents > 0 || failedRefundCents > 0 || isDisputed ? [payment] : [],
    ),
  )
  const found = new Map<string, Reversal>()
  for (const charge of await paymentsOf(customer)) {
    const payment = stripeIdOf(charge.payment_intent)
    const { amount_refunded: refundedCents, disputed, status } = charge
    // A payment may have failed before it succeeded.
    if (!payment || status !== 'succeeded') continue
    const failedRefundCents = failedCents(charge.refunds?.data ?? [])
    const isTouched = refundedCents > 0 || failedRefundCents > 0 || disputed
    if (!isTouched && !known.has(payment)) continue
    const isDisputed = disputed && (await isReversed(charge.id))
    found.set(payment, { refundedCents, failedRefundCents, isDisputed })
  }
  return found
}

/** What banks sent back. The guarantee reports its own refunds. */
const failedCents = (refunds: Stripe.Refund[]) =>
  refunds
    .filter(({ metadata }) => metadata?.['purpose'] !== 'guarantee')
    .filter(({ status }) => status === 'failed' || status === 'canceled')
    .reduce((sum, { amount }) => sum + amount, 0)

/** Whether the bank has the money of a disputed charge, and not only asked or given it back. */
async function isReversed(charge: string): Promise<boolean> {
  const page = await stripe().disputes.list({ charge, limit: 10 })
  return expectObject(page, 'list').data.some(({ status }) => hasTakenMoney(status))
}

const NOTHING_RETURNED: Reversal = { refundedCents: 0, failedRefundCents: 0, isDisputed: false }

/**
 * A reader's charges once the answers of Stripe are stored.
 * @param stored the stored charges by invoice id
 */
export function chargesAfter(
  stored: ReadonlyMap<string, ChargeRow & Reversal>,
  charges: ChargeRow[],
  reversals: ReadonlyMap<string, Reversal> | null,
): (ChargeRow & Reversal)[] {
  const all = new Map<string, ChargeRow & Reversal>(stored)
  for (const charge of charges) {
    const known = stored.get(charge.invoiceId) ?? NOTHING_RETURNED
    const { refundedCents, failedRefundCents, isDisputed } = known
    all.set(charge.invoiceId, { ...charge, refundedCents, failedRefundCents, isDisputed })
  }
  return [...all.values()].map((charge) => ({
    ...charge,
    ...reversals?.get(charge.paymentIntentId ?? ''),
  }))
}
