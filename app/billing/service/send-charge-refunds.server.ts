import { log } from '../../platform/log.server.ts'
import { expectObject, isRefusal, stripe } from '../../platform/stripe.server.ts'
import { openChargeRefundsOf, type SentChargeRefund } from '../store/charge-refunds.server.ts'

/**
 * Sends the refunds to Stripe that an administrator asked for. Each is sent once, however often and
 * in however many processes this runs: for a day Stripe recognizes its key, and always its metadata.
 * A refund that Stripe did not answer stays open for the next reconciliation.
 */
export async function sendChargeRefunds(userId: number): Promise<SentChargeRefund[]> {
  const sent: SentChargeRefund[] = []
  for (const { id, amountCents, charge } of await openChargeRefundsOf(userId)) {
    try {
      await sendOnce(id, charge.paymentIntentId!, amountCents)
      sent.push({ id, status: 'sent', problem: null })
    } catch (error) {
      if (isRefusal(error)) sent.push({ id, status: 'refused', problem: (error as Error).message })
      log.warn({ userId, refund: id, problem: String(error) }, 'a refund was not made')
    }
  }
  return sent
}

async function sendOnce(id: string, payment: string, amount: number): Promise<void> {
  const page = await stripe().refunds.list({ payment_intent: payment, limit: 100 })
  if (expectObject(page, 'list').data.some(({ metadata }) => metadata?.['request'] === id)) return
  const refund = await stripe().refunds.create(
    {
      payment_intent: payment,
      amount,
      reason: 'requested_by_customer',
      metadata: { purpose: 'administrator', request: id },
    },
    { idempotencyKey: `refund:${id}` },
  )
  expectObject(refund, 'refund')
}
