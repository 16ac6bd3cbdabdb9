/** Stripe's reasons why a subscription ended, and the feedback that readers can choose there. */
const REASONS: Record<string, string> = {
  cancellation_requested: 'Canceled by the reader or by us',
  payment_failed: 'Payment failed',
  payment_disputed: 'Payment disputed',
  customer_service: 'Customer service was worse than expected',
  low_quality: 'Quality was lower than expected',
  missing_features: 'Something is missing',
  switched_service: 'Switched to another service',
  too_complex: 'Too complicated',
  too_expensive: 'Too expensive',
  unused: 'Not used enough',
  other: 'Another reason',
}

const labelOf = (key: string) => (Object.hasOwn(REASONS, key) ? REASONS[key]! : key)

/** Why a subscription ended: Stripe's reason, and the reader's feedback if there is any. */
export function endReasonLabel(reason: string | null, feedback: string | null): string {
  const suffix = feedback === null ? '' : `: ${labelOf(feedback).toLowerCase()}`
  return (reason === null ? 'Unknown reason' : labelOf(reason)) + suffix
}
