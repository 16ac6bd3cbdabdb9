import type { Stripe } from 'stripe'
import { DomainError } from '../../platform/errors.ts'
import { log } from '../../platform/log.server.ts'
import { onChange } from '../../platform/jobs/process-bus.server.ts'
import { askStripe, expectObject, stripe, stripeConnection } from '../../platform/stripe.server.ts'
import { CURRENCY, FEATURES, OFFERS, type Plan, PLAN_NAMES, type PlanName } from '../rules/plans.ts'

/** Prices rarely change, and a webhook clears the cache when they do. */
const CACHE_MS = 10 * 60_000

let cache: { plans: Plan[]; from: string; until: number } | undefined
let pending: Promise<Plan[]> | undefined

export class PlanError extends DomainError {
  constructor(problem: string) {
    super('provider-unavailable', problem)
    log.error({ problem }, 'the plans at Stripe are wrong')
  }
}

/**
 * The plans that can be bought, monthly first: from Stripe, cached for some minutes.
 * @throws DomainError provider-unavailable 'Failed to fetch plans'
 */
export async function listPlans(): Promise<Plan[]> {
  return askStripe('Failed to fetch plans', cachedPlans)
}

async function cachedPlans(): Promise<Plan[]> {
  const from = stripeConnection().secretKey + (stripeConnection().apiUrl ?? '')
  if (cache && cache.from === from && cache.until > Date.now()) return cache.plans
  pending ??= fetchPlans().finally(() => {
    pending = undefined
  })
  try {
    const plans = await pending
    cache = { plans, from, until: Date.now() + CACHE_MS }
    return plans
  } catch (error) {
    // Use stale prices while Stripe is down: they are most likely still right.
    if (cache?.from === from && !(error instanceof PlanError)) return cache.plans
    throw error
  }
}

export function forgetPlans(): void {
  cache = undefined
}

onChange('plans', forgetPlans)

/**
 * Asks Stripe for the plans.
 * @throws PlanError; StripeError
 */
export async function fetchPlans(): Promise<Plan[]> {
  const page = await stripe().prices.list({
    active: true,
    lookup_keys: [...PLAN_NAMES],
    expand: ['data.product'],
  })
  return checkPlans(expectObject(page, 'list').data)
}

/**
 * The plans for Stripe's prices.
 * @throws PlanError naming each plan that is missing or has another price
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
    const { recurring, unit_amount, currency, id, product } = price
    const expected = `${cents} ${CURRENCY} each 1 ${interval}`
    const actual = `${unit_amount} ${currency} each ${recurring?.interval_count ?? 0} ${recurring?.interval}`
    if (actual !== expected) {
      problems.push(`The price ${id} ("${plan}") is ${actual}, not ${expected}.`)
      return []
    }
    const listed =
      typeof product === 'object' && !product.deleted
        ? (product.marketing_features ?? []).flatMap(({ name }) => name ?? [])
        : []
    const features = listed.length > 0 ? listed : FEATURES
    return [{ id, plan, name: label, price: cents, interval, features }]
  })
  if (problems.length > 0) throw new PlanError(problems.join('\n'))
  return found
}

/**
 * Checks at start that the plans at Stripe are right. Without an answer from Stripe the product still
 * starts, so that subscribers can read.
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
 * @throws DomainError invalid-input 'No price ID provided' for an empty id, another text for an
 * unknown one; provider-unavailable
 */
export async function planById(planId: string): Promise<Plan> {
  if (planId === '') throw new DomainError('invalid-input', 'No price ID provided')
  const plan = (await listPlans()).find(({ id }) => id === planId)
  if (!plan) {
    throw new DomainError('invalid-input', 'This plan is not available. Please choose another one.')
  }
  return plan
}

/** The plan of a price id; null: it is not sold. */
export async function planNameOf(
  priceId: string,
): Promise<{ plan: PlanName; cents: number } | null> {
  const plan = (await cachedPlans()).find(({ id }) => id === priceId)
  return plan ? { plan: plan.plan, cents: plan.price } : null
}
