import { DomainError } from '../../platform/errors.ts'
import type { Reader } from './subscription-of.server.ts'

/**
 * An address of Stripe's billing portal for this reader, good for a short while and one browser.
 * Comes back to /settings.
 * @throws DomainError conflict (no customer yet), provider-unavailable 'Failed to create billing
 * portal session'
 */
export async function portalUrl(reader: Reader): Promise<string> {
  void reader
  throw new DomainError('provider-unavailable', 'Failed to create billing portal session')
}
