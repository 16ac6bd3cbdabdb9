interface MobileEvent {
  type: string
  expiration_at_ms?: number | null | undefined
  grace_period_expiration_at_ms?: number | null | undefined
  product_id?: string | null | undefined
  store?: string | null | undefined
}

export interface MobileState {
  until: Date
  store: string | null
  product: string | null
  renews: boolean
}

/** The events that change a subscription, and whether it renews after them; others are ignored. */
const RENEWS = new Map([
  ['INITIAL_PURCHASE', true],
  ['RENEWAL', true],
  ['UNCANCELLATION', true],
  ['PRODUCT_CHANGE', true],
  ['SUBSCRIPTION_EXTENDED', true],
  ['REFUND_REVERSED', true],
  ['TEMPORARY_ENTITLEMENT_GRANT', false],
  ['NON_RENEWING_PURCHASE', false],
  // Also a refund: its end is in the past.
  ['CANCELLATION', false],
  ['SUBSCRIPTION_PAUSED', false],
  ['BILLING_ISSUE', true],
  ['EXPIRATION', false],
])

/**
 * The mobile subscription after an event; null: the event does not change it. Access lasts until the
 * paid period or the store's grace period for a failed card ends.
 */
export function mobileStateOf(event: MobileEvent): MobileState | null {
  const renews = RENEWS.get(event.type)
  const end = Math.max(event.expiration_at_ms ?? 0, event.grace_period_expiration_at_ms ?? 0)
  if (renews === undefined || end === 0) return null
  return {
    until: new Date(end),
    store: event.store ?? null,
    product: event.product_id ?? null,
    renews,
  }
}
