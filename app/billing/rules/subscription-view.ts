import { OFFERS, type PlanName } from './plans.ts'
import {
  isHalted,
  latest,
  type SubscriptionStatus,
  SUBSCRIPTION_STATUS_LABELS,
  statusOf,
  type StripeState,
} from './subscription-status.ts'

export type AccessSource = 'stripe' | 'mobile' | 'complimentary' | 'admin'

const STORE_NAMES = new Map([
  ['APP_STORE', 'App Store'],
  ['MAC_APP_STORE', 'App Store'],
  ['PLAY_STORE', 'Google Play'],
  ['AMAZON', 'Amazon Appstore'],
])

export interface PendingPlanChange {
  plan: PlanName
  /** 'Monthly' or 'Yearly'. */
  name: string
  priceId: string
  /** When it takes effect or, for an unconfirmed upgrade, when it expires. */
  at: Date
  /** `scheduled`: at the period's end. `unconfirmed`: an upgrade that is not paid yet. */
  kind: 'scheduled' | 'unconfirmed'
}

export interface SubscriptionView {
  /** What gives access or, if nothing does, `stripe` after an earlier subscription; null: none. */
  source: AccessSource | null
  /** Whether the reader has full access now. */
  isSubscribed: boolean
  status: SubscriptionStatus
  /** 'Active', 'Trial', 'Past Due', 'Canceled' or 'Inactive'. */
  label: string
  plan: PlanName | null
  /** 'Monthly' or 'Yearly'; null without a plan. */
  planName: string | null
  priceId: string | null
  subscriptionId: string | null
  trialEnd: Date | null
  currentPeriodEnd: Date | null
  cancelAtPeriodEnd: boolean
  /** Stripe has stopped it without ending it: it has no access, and continues once it is paid. */
  isHalted: boolean
  /** When access ends; null: it renews. */
  endsAt: Date | null
  pendingChange: PendingPlanChange | null
  /** The next charge; null: none. */
  nextCharge: { cents: number; at: Date } | null
  /** Stripe's page to pay an open invoice; past due and halted only. */
  openInvoiceUrl: string | null
  lastPayment: { cents: number; at: Date } | null
  /** The mobile subscription; null: none. `store`: null if it is not known. */
  mobile: { store: string | null; until: Date; renews: boolean } | null
  /** When a mobile subscription or a gift ends, whichever is later; null: there is neither. */
  otherAccessUntil: Date | null
  trialAvailable: boolean
  /** Whether a second trial was refused and no other subscription was started since. */
  trialRefused: boolean
  /** What the reader may do now; the services refuse everything else with 409. */
  can: {
    subscribe: boolean
    changePlan: boolean
    cancelPlanChange: boolean
    cancelAtPeriodEnd: boolean
    cancelNow: boolean
    cancelTrial: boolean
    resubscribe: boolean
    manageBilling: boolean
  }
}

export interface StoredState {
  account: {
    customerId: string | null
    complimentaryUntil: Date | null
    mobileUntil: Date | null
    mobileStore: string | null
    mobileRenews: boolean
  } | null
  subscription: StripeState | null
  lastPayment: { amountPaidCents: number; paidAt: Date | null } | null
  isTrialUsed: boolean
}

const planOf = (plan: string | null): PlanName | null =>
  plan !== null && Object.hasOwn(OFFERS, plan) ? (plan as PlanName) : null

function pendingChangeOf(subscription: StripeState, now: Date): PendingPlanChange | null {
  const { pendingPriceId, pendingAt, updatePriceId, updateExpiresAt } = subscription
  const scheduled = planOf(subscription.pendingPlan)
  if (scheduled && pendingPriceId && pendingAt) {
    const name = OFFERS[scheduled].label
    return { plan: scheduled, name, priceId: pendingPriceId, at: pendingAt, kind: 'scheduled' }
  }
  const update = planOf(subscription.updatePlan)
  if (update && updatePriceId && updateExpiresAt && updateExpiresAt > now) {
    const name = OFFERS[update].label
    return { plan: update, name, priceId: updatePriceId, at: updateExpiresAt, kind: 'unconfirmed' }
  }
  return null
}

