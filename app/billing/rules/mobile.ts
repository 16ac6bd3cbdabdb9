import type { MobileEvent } from '../schema/calls.ts'

/** What an event says of a mobile subscription. */
export interface MobileState {
  until: Date
  store: string | null
  product: string | null
  /** It goes on by itself after that. */
  renews: boolean
}

/** Events that tell how a subscription stands; others (tests, paywalls, …) change nothing. */
const TELLS: Record<string, { renews: boolean }> = {
  INITIAL_PURCHASE: { renews: true },
  RENEWAL: { renews: true },
  UNCANCELLATION: { renews: true },
  PRODUCT_CHANGE: { renews: true },
  SUBSCRIPTION_EXTENDED: { renews: true },
  REFUND_REVERSED: { renews: true },
  TEMPORARY_ENTITLEMENT_GRANT: { renews: false },
  NON_RENEWING_PURCHASE: { renews: false },
  /** Also a refund: then the end lies in the past. */
  CANCELLATION: { renews: false },
  SUBSCRIPTION_PAUSED: { renews: false },
  BILLING_ISSUE: { renews: true },
  EXPIRATION: { renews: false },
}

/**
 * How a mobile subscription stands after an event; null: the event does not say. Access lasts until
 * what is paid for ends, or the store's time of grace for a card that failed.
 */
export function mobileStateOf(event: MobileEvent): MobileState | null {
  const told = Object.hasOwn(TELLS, event.type) ? TELLS[event.type] : undefined
  const end = Math.max(event.expiration_at_ms ?? 0, event.grace_period_expiration_at_ms ?? 0)
  if (!told || end === 0) return null
  return {
    until: new Date(end),
    store: event.store ?? null,
    product: event.product_id ?? null,
    renews: told.renews,
  }
}
