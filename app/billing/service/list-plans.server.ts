import type { Stripe } from 'stripe'
import { DomainError } from '../../platform/errors.ts'
import { log } from '../../platform/log.server.ts'
import { onChange } from '../../platform/jobs/process-bus.server.ts'
import { askStripe, expectObject, stripe, stripeConnection } from '../../platform/stripe.server.ts'
import { FEATURES, OFFERS, type Plan, PLAN_NAMES, type PlanName } from '../rules/plans.ts'

/** Prices hardly ever change, and a webhook says so when they do. */
const KEEP_PLANS_MS = 10 * 60_000

let kept: { plans: Plan[]; from: string; until: number } | undefined
let asking: Promise<Plan[]> | undefined

/** The prices on offer are not what the product says they are. */
export class PlanError extends DomainError {
  constructor(problem: string) {
    super('provider-unavailable', problem)
    log.error({ problem }, 'the plans are not right at Stripe')
  }
}

/**
 * The plans that are on offer, monthly first: from Stripe, kept for some minutes.
 * @throws DomainError provider-unavailable 'Failed to fetch plans'
 */
export async function plans(): Promise<Plan[]> {
  return askStripe('Failed to fetch plans', knownPlans)
}

async function knownPlans(): Promise<Plan[]> {
  const from = stripeConnection().secretKey + (stripeConnection().apiUrl ?? '')
  if (kept && kept.from === from && kept.until > Date.now()) return kept.plans
  asking ??= fetchPlans().finally(() => {
    asking = undefined
  })
  try {
    const fresh = await asking
    kept = { plans: fresh, from, until: Date.now() + KEEP_PLANS_MS }
    return fresh
  } catch (error) {
    // Old prices are better than none: they are what is still sold.
    if (kept?.from === from && !(error instanceof PlanError)) return kept.plans
    throw error
  }
}

/** Asks for the plans anew at the next look. */
export function forgetPlans(): void {
  kept = undefined
}

onChange('plans', forgetPlans)

async function fetchPlans(): Promise<Plan[]> {
  const page = await stripe().prices.list({
    active: true,
    lookup_keys: [...PLAN_NAMES],
    expand: ['data.product'],
  })
  return checkPlans(expectObject(page, 'list').data)
}

/**
 * The plans behind Stripe's prices.
 * @throws PlanError naming each plan that is missing or costs something else
 */
export function checkPlans(prices: Stripe.Price[]): Plan[] {
  const problems: string[] = []
  const found = PLAN_NAMES.flatMap((plan): Plan[] => {
    const price = prices.find(({ lookup_key }) => lookup_key === plan)
    const { cents, interval, label } = OFFERS[plan]
    if (!price) {
      problems.push(`Stripe has no active price with the lookup key "${plan}".`)
      return []
    }
    const { recurring, unit_amount, currency, id } = price
    const costs = `${unit_amount} ${currency} each ${recurring?.interval_count ?? 0} ${recurring?.interval}`
    if (costs !== `${cents} usd each 1 ${interval}`) {
      problems.push(`The price ${id} ("${plan}") is ${costs}, not ${cents} usd each 1 ${interval}.`)
      return []
    }
    const { product } = price
    const told =
      typeof product === 'object' && !product.deleted
        ? (product.marketing_features ?? []).flatMap(({ name }) => name ?? [])
        : []
    const features = told.length > 0 ? told : FEATURES
    return [{ id, plan, name: label, price: cents, interval, features }]
  })
  if (problems.length > 0) throw new PlanError(problems.join('\n'))
  return found
}

/**
 * Checks at start that Stripe sells what the product says. Where Stripe does not answer, the product
 * starts all the same: whoever has paid wants to read.
 * @throws PlanError
 */
export async function checkOffers(): Promise<void> {
  try {
    await fetchPlans()
  } catch (error) {
    if (error instanceof PlanError) throw error
    log.warn({ problem: String(error) }, 'the plans could not be checked at Stripe')
  }
}

/**
 * The plan with this price id.
 * @throws DomainError invalid-input 'No price ID provided' for an empty id, 'This plan is not on
 * offer.' for one that is not in plans(); provider-unavailable
 */
export async function planById(planId: string): Promise<Plan> {
  if (planId === '') throw new DomainError('invalid-input', 'No price ID provided')
  const plan = (await plans()).find(({ id }) => id === planId)
  if (!plan) {
    throw new DomainError('invalid-input', 'This plan is not on offer. Please choose another.')
  }
  return plan
}

/** What a price id stands for; null: it is not on offer. */
export async function planNameOf(
  priceId: string,
): Promise<{ plan: PlanName; cents: number } | null> {
  const plan = (await knownPlans()).find(({ id }) => id === priceId)
  return plan ? { plan: plan.plan, cents: plan.price } : null
}
