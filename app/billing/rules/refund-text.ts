import { money } from './format-money.ts'

export interface Refund {
  cents: number
  /** `us`: we refunded it. `bank`: the reader's bank reversed the payment. */
  by: 'us' | 'bank'
}

/** What was returned from a payment; null: nothing. */
export function refundOf(
  payment: { amountPaidCents: number; refundedCents: number; isDisputed: boolean } | null,
): Refund | null {
  if (!payment) return null
  if (payment.isDisputed) return { cents: payment.amountPaidCents, by: 'bank' }
  return payment.refundedCents > 0 ? { cents: payment.refundedCents, by: 'us' } : null
}

/** 'None', '$4.50, to the card you paid with', '$4.50, reversed by your bank'. */
export function refundText(refund: Refund | null): string {
  if (refund === null) return 'None'
  return `${money(refund.cents)}, ${refund.by === 'us' ? 'to the card you paid with' : 'reversed by your bank'}`
}

/** For readers who delete their account before their refund is complete. */
export const refundContinues = (cents: number) =>
  `You will still get your refund of ${money(cents)}. It goes to the card you paid with, and we will not charge you again.`
