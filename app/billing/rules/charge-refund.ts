interface RefundableCharge {
  status: string
  amountPaidCents: number
  refundedCents: number
  isDisputed: boolean
  paymentIntentId: string | null
  refunds: { status: string; amountCents: number }[]
}

/** The cents of a charge that can still be refunded; those that Stripe does not have yet count as refunded. */
export function leftToRefund(charge: RefundableCharge): number {
  const { status, isDisputed, paymentIntentId, amountPaidCents, refundedCents, refunds } = charge
  if (status !== 'paid' || isDisputed || paymentIntentId === null) return 0
  const open = refunds
    .filter((refund) => refund.status === 'requested')
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
  return Math.max(0, amountPaidCents - refundedCents - open)
}

/** The cents of an amount as people type it, such as 5, 5.5, or 5.00; null: it is not one. */
export function centsOf(typed: string): number | null {
  const match = /^\p{Sc}?(\d{1,6})(?:\.(\d{1,2}))?$/u.exec(typed.trim())
  return match && Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** An amount in the same form, such as 5.00. */
export const typedAmount = (cents: number) => (cents / 100).toFixed(2)