/** A reader's subscription at a given time. */
export function viewOf(
  { account, subscription, lastPayment, isTrialUsed }: StoredState,
  role: string,
  now: Date,
): SubscriptionView {
  const isAdmin = role === 'admin'
  const isAhead = (moment: Date | null | undefined) => !!moment && moment > now
  const hasStripeAccess = isAhead(subscription?.accessUntil)
  const mobile =
    account?.mobileUntil && isAhead(account.mobileUntil)
      ? {
          store: STORE_NAMES.get(account.mobileStore ?? '') ?? null,
          until: account.mobileUntil,
          renews: account.mobileRenews,
        }
      : null
  const source: AccessSource | null = isAdmin
    ? 'admin'
    : hasStripeAccess
      ? 'stripe'
      : mobile
        ? 'mobile'
        : isAhead(account?.complimentaryUntil)
          ? 'complimentary'
          : subscription?.subscriptionId
            ? 'stripe'
            : null
  const shown = subscription ? statusOf(subscription) : 'none'
  // Stripe may report the end of a canceled subscription late.
  const isOver = !!subscription?.cancelAt && !isAhead(subscription.cancelAt)
  const status: SubscriptionStatus = isOver && shown !== 'none' ? 'canceled' : shown
  const live = status === 'active' || status === 'trialing' || status === 'past_due'
  const halted = !isOver && !!subscription && isHalted(subscription)
  const cancelAtPeriodEnd = live && !!subscription?.cancelAt
  const pendingChange = live && subscription ? pendingChangeOf(subscription, now) : null
  const plan = planOf(subscription?.plan ?? null)
  const end =
    (status === 'trialing' ? subscription?.trialEnd : subscription?.currentPeriodEnd) ?? null
  const otherUntil = latest(account?.mobileUntil ?? null, account?.complimentaryUntil ?? null)
  const isOwn = source === 'stripe' || (source !== 'admin' && live)
  return {
    source,
    isSubscribed: isAdmin || hasStripeAccess || isAhead(otherUntil),
    status,
    label: SUBSCRIPTION_STATUS_LABELS[status],
    plan: live ? plan : null,
    planName: live && plan ? OFFERS[plan].label : null,
    priceId: live ? (subscription?.priceId ?? null) : null,
    subscriptionId: subscription?.subscriptionId ?? null,
    trialEnd: subscription?.trialEnd ?? null,
    currentPeriodEnd: end,
    cancelAtPeriodEnd,
    isHalted: halted,
    endsAt: cancelAtPeriodEnd ? subscription!.cancelAt : isOwn || isAdmin ? null : otherUntil,
    pendingChange,
    nextCharge:
      live && !cancelAtPeriodEnd && end && subscription!.nextChargeCents !== null
        ? { cents: subscription!.nextChargeCents, at: end }
        : null,
    openInvoiceUrl: status === 'past_due' || halted ? subscription!.openInvoiceUrl : null,
    lastPayment: lastPayment?.paidAt
      ? { cents: lastPayment.amountPaidCents, at: lastPayment.paidAt }
      : null,
    mobile,
    otherAccessUntil: isAhead(otherUntil) ? otherUntil : null,
    trialAvailable: !isTrialUsed,
    trialRefused: !!subscription?.refusedCard && subscription.status !== 'incomplete',
    can: {
      subscribe: !isAdmin && !live && !halted && !mobile,
      changePlan: !isAdmin && (status === 'active' || status === 'trialing') && !cancelAtPeriodEnd,
      cancelPlanChange: !isAdmin && pendingChange !== null,
      cancelAtPeriodEnd: !isAdmin && live && status !== 'trialing' && !cancelAtPeriodEnd,
      cancelNow: !isAdmin && (live || halted),
      cancelTrial: !isAdmin && status === 'trialing' && !cancelAtPeriodEnd,
      resubscribe: !isAdmin && cancelAtPeriodEnd,
      manageBilling: !isAdmin && typeof account?.customerId === 'string',
    },
  }
}
