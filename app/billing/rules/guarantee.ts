import { REFUND_DAYS } from './plans.ts'
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts'

/** The column is explained in the Prisma model. */
export type GuaranteeRefundStatus = 'requested' | 'pending' | 'succeeded' | 'failed' | 'returned'

/** How soon a refund that is not complete is looked at again. */
export const REFUND_CHECK_MS = { requested: HOUR_MS / 12, pending: DAY_MS / 2 } as const

/** A charge, as far as the guarantee covers it. */
export interface CoveredCharge {
  status: string
  amountPaidCents: number
  refundedCents: number
  isDisputed: boolean
  paymentIntentId: string | null
  paidAt: Date | null
}

/** What a reader gets back now. */
export interface RefundOffer {
  /** Cents of all payments together. */
  cents: number
  /** The payments that are refunded, oldest first. */
  payments: { cents: number; at: Date }[]
  /** When the offer ends. */
  until: Date
}

/**
 * The refund that a reader can have; null: none. For some days after the first payment, everything
 * paid since then, so that an upgrade or an early renewal is not lost. Other access, such as a gift,
 * does not matter.
 */
export function refundOffer(
  charges: CoveredCharge[],
  { isAdmin, wasUsed }: { isAdmin: boolean; wasUsed: boolean },
  now: Date,
): RefundOffer | null {
  if (isAdmin || wasUsed) return null
  const paid = charges
    .flatMap((charge) => (charge.paidAt === null ? [] : [{ ...charge, at: charge.paidAt }]))
    .filter(({ status, amountPaidCents }) => status === 'paid' && amountPaidCents > 0)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const [first] = paid
  if (!first) return null
  const until = new Date(first.at.getTime() + REFUND_DAYS * DAY_MS)
  if (now >= until) return null
  const payments = paid
    .filter(({ isDisputed, paymentIntentId }) => !isDisputed && paymentIntentId !== null)
    .map(({ at, amountPaidCents, refundedCents }) => ({
      at,
      cents: amountPaidCents - refundedCents,
    }))
    .filter(({ cents }) => cents > 0)
  const cents = payments.reduce((sum, payment) => sum + payment.cents, 0)
  return cents === 0 ? null : { cents, payments, until }
}

/** How far a reader's refund is, from the refunds at Stripe that belong to it. */
export function refundProgress(refunds: { status: string | null; amount: number }[]): {
  status: Exclude<GuaranteeRefundStatus, 'requested'>
  /** Cents that are refunded or, if `failed`, were not. */
  amountCents: number
} {
  const failed = refunds.filter(({ status }) => status === 'failed' || status === 'canceled')
  const sum = (some: typeof refunds) => some.reduce((cents, { amount }) => cents + amount, 0)
  if (failed.length > 0) return { status: 'failed', amountCents: sum(failed) }
  if (refunds.length === 0) return { status: 'returned', amountCents: 0 }
  const isDone = refunds.every(({ status }) => status === 'succeeded')
  return { status: isDone ? 'succeeded' : 'pending', amountCents: sum(refunds) }
}
