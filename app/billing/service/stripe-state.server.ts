import type { Stripe } from 'stripe'
import { everyPage, isMissing, stripe } from '../../platform/stripe.server.ts'
import { OFFERS, PLAN_NAMES, type PlanName } from '../rules/plans.ts'
import { refusedCard } from '../rules/refused-trial.ts'
import { accessUntil, isHalted, statusOf, type StripeState } from '../rules/subscription-status.ts'
import { planNameOf } from './list-plans.server.ts'

/** Fetched with a subscription in one request. */
const EXPAND = [
  'data.schedule',
  'data.latest_invoice.confirmation_secret',
  'data.latest_invoice.payments',
  'data.pending_setup_intent',
  'data.customer',
  'data.discounts.source.coupon',
]

/** A date from Stripe, in seconds since 1970. */
export const stripeDate = (seconds: number | null | undefined) =>
  seconds === null || seconds === undefined ? null : new Date(seconds * 1000)
export const stripeIdOf = (thing: string | { id?: string } | null | undefined) =>
  typeof thing === 'string' ? thing : (thing?.id ?? null)
/** An object that Stripe sent whole; null if it sent only the id. */
export const expandedObject = <T extends object>(thing: string | T | null | undefined) =>
  typeof thing === 'object' ? thing : null

/** All current and past subscriptions of a customer, newest first; none if Stripe deleted it. */
export async function subscriptionsOf(customer: string): Promise<Stripe.Subscription[]> {
  try {
    return await everyPage((page) =>
      stripe().subscriptions.list({ customer, status: 'all', ...page, expand: EXPAND }),
    )
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/**
 * False for a trial without a confirmed card, for a refused trial, and for a subscription that ended
 * before it was confirmed.
 */
export function isSetUp(subscription: Stripe.Subscription): boolean {
  if (subscription.status === 'canceled') {
    if (refusedCard(subscription) !== null) return false
    const paid = expandedObject(subscription.latest_invoice)?.amount_paid ?? 0
    return subscription.default_payment_method !== null || paid > 0
  }
  if (subscription.status !== 'trialing') return true
  const customer = expandedObject(subscription.customer)
  const fallback =
    customer && !customer.deleted ? customer.invoice_settings.default_payment_method : null
  return (
    subscription.pending_setup_intent === null &&
    (subscription.default_payment_method !== null || fallback !== null)
  )
}

/** Whether it gives access, or would again once an open invoice is paid. */
export function isLive(subscription: Stripe.Subscription): boolean {
  const { status } = subscription
  return (
    status === 'active' ||
    status === 'past_due' ||
    isHalted(subscription) ||
    (status === 'trialing' && isSetUp(subscription))
  )
}

/** Whether its card or first payment is not confirmed yet. */
export function isUnconfirmed(subscription: Stripe.Subscription): boolean {
  const { status } = subscription
  return status === 'incomplete' || (status === 'trialing' && !isSetUp(subscription))
}

/**
 * The subscription that counts: the best live one, or the first of equals; otherwise the last one
 * that was confirmed, otherwise the last.
 */
export function bestOf(subscriptions: Stripe.Subscription[]): Stripe.Subscription | null {
  const rank = (one: Stripe.Subscription) => {
    if (one.status === 'active') return 0
    if (one.status === 'past_due') return 1
    if (one.status === 'trialing' && isSetUp(one)) return 2
    if (isLive(one)) return 3
    if (one.status === 'canceled' && isSetUp(one)) return 4
    return isUnconfirmed(one) ? 5 : 6
  }
  const [best = null] = subscriptions.toSorted((a, b) => {
    const later = b.created - a.created
    return rank(a) - rank(b) || (isLive(a) ? -later : later)
  })
  return best
}

function discounted(subscription: Stripe.Subscription, cents: number, at: Date | null): number {
  let left = cents
  for (const entry of subscription.discounts) {
    const discount = expandedObject(entry)
    const coupon = expandedObject(discount?.source.coupon)
    if (!discount || !coupon) continue
    if (discount.end !== null && at !== null && discount.end * 1000 <= at.getTime()) continue
    left -= coupon.percent_off ? Math.round((left * coupon.percent_off) / 100) : 0
    left -= coupon.amount_off ?? 0
  }
  return Math.max(0, left)
}

/** The plan change in a schedule: its next phase with another price. */
function scheduledChange(
  subscription: Stripe.Subscription | null,
  now: Date,
): { scheduleId: string | null; priceId: string | null; at: Date | null } {
  const schedule = expandedObject(subscription?.schedule)
  if (!schedule || (schedule.status !== 'active' && schedule.status !== 'not_started')) {
    return { scheduleId: null, priceId: null, at: null }
  }
  const scheduleId = schedule.id
  const current = stripeIdOf(subscription?.items.data[0]?.price)
  const next = schedule.phases.find(
    (phase) =>
      phase.start_date * 1000 > now.getTime() &&
      stripeIdOf(phase.items[0]?.price as never) !== current,
  )
  if (!next) return { scheduleId, priceId: null, at: null }
  return {
    scheduleId,
    priceId: stripeIdOf(next.items[0]?.price as never),
    at: stripeDate(next.start_date),
  }
}

const planOfInterval = (interval: string | undefined): PlanName | null =>
  PLAN_NAMES.find((plan) => OFFERS[plan].interval === interval) ?? null

export async function stateOf(
  subscriptions: Stripe.Subscription[],
  now: Date,
): Promise<StripeState> {
  const best = bestOf(subscriptions)
  const item = best?.items.data[0]
  const trialEnd = stripeDate(best?.trial_end)
  const currentPeriodEnd = stripeDate(item?.current_period_end)
  const endOfPeriod = best?.status === 'trialing' ? trialEnd : currentPeriodEnd
  const change = scheduledChange(best, now)
  const update = best?.pending_update?.subscription_items?.[0]?.price
  const invoice = expandedObject(best?.latest_invoice)
  const facts = {
    status: best?.status ?? 'none',
    isSetUp: best !== null && isSetUp(best),
    trialEnd,
    currentPeriodEnd,
    cancelAt: stripeDate(best?.cancel_at) ?? (best?.cancel_at_period_end ? endOfPeriod : null),
  }
  const nextPlan = change.priceId === null ? null : await planNameOf(change.priceId)
  const price = nextPlan?.cents ?? item?.price.unit_amount
  return {
    ...facts,
    subscriptionId: best?.id ?? null,
    accessUntil: accessUntil(facts),
    priceId: item?.price.id ?? null,
    plan: planOfInterval(item?.price.recurring?.interval),
    createdAt: stripeDate(best?.created),
    currentPeriodStart: stripeDate(item?.current_period_start),
    canceledAt: stripeDate(best?.canceled_at),
    endedAt: stripeDate(best?.ended_at),
    endReason: best?.cancellation_details?.reason ?? null,
    endFeedback: best?.cancellation_details?.feedback ?? null,
    scheduleId: change.scheduleId,
    pendingPriceId: change.priceId,
    pendingPlan: nextPlan?.plan ?? null,
    pendingAt: change.at,
    updatePriceId: update?.id ?? null,
    updatePlan: planOfInterval(update?.recurring?.interval),
    updateExpiresAt: stripeDate(best?.pending_update?.expires_at),
    nextChargeCents:
      best && isLive(best) && facts.cancelAt === null && typeof price === 'number'
        ? discounted(best, price, currentPeriodEnd)
        : null,
    openInvoiceUrl: invoice?.status === 'open' ? (invoice.hosted_invoice_url ?? null) : null,
    refusedCard:
      statusOf(facts) === 'none' && !isHalted(facts) ? lastRefusedCard(subscriptions) : null,
  }
}

function lastRefusedCard(subscriptions: Stripe.Subscription[]): string | null {
  return subscriptions.map(refusedCard).find((card) => card !== null) ?? null
}
