import { latest, type Status, statusLabel, statusOf, type StripeFacts } from './status.ts'
import { OFFERS, type PlanName } from './plans.ts'

/** Where somebody's full access comes from. */
export type Source = 'stripe' | 'mobile' | 'complimentary' | 'admin'

/** The store of a mobile subscription as people know it. */
export function storeName(store: string | null): string {
  switch (store) {
    case 'APP_STORE':
    case 'MAC_APP_STORE':
      return 'App Store'
    case 'PLAY_STORE':
      return 'Google Play'
    case 'AMAZON':
      return 'Amazon Appstore'
    default:
      return 'the mobile app'
  }
}

/** A plan change that waits. */
export interface PendingChange {
  plan: PlanName
  /** 'Monthly' or 'Yearly'. */
  name: string
  priceId: string
  /** When it takes effect; for an upgrade whose payment is not confirmed: until when it waits. */
  at: Date
  /** `scheduled`: at the period's end. `unconfirmed`: the payment of an upgrade is missing. */
  kind: 'scheduled' | 'unconfirmed'
}

/** A reader's subscription as pages and calls show it. */
export interface SubscriptionView {
  /**
   * What settings show: what gives access, and where nothing does, `stripe` if the reader ever had
   * a subscription here; null: never.
   */
  source: Source | null
  /** Has full access now. */
  isSubscribed: boolean
  status: Status
  /** 'Active', 'Trial', 'Past Due', 'Canceled' or 'Inactive'. */
  label: string
  plan: PlanName | null
  /** 'Monthly' or 'Yearly'; null without a plan. */
  planName: string | null
  priceId: string | null
  subscriptionId: string | null
  trialEnd: Date | null
  /** End of what is paid for, or of the trial. */
  currentPeriodEnd: Date | null
  /** Ends by itself: nothing more will be charged. */
  cancelAtPeriodEnd: boolean
  /** The last moment of access, where that is known: it was cancelled or is no subscription. */
  endsAt: Date | null
  pendingChange: PendingChange | null
  /** What is charged next, and when; null: nothing. */
  nextCharge: { cents: number; at: Date } | null
  /** Stripe's page where an open invoice can be paid; past due only. */
  openInvoiceUrl: string | null
  /** The last payment. */
  lastPayment: { cents: number; at: Date } | null
  /** Where a mobile subscription was bought, and whether it goes on; null: there is none. */
  mobile: { store: string; until: Date; renews: boolean } | null
  /** Seven free days are still to be had. */
  trialAvailable: boolean
  /** A trial was refused as this person's second, and no other subscription was begun since. */
  trialRefused: boolean
  /** What may be done now; the services refuse everything else with 409. */
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

/** What the view is made of: rows as they are stored. */
export interface StoredState {
  account: {
    customerId: string | null
    complimentaryUntil: Date | null
    mobileUntil: Date | null
    mobileStore: string | null
    mobileRenews: boolean
  } | null
  subscription:
    | (StripeFacts & {
        subscriptionId: string | null
        accessUntil: Date | null
        priceId: string | null
        plan: string | null
        pendingPriceId: string | null
        pendingPlan: string | null
        pendingAt: Date | null
        updatePriceId: string | null
        updatePlan: string | null
        updateExpiresAt: Date | null
        nextChargeCents: number | null
        openInvoiceUrl: string | null
        refusedCard: string | null
      })
    | null
  lastPayment: { amountPaidCents: number; paidAt: Date | null } | null
  /** The person has had the free trial, with this account or one before. */
  isTrialUsed: boolean
}

const planOf = (plan: string | null): PlanName | null =>
  plan !== null && Object.hasOwn(OFFERS, plan) ? (plan as PlanName) : null

function pendingChangeOf(
  subscription: NonNullable<StoredState['subscription']>,
  now: Date,
): PendingChange | null {
  const { pendingPriceId, pendingAt, updatePriceId, updateExpiresAt } = subscription
  const scheduled = planOf(subscription.pendingPlan)
  if (scheduled && pendingPriceId && pendingAt) {
    const { label: name } = OFFERS[scheduled]
    return { plan: scheduled, name, priceId: pendingPriceId, at: pendingAt, kind: 'scheduled' }
  }
  const update = planOf(subscription.updatePlan)
  if (update && updatePriceId && updateExpiresAt && updateExpiresAt > now) {
    const { label: name } = OFFERS[update]
    return { plan: update, name, priceId: updatePriceId, at: updateExpiresAt, kind: 'unconfirmed' }
  }
  return null
}

/** What is shown of a reader's subscription, from what is stored and the time. */
export function viewOf(
  { account, subscription, lastPayment, isTrialUsed }: StoredState,
  role: string,
  now: Date,
): SubscriptionView {
  const isAdmin = role === 'admin'
  const lives = (moment: Date | null | undefined) => !!moment && moment > now
  const stripeLives = lives(subscription?.accessUntil)
  const source: Source | null = isAdmin
    ? 'admin'
    : stripeLives
      ? 'stripe'
      : lives(account?.mobileUntil)
        ? 'mobile'
        : lives(account?.complimentaryUntil)
          ? 'complimentary'
          : subscription?.subscriptionId
            ? 'stripe'
            : null
  const shown = subscription ? statusOf(subscription) : 'none'
  // What had a known last day and has passed it is over, whether or not Stripe has said so yet.
  const isOver = !!subscription?.cancelAt && !lives(subscription.cancelAt)
  const status: Status = isOver && shown !== 'none' ? 'canceled' : shown
  const live = status === 'active' || status === 'trialing' || status === 'past_due'
  const cancelAtPeriodEnd = live && !!subscription?.cancelAt
  const pendingChange = live && subscription ? pendingChangeOf(subscription, now) : null
  const plan = planOf(subscription?.plan ?? null)
  const end =
    (status === 'trialing' ? subscription?.trialEnd : subscription?.currentPeriodEnd) ?? null
  const otherUntil = latest(account?.mobileUntil ?? null, account?.complimentaryUntil ?? null)
  const isOwn = source === 'stripe' || (source !== 'admin' && live)
  return {
    source,
    isSubscribed: isAdmin || stripeLives || lives(otherUntil),
    status,
    label: statusLabel(status),
    plan: live ? plan : null,
    planName: live && plan ? OFFERS[plan].label : null,
    priceId: live ? (subscription?.priceId ?? null) : null,
    subscriptionId: subscription?.subscriptionId ?? null,
    trialEnd: subscription?.trialEnd ?? null,
    currentPeriodEnd: end,
    cancelAtPeriodEnd,
    endsAt: cancelAtPeriodEnd ? subscription!.cancelAt : isOwn || isAdmin ? null : otherUntil,
    pendingChange,
    nextCharge:
      live && !cancelAtPeriodEnd && end && subscription!.nextChargeCents !== null
        ? { cents: subscription!.nextChargeCents, at: end }
        : null,
    openInvoiceUrl: status === 'past_due' ? subscription!.openInvoiceUrl : null,
    lastPayment: lastPayment?.paidAt
      ? { cents: lastPayment.amountPaidCents, at: lastPayment.paidAt }
      : null,
    mobile:
      lives(account?.mobileUntil) && account
        ? {
            store: storeName(account.mobileStore),
            until: account.mobileUntil!,
            renews: account.mobileRenews,
          }
        : null,
    trialAvailable: !isTrialUsed,
    trialRefused: !!subscription?.refusedCard && subscription.status !== 'incomplete',
    can: {
      subscribe: !isAdmin && !live && !lives(account?.mobileUntil),
      changePlan: !isAdmin && (status === 'active' || status === 'trialing') && !cancelAtPeriodEnd,
      cancelPlanChange: !isAdmin && pendingChange !== null,
      cancelAtPeriodEnd: !isAdmin && live && status !== 'trialing' && !cancelAtPeriodEnd,
      cancelNow: !isAdmin && live,
      cancelTrial: !isAdmin && status === 'trialing' && !cancelAtPeriodEnd,
      resubscribe: !isAdmin && cancelAtPeriodEnd,
      manageBilling: !isAdmin && typeof account?.customerId === 'string',
    },
  }
}
