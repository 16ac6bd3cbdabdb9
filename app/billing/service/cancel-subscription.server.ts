import { DomainError } from '../../platform/errors.ts'
import type { Reader, SubscriptionView } from './subscription-of.server.ts'

/** What cancelling came to; the same is mailed. */
export interface Cancelled {
  /** The last moment of access. */
  lastDay: Date
  /** Always: nothing more is charged. */
  nextChargeCents: null
  /** Cents that are paid back; null: none. */
  refundCents: number | null
  subscription: SubscriptionView
}

/**
 * Cancels a subscription or trial. `atPeriodEnd`: access lasts until what is paid for (or the trial)
 * ends. `immediately`: access ends now, nothing is paid back.
 * @throws DomainError conflict (nothing to cancel, or cancelled already), provider-unavailable
 * 'Failed to cancel subscription'
 */
export async function cancelSubscription(
  reader: Reader,
  when: 'atPeriodEnd' | 'immediately',
): Promise<Cancelled> {
  void reader
  void when
  throw new DomainError('provider-unavailable', 'Failed to cancel subscription')
}

/**
 * Cancels a trial: it can be used to its end, and nothing is ever charged.
 * @throws DomainError conflict (no trial, or cancelled already), provider-unavailable
 */
export async function cancelTrial(reader: Reader): Promise<Cancelled> {
  void reader
  throw new DomainError('provider-unavailable', 'Failed to cancel subscription')
}

/**
 * Takes a cancellation back before it takes effect.
 * @throws DomainError conflict (not scheduled to cancel), provider-unavailable 'Failed to update
 * subscription'
 */
export async function resubscribe(reader: Reader): Promise<SubscriptionView> {
  void reader
  throw new DomainError('provider-unavailable', 'Failed to update subscription')
}
