import { now } from '../../platform/clock.server.ts'
import { DomainError } from '../../platform/errors.ts'
import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { log } from '../../platform/log.server.ts'
import { askStripe } from '../../platform/stripe.server.ts'
import { leftToRefund } from '../rules/charge-refund.ts'
import { money } from '../rules/format-money.ts'
import {
  chargesWithRefunds,
  chargeWithRefunds,
  recordChargeRefund,
  type ChargeRefundRequest,
} from '../store/charge-refunds.server.ts'
import { guaranteeRefundOf } from '../store/guarantee-refunds.server.ts'
import { reconcile } from './reconcile.server.ts'

const FAILED = 'Stripe cannot be reached, so nothing was refunded'

/** A reader's charges, newest first, with what can still be refunded, from the database alone. */
export async function refundableCharges(userId: number) {
  const charges = await chargesWithRefunds(userId)
  return charges.map((charge) => ({ ...charge, leftCents: leftToRefund(charge) }))
}

/**
 * One of them, and which refund of it would be next.
 * @throws DomainError not-found
 */
export async function refundableCharge(userId: number, invoiceId: string) {
  const charge = await chargeWithRefunds(userId, invoiceId)
  if (!charge) throw new DomainError('not-found', 'This reader has no such charge.')
  return { ...charge, leftCents: leftToRefund(charge), number: charge.refunds.length + 1 }
}

/**
 * Refunds a charge for an administrator, in full or in part. The request is recorded first; if Stripe
 * does not answer now, the timer completes it. The same administrator asking twice with the same
 * number is asking once.
 * @param entryFor the log entry, written in the transaction that records it
 * @returns 'sent', or 'requested' when Stripe did not answer
 * @throws DomainError not-found; conflict (something changed, or Stripe refused); invalid-input (more
 * than is left); provider-unavailable: then nothing was recorded
 */
export async function refundCharge(
  userId: number,
  request: ChargeRefundRequest,
  entryFor: (charge: { amountPaidCents: number; at: Date }) => InTransaction,
): Promise<'sent' | 'requested'> {
  await askStripe(FAILED, () => reconcile(userId, { withReversals: true }))
  const charge = await refundableCharge(userId, request.invoiceId)
  if (request.number === charge.number) {
    await requireNoGuarantee(userId)
    requireLeft(request.amountCents, charge.leftCents)
    const entry = entryFor({ ...charge, at: charge.paidAt ?? charge.createdAt })
    await recordChargeRefund(userId, request, now(), entry)
  }
  // If another request was recorded under this number, its outcome decides.
  const found = await requestedRefund(userId, request)
  if (found.status === 'requested') await tryNow(userId)
  const { status, problem } = await requestedRefund(userId, request)
  if (status !== 'refused') return status === 'sent' ? 'sent' : 'requested'
  throw new DomainError('conflict', `Stripe refused, so nothing was refunded: ${problem}`)
}

async function requireNoGuarantee(userId: number): Promise<void> {
  if ((await guaranteeRefundOf(userId))?.status !== 'requested') return
  throw new DomainError(
    'conflict',
    'The reader has asked for everything back under the money-back guarantee, and that refund is under way.',
  )
}

/** @throws DomainError invalid-input: more than is left of a charge */
export function requireLeft(amountCents: number, leftCents: number): void {
  if (amountCents <= leftCents) return
  const message =
    leftCents === 0
      ? 'Nothing is left to refund of this charge.'
      : `At most ${money(leftCents)} of this charge can be refunded.`
  throw new DomainError('invalid-input', message, { amount: [message] })
}

async function tryNow(userId: number): Promise<void> {
  try {
    await reconcile(userId, { withReversals: true })
  } catch (error) {
    log.warn({ userId, problem: String(error) }, 'the timer will complete a refund')
  }
}

/** @throws DomainError conflict: it was not recorded */
async function requestedRefund(userId: number, request: ChargeRefundRequest) {
  const { refunds } = await refundableCharge(userId, request.invoiceId)
  const found = refunds.find(({ number }) => number === request.number)
  if (
    found &&
    found.amountCents === request.amountCents &&
    found.requestedBy === request.requestedBy
  ) {
    return found
  }
  throw new DomainError(
    'conflict',
    'This charge has changed in the meantime, so nothing was refunded. Please check it again.',
  )
}
