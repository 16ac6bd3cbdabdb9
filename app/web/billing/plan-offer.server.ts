import { subscriptionTermsOf } from '../../billing/rules/compute-terms.server.ts'
import type { Plan } from '../../billing/rules/plans.ts'
import { chargesText, startLabel } from '../../billing/rules/subscription-terms.ts'
import { now } from '../../platform/clock.server.ts'
import type { PlanOffer } from './plan-cards.tsx'

/**
 * A plan as it is offered to a reader now.
 * @param checkout the address of its checkout
 */
export function offerOf(plan: Plan, trial: boolean, checkout: string): PlanOffer {
  const terms = subscriptionTermsOf(plan, { trial }, now())
  return {
    ...plan,
    start: { href: checkout, label: startLabel(terms) },
    charges: chargesText(terms),
  }
}
