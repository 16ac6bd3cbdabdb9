import { now } from '../../platform/clock.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { log } from '../../platform/log.server.ts'
import { personHashes } from '../../platform/person-hash.server.ts'
import { askStripe } from '../../platform/stripe.server.ts'
import { accountOf } from '../store/billing-state.server.ts'
import { recordGuaranteeRefund } from '../store/guarantee-refunds.server.ts'
import { guaranteeOf } from './find-guarantee.server.ts'
import type { Reader } from './find-subscription.server.ts'
import { reconcile } from './reconcile.server.ts'
import { identityOf } from './refuse-second-trial.server.ts'
import { paymentsOf } from './stripe-charges.server.ts'

const FAILED = 'Failed to refund your payment'

/**
 * Refunds a reader under the money-back guarantee and ends their subscription. The request is
 * recorded first; if Stripe cannot complete it now, the timer does. Asking twice is asking once.
 * @param shownCents the amount on the button, in cents
 * @throws DomainError conflict (not offered, used with another account, or the amount has changed),
 * provider-unavailable 'Failed to refund your payment': then nothing was recorded
 */
export async function requestGuaranteeRefund(reader: Reader, shownCents: number): Promise<void> {
  await askStripe(FAILED, () => reconcile(reader.id, { withReversals: true }))
  const { offer, refund } = await guaranteeOf(reader)
  if (refund) return
  if (!offer) {
    const text = 'The money-back guarantee is not available for your account anymore.'
    throw new DomainError('conflict', text)
  }
  if (offer.cents !== shownCents) {
    const text =
      'The amount of your refund has changed, so nothing was done. Please check it again.'
    throw new DomainError('conflict', text)
  }
  const hashes = await askStripe(FAILED, () => payerHashes(reader))
  const request = { amountCents: offer.cents, requestedAt: now() }
  if (!(await recordGuaranteeRefund(reader.id, request, hashes))) {
    throw new DomainError(
      'conflict',
      'The money-back guarantee has already been used with this card or email address, possibly with another account.',
    )
  }
  try {
    await reconcile(reader.id, { withReversals: true })
  } catch (error) {
    log.warn({ userId: reader.id, problem: String(error) }, 'the timer will complete a refund')
  }
}

/** The hashes of the person: their address, and the cards they paid with. */
async function payerHashes(reader: Reader): Promise<string[]> {
  const customer = (await accountOf(reader.id))?.customerId
  const payments = customer ? await paymentsOf(customer) : []
  const paid = payments.filter(({ status }) => status === 'succeeded')
  const methods = new Set(paid.map(({ payment_method: id }) => id))
  const cards = await Promise.all([...methods].map(identityOf))
  return [null, ...cards].flatMap((card) => personHashes(reader.email, card).remember)
}
