import { DomainError } from '../../platform/errors.ts'
import type { Reader } from './subscription-of.server.ts'

/** What a promotion code takes off. */
export interface Promotion {
  code: string
  /** '50% off for 3 months', '$10.00 off once'. */
  label: string
  /** Cents of the first charge of the plan that was asked about, the discount taken off. */
  firstChargeCents: number
}

/**
 * What a code is worth for a plan. Looking up is limited: 10 in 15 minutes a reader.
 * @throws DomainError invalid-input in field promotionCode, too-many-requests, provider-unavailable
 */
export async function lookUpPromotion(
  reader: Reader,
  input: { code: string; planId: string },
): Promise<Promotion> {
  void reader
  void input
  throw new DomainError('provider-unavailable', 'Failed to look up the code')
}
