import { env } from '../../platform/env.server.ts'
import { stripeConnection } from '../../platform/stripe.server.ts'

/**
 * What the browser has to know to take a payment, and the script that stands in for Stripe's own
 * where Stripe is emulated.
 * @throws DomainError provider-unavailable when payments are not set up
 */
export function paymentSettings(): { publishableKey: string; standIn: string | null } {
  const { publishableKey } = stripeConnection()
  return { publishableKey, standIn: env().stripe ? null : '/dev/stripe.js' }
}
