import { DomainError } from '../../platform/errors.ts'
import type { Plan } from '../rules.ts'

/**
 * The plans that are on offer, monthly first: from Stripe, kept for some minutes.
 * @throws DomainError provider-unavailable 'Failed to fetch plans'
 */
export async function plans(): Promise<Plan[]> {
  throw new DomainError('provider-unavailable', 'Failed to fetch plans')
}

/**
 * The plan with this price id.
 * @throws DomainError invalid-input 'No price ID provided' for an empty id, 'This plan is not on
 * offer.' for one that is not in plans(); provider-unavailable
 */
export async function planById(planId: string): Promise<Plan> {
  void planId
  throw new DomainError('provider-unavailable', 'Failed to fetch plans')
}
