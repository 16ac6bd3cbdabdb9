import { money } from './format.ts'

/** Money that went back of a payment. */
export interface Refund {
  cents: number
  /** `us`: we paid it back. `bank`: the reader's bank has taken it back. */
  by: 'us' | 'bank'
}

/** What went back of a payment; null: nothing. */
export function refundOf(
  payment: { amountPaidCents: number; refundedCents: number; isDisputed: boolean } | null,
): Refund | null {
  if (!payment) return null
  if (payment.isDisputed) return { cents: payment.amountPaidCents, by: 'bank' }
  return payment.refundedCents > 0 ? { cents: payment.refundedCents, by: 'us' } : null
}

/** 'None', '$16.00, to the card that you paid with', '$16.00, which your bank has taken back'. */
export function refundText(refund: Refund | null): string {
  if (refund === null) return 'None'
  const where =
    refund.by === 'us' ? 'to the card that you paid with' : 'which your bank has taken back'
  return `${money(refund.cents)}, ${where}`
}
