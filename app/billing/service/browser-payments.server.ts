import { env } from '../../platform/env.server.ts'
import { stripeConnection } from '../../platform/stripe.server.ts'

/**
 * What the browser needs to take a payment, and the script that replaces Stripe's own when Stripe is
 * emulated.
 * @throws DomainError provider-unavailable when payments are not set up
 */
export function browserPayments(): { publishableKey: string; emulatorScript: string | null } {
  const { publishableKey } = stripeConnection()
  return { publishableKey, emulatorScript: env().stripe ? null : '/dev/stripe.js' }
}
