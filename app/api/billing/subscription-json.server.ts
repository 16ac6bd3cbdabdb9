import type { z } from 'zod'
import type { Canceled } from '../../billing/service/cancel-subscription.server.ts'
import type { SubscriptionView } from '../../billing/service/find-subscription.server.ts'
import type {
  cancelledJson,
  legacySubscriptionJson,
  statusJson,
  subscriptionJson,
} from '../wire/billing.ts'

const iso = (date: Date | null) => date?.toISOString() ?? null
const seconds = (date: Date | null) => (date === null ? null : Math.floor(date.getTime() / 1000))

/** A subscription in the billing shape; null: the reader never had one that was confirmed. */
export function toSubscriptionJson(
  view: SubscriptionView,
): z.output<typeof subscriptionJson> | null {
  if (view.subscriptionId === null || view.status === 'none') return null
  const { pendingChange } = view
  return {
    id: view.subscriptionId,
    status: view.status,
    planId: view.priceId,
    plan: view.plan,
    trialEnd: iso(view.trialEnd),
    currentPeriodEnd: iso(view.currentPeriodEnd),
    cancelAtPeriodEnd: view.cancelAtPeriodEnd,
    cancel_at_period_end: view.cancelAtPeriodEnd,
    schedule:
      pendingChange?.kind === 'scheduled'
        ? {
            planId: pendingChange.priceId,
            plan: pendingChange.plan,
            at: pendingChange.at.toISOString(),
          }
        : null,
  }
}

/** How a reader stands. */
export function toStatusJson(view: SubscriptionView): z.output<typeof statusJson> {
  return {
    subscription: toSubscriptionJson(view),
    isSubscribed: view.isSubscribed,
    subscriptionStatus: view.status,
  }
}

/** What cancelling came to. */
export function toCancelledJson(done: Canceled): z.output<typeof cancelledJson> {
  return {
    subscription: toSubscriptionJson(done.subscription),
    lastDay: done.lastDay.toISOString(),
    nextCharge: done.nextChargeCents,
    refund: done.refund?.cents ?? null,
  }
}

/** A subscription in the legacy shape. */
export function toLegacyJson(view: SubscriptionView): z.output<typeof legacySubscriptionJson> {
  const { pendingChange } = view
  return {
    price_id: view.priceId,
    status: view.status,
    current_period_end: seconds(view.currentPeriodEnd),
    cancel_at_period_end: view.cancelAtPeriodEnd,
    pending_update: pendingChange && {
      items: [{ price: { id: pendingChange.priceId } }],
      effective_at: seconds(pendingChange.at)!,
    },
    trial_end: seconds(view.trialEnd),
    amount_paid: view.lastPayment?.cents ?? 0,
    billing_date: seconds(view.nextCharge?.at ?? null),
  }
}
