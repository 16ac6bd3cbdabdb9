import type { Plan } from '../../billing/rules/plans.ts'
import {
  chargesText,
  startLabel,
  type SubscriptionTerms,
} from '../../billing/rules/subscription-terms.ts'
import type { PlanOffer } from './plan-cards.tsx'

/**
 * A plan as it is offered to a reader.
 * @param checkout the address of its checkout
 */
export const offerOf = (plan: Plan, terms: SubscriptionTerms, checkout: string): PlanOffer => ({
  ...plan,
  start: { href: checkout, label: startLabel(terms) },
  charges: chargesText(terms),
})
