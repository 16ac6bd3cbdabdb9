import type { Stripe } from 'stripe'
import { expectObject, isMissing, stripe } from '../../platform/stripe.server.ts'
import { accessUntil, type PlanName } from '../rules.ts'
import type { ChargeRow, StripeState, TakenBack } from '../store/state.server.ts'
import { planNameOf } from './plans.server.ts'

/** Everything of a subscription that is looked at, in one request. */
const EXPAND = [
  'data.schedule',
  'data.latest_invoice.confirmation_secret',
  'data.latest_invoice.payments',
  'data.pending_setup_intent',
  'data.customer',
  'data.discounts.source.coupon',
]

const date = (seconds: number | null | undefined) =>
  seconds === null || seconds === undefined ? null : new Date(seconds * 1000)
const idOf = (thing: string | { id: string } | null | undefined) =>
  typeof thing === 'string' ? thing : (thing?.id ?? null)
const whole = <T extends object>(thing: string | T | null | undefined) =>
  typeof thing === 'object' ? thing : null

/**
 * All subscriptions that a customer has or had, the newest first. A customer that is not there
 * (any more) has none.
 */
export async function subscriptionsOf(customer: string): Promise<Stripe.Subscription[]> {
  try {
    const page = await stripe().subscriptions.list({
      customer,
      status: 'all',
      limit: 20,
      expand: EXPAND,
    })
    return expectObject(page, 'list').data
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/**
 * Whether a trial has its card set up. What ended before it was ever confirmed has not either;
 * everything else counts as set up.
 */
export function isSetUp(subscription: Stripe.Subscription): boolean {
  if (subscription.status === 'canceled') {
    const paid = whole(subscription.latest_invoice)?.amount_paid ?? 0
    return subscription.default_payment_method !== null || paid > 0
  }
  if (subscription.status !== 'trialing') return true
  const customer = whole(subscription.customer)
  const fallback =
    customer && !customer.deleted ? customer.invoice_settings.default_payment_method : null
  return (
    subscription.pending_setup_intent === null &&
    (subscription.default_payment_method !== null || fallback !== null)
  )
}

/** Gives access, or would give it again once an open invoice is paid. */
export function isLive(subscription: Stripe.Subscription): boolean {
  const { status } = subscription
  return (
    status === 'active' ||
    status === 'past_due' ||
    status === 'unpaid' ||
    status === 'paused' ||
    (status === 'trialing' && isSetUp(subscription))
  )
}

/** Waits for a card or a first payment to be confirmed. */
export function isUnconfirmed(subscription: Stripe.Subscription): boolean {
  const { status } = subscription
  return status === 'incomplete' || (status === 'trialing' && !isSetUp(subscription))
}

/**
 * The subscription that counts: the best live one, of equals the first; else the last that was
 * confirmed, else the last.
 */
export function bestOf(subscriptions: Stripe.Subscription[]): Stripe.Subscription | null {
  const rank = (one: Stripe.Subscription) => {
    if (one.status === 'active') return 0
    if (one.status === 'past_due') return 1
    if (one.status === 'trialing' && isSetUp(one)) return 2
    if (isLive(one)) return 3
    // One that was never confirmed says nothing beside one that was.
    if (one.status === 'canceled' && isSetUp(one)) return 4
    return isUnconfirmed(one) ? 5 : 6
  }
  const [best = null] = subscriptions.toSorted((a, b) => {
    const later = b.created - a.created
    return rank(a) - rank(b) || (isLive(a) ? -later : later)
  })
  return best
}

/** What a price costs after the discounts that still hold at a moment. */
function discounted(subscription: Stripe.Subscription, cents: number, at: Date | null): number {
  let left = cents
  for (const entry of subscription.discounts) {
    const discount = whole(entry)
    const coupon = whole(discount?.source.coupon)
    if (!discount || !coupon) continue
    if (discount.end !== null && at !== null && discount.end * 1000 <= at.getTime()) continue
    left -= coupon.percent_off ? Math.round((left * coupon.percent_off) / 100) : 0
    left -= coupon.amount_off ?? 0
  }
  return Math.max(0, left)
}

/** The change that a schedule holds: its next phase with another price. */
function scheduledChange(
  subscription: Stripe.Subscription,
  now: Date,
): { scheduleId: string | null; priceId: string | null; at: Date | null } {
  const schedule = whole(subscription.schedule)
  const scheduleId = idOf(subscription.schedule)
  if (!schedule || (schedule.status !== 'active' && schedule.status !== 'not_started')) {
    return { scheduleId: null, priceId: null, at: null }
  }
  const present = idOf(subscription.items.data[0]?.price)
  const next = schedule.phases.find(
    (phase) =>
      phase.start_date * 1000 > now.getTime() && idOf(phase.items[0]?.price as never) !== present,
  )
  if (!next) return { scheduleId, priceId: null, at: null }
  return { scheduleId, priceId: idOf(next.items[0]?.price as never), at: date(next.start_date) }
}

const intervalPlan = (interval: string | undefined): PlanName | null =>
  interval === 'month' ? 'monthly' : interval === 'year' ? 'yearly' : null

/** What Stripe says of a reader, as it is stored. */
export async function stateOf(
  subscriptions: Stripe.Subscription[],
  now: Date,
): Promise<StripeState> {
  const best = bestOf(subscriptions)
  if (!best) return NOTHING
  const item = best.items.data[0]
  const currentPeriodEnd = date(item?.current_period_end)
  const cancelAt =
    date(best.cancel_at) ??
    (best.cancel_at_period_end
      ? best.status === 'trialing'
        ? date(best.trial_end)
        : currentPeriodEnd
      : null)
  const change = scheduledChange(best, now)
  const update = best.pending_update?.subscription_items?.[0]?.price ?? null
  const invoice = whole(best.latest_invoice)
  const facts = {
    status: best.status,
    isSetUp: isSetUp(best),
    trialEnd: date(best.trial_end),
    currentPeriodEnd,
    cancelAt,
  }
  const nextPlan = change.priceId === null ? null : await planNameOf(change.priceId)
  return {
    ...facts,
    subscriptionId: best.id,
    accessUntil: accessUntil(facts),
    priceId: item?.price.id ?? null,
    plan: intervalPlan(item?.price.recurring?.interval),
    createdAt: date(best.created),
    currentPeriodStart: date(item?.current_period_start),
    canceledAt: date(best.canceled_at),
    endedAt: date(best.ended_at),
    endReason: best.cancellation_details?.reason ?? null,
    endFeedback: best.cancellation_details?.feedback ?? null,
    scheduleId: change.scheduleId,
    pendingPriceId: change.priceId,
    pendingPlan: nextPlan?.plan ?? null,
    pendingAt: change.at,
    updatePriceId: update?.id ?? null,
    updatePlan: intervalPlan(update?.recurring?.interval),
    updateExpiresAt: date(best.pending_update?.expires_at),
    nextChargeCents:
      isLive(best) && cancelAt === null && typeof item?.price.unit_amount === 'number'
        ? discounted(best, nextPlan?.cents ?? item.price.unit_amount, currentPeriodEnd)
        : null,
    openInvoiceUrl: invoice?.status === 'open' ? (invoice.hosted_invoice_url ?? null) : null,
  }
}

const NOTHING: StripeState = {
  status: 'none',
  isSetUp: false,
  trialEnd: null,
  currentPeriodEnd: null,
  cancelAt: null,
  subscriptionId: null,
  accessUntil: null,
  priceId: null,
  plan: null,
  createdAt: null,
  currentPeriodStart: null,
  canceledAt: null,
  endedAt: null,
  endReason: null,
  endFeedback: null,
  scheduleId: null,
  pendingPriceId: null,
  pendingPlan: null,
  pendingAt: null,
  updatePriceId: null,
  updatePlan: null,
  updateExpiresAt: null,
  nextChargeCents: null,
  openInvoiceUrl: null,
}

/**
 * An invoice as it is stored; null: nothing is asked for. Drafts are stored, so that one that is
 * overtaken by another invoice is not lost sight of.
 */
function chargeOf(invoice: Stripe.Invoice): ChargeRow | null {
  if (!invoice.id || !invoice.status) return null
  if (invoice.amount_due <= 0 && invoice.amount_paid <= 0) return null
  const payments = invoice.payments?.data ?? []
  const line = invoice.lines.data.at(-1)
  return {
    invoiceId: invoice.id,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    status: invoice.status,
    amountCents: invoice.amount_due,
    amountPaidCents: invoice.amount_paid,
    paymentIntentId: idOf(payments.find(({ is_default }) => is_default)?.payment.payment_intent),
    description: invoice.description ?? line?.description ?? 'Readr',
    attempts: invoice.attempt_count,
    createdAt: date(invoice.created)!,
    paidAt: date(invoice.status_transitions.paid_at),
    nextAttemptAt: date(invoice.next_payment_attempt),
    url: invoice.hosted_invoice_url ?? null,
  }
}

/** The invoices that the subscriptions bring along. */
export function latestCharges(subscriptions: Stripe.Subscription[]): ChargeRow[] {
  return subscriptions.flatMap((one) => {
    const invoice = whole(one.latest_invoice)
    return (invoice && chargeOf(invoice)) ?? []
  })
}

/**
 * Whether there are invoices that the subscriptions do not bring along and that are not stored as
 * settled: renewals whose event was lost, or a draft or an open one behind a newer one.
 * @param stored the invoices that are stored, by their ids
 */
export function mayLackCharges(
  subscriptions: Stripe.Subscription[],
  stored: ReadonlyMap<string, { status: string }>,
): boolean {
  const latest = subscriptions.flatMap((one) => whole(one.latest_invoice) ?? [])
  const brought = new Set(latest.map(({ id }) => id))
  const openElsewhere = [...stored].some(
    ([id, { status }]) => (status === 'open' || status === 'draft') && !brought.has(id),
  )
  const skipped = latest.some(
    ({ id, billing_reason }) => !stored.has(id!) && billing_reason !== 'subscription_create',
  )
  return openElsewhere || skipped
}

/** Every invoice of a customer, newest first, at most the last hundred. */
export async function allCharges(customer: string): Promise<ChargeRow[]> {
  const page = await stripe().invoices.list({ customer, limit: 100, expand: ['data.payments'] })
  return expectObject(page, 'list').data.flatMap((invoice) => chargeOf(invoice) ?? [])
}

/** The payments of a customer of which something went back, by the ids of their intents. */
export async function takenBackOf(customer: string): Promise<Map<string, TakenBack>> {
  const page = await stripe().charges.list({ customer, limit: 100 })
  return new Map(
    expectObject(page, 'list').data.flatMap((charge): [string, TakenBack][] => {
      const payment = idOf(charge.payment_intent)
      const { amount_refunded: refundedCents, disputed: isDisputed } = charge
      return payment && (refundedCents > 0 || isDisputed)
        ? [[payment, { refundedCents, isDisputed }]]
        : []
    }),
  )
}

/**
 * A reader's charges as they are once what Stripe said is written.
 * @param stored the charges that are stored, by their invoices
 */
export function chargesAfter(
  stored: ReadonlyMap<string, ChargeRow & TakenBack>,
  charges: ChargeRow[],
  takenBack: ReadonlyMap<string, TakenBack> | null,
): (ChargeRow & TakenBack)[] {
  const all = new Map<string, ChargeRow & TakenBack>(stored)
  for (const charge of charges) {
    const { refundedCents = 0, isDisputed = false } = stored.get(charge.invoiceId) ?? {}
    all.set(charge.invoiceId, { ...charge, refundedCents, isDisputed })
  }
  return [...all.values()].map((charge) => ({
    ...charge,
    ...takenBack?.get(charge.paymentIntentId ?? ''),
  }))
}
