import { now } from '../../platform/clock.server.ts'
import { personHashes } from '../../platform/person-hash.server.ts'
import { type RefundOffer, refundOffer } from '../rules/guarantee.ts'
import { chargesByReader } from '../store/charges.server.ts'
import {
  type GuaranteeRefund,
  guaranteeRefundOf,
  wasGuaranteeUsed,
} from '../store/guarantee-refunds.server.ts'
import type { Reader } from './find-subscription.server.ts'

export type { GuaranteeRefund, RefundOffer }

/** A reader's money-back guarantee, from the database alone. */
export async function guaranteeOf(reader: Pick<Reader, 'id' | 'role' | 'email'>): Promise<{
  /** What the reader can have refunded now; null: nothing. */
  offer: RefundOffer | null
  /** The refund that the reader has asked for; null: none. */
  refund: GuaranteeRefund | null
}> {
  const [charges, refund] = await Promise.all([
    chargesByReader(reader.id),
    guaranteeRefundOf(reader.id),
  ])
  // Most readers have paid nothing yet.
  if (charges.length === 0 || refund) return { offer: null, refund }
  const wasUsed = await wasGuaranteeUsed(reader.id, personHashes(reader.email).recognize)
  const offer = refundOffer(charges, { isAdmin: reader.role === 'admin', wasUsed }, now())
  return { offer, refund }
}
