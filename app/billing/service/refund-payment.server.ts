import type { Stripe } from 'stripe'
import { log } from '../../platform/log.server.ts'
import { expectObject, isRefusal, stripe } from '../../platform/stripe.server.ts'
import { stripeIdOf } from './stripe-state.server.ts'

/** Stripe's error codes when there is nothing left to refund. */
const NOTHING_LEFT = new Set(['charge_already_refunded', 'charge_disputed'])

/**
 * Refunds what is left of a payment. Each try has a new idempotency key, because Stripe would
 * repeat a refusal for a day. It never refunds more than was paid, so repeating is safe.
 * @returns the refunded cents; null: Stripe refused, so try again later
 */
export async function refundPayment(
  intent: string,
  purpose: 'second' | 'guarantee',
): Promise<number | null> {
  const parameters =
    purpose === 'second'
      ? { reason: 'duplicate' as const }
      : { reason: 'requested_by_customer' as const, metadata: { purpose } }
  try {
    const created = await stripe().refunds.create({ payment_intent: intent, ...parameters })
    return expectObject(created, 'refund').amount
  } catch (error) {
    if (!isRefusal(error)) throw error
    const { code } = error as Stripe.errors.StripeError
    if (code && NOTHING_LEFT.has(code)) return 0
    log.error({ intent, purpose, problem: String(error) }, 'a payment could not be refunded')
    return null
  }
}

/** Voids an open invoice. @returns false: Stripe refused, for example because it is being paid */
export async function voidOpen(invoice: Stripe.Invoice): Promise<boolean> {
  try {
    await stripe().invoices.voidInvoice(invoice.id!)
    return true
  } catch (error) {
    if (!isRefusal(error)) throw error
    log.warn({ invoice: invoice.id, problem: String(error) }, 'an invoice could not be voided')
    return false
  }
}

/** The payment of a paid invoice; null: nothing was paid, or not by card. */
export function paymentOf(invoice: Stripe.Invoice): string | null {
  const payment = invoice.payments?.data.find(({ status }) => status === 'paid')
  return stripeIdOf(payment?.payment.payment_intent)
}
