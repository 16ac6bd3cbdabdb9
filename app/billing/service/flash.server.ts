import { COMMON_PASSWORD_WARNING } from '../../accounts/rules/password-advice.ts'
import { setFlash, readFlash } from '../../accounts/service/flash.server.ts'
import { billingFlash, type BillingFlash, type CheckoutFlash } from '../schema/pages.ts'
import { refreshSubscription } from './reconcile.server.ts'
import { type Reader, subscriptionOf, type SubscriptionView } from './subscription-of.server.ts'

/** How long /payment-successful is shown before it leads on. */
export const COUNTDOWN_MS = 30_000

/** Leaves something in a session for another page of billing. */
export function leave(sessionId: number, flash: BillingFlash): Promise<void> {
  return setFlash(sessionId, flash)
}

/** What a page of billing has left in a session. */
export async function leftIn(sessionId: number): Promise<{
  flash: BillingFlash
  exchange(after: BillingFlash | null): Promise<boolean>
} | null> {
  const found = await readFlash(sessionId)
  const flash = billingFlash.safeParse(found?.flash)
  return found && flash.success ? { flash: flash.data, exchange: found.exchange } : null
}

/** Has the next page that tells news warn of the password that was just chosen. */
export function leaveCommonPasswordNews(sessionId: number): Promise<void> {
  return leave(sessionId, { kind: 'news', isProblem: false, text: COMMON_PASSWORD_WARNING })
}

/** The news for the settings or the plans, told once. */
export async function takeNews(
  sessionId: number,
): Promise<{ isProblem: boolean; text: string } | null> {
  const left = await leftIn(sessionId)
  if (left?.flash.kind !== 'news') return null
  const { isProblem, text } = left.flash
  return (await left.exchange(null)) ? { isProblem, text } : null
}

/** What a checkout was begun with. */
type Begun = Pick<CheckoutFlash, 'planId' | 'promotionCode' | 'fromApp'>

/** What /payment-successful has to say. */
export type PaymentNews =
  | {
      is: 'paid'
      msLeft: number
      fromApp: boolean
      /** Cents that were charged; with a trial 0. */
      chargedCents: number
      subscription: SubscriptionView
    }
  /** It has just turned out to be paid: what was known of the reader before is not true any more. */
  | { is: 'just paid' }
  /** A checkout was begun, and nothing has come of it yet. */
  | ({ is: 'unconfirmed' } & Begun)
  /** The card or address showed that the trial is used: nothing began, nothing was charged. */
  | ({ is: 'refused' } & Begun)
  | { is: 'nothing' }

const isLive = ({ status }: SubscriptionView) => status !== 'none' && status !== 'canceled'

/**
 * What has come of the checkout or change that was begun in this session. Asks Stripe while it is
 * not known, and never waits for a webhook. The success is told once, for as long as the countdown
 * runs: whoever loads the page again meanwhile is not thrown out.
 * @throws DomainError provider-unavailable 'Failed to reconcile subscription'
 */
export async function paymentNews(
  sessionId: number,
  reader: Reader,
  time = Date.now(),
): Promise<PaymentNews> {
  const left = await leftIn(sessionId)
  if (left?.flash.kind === 'checkout') {
    const { planId, promotionCode, fromApp } = left.flash
    let subscription = await subscriptionOf(reader)
    if (!isLive(subscription)) subscription = await refreshSubscription(reader)
    if (!isLive(subscription)) {
      const is = subscription.trialRefused ? 'refused' : 'unconfirmed'
      return { is, planId, promotionCode, fromApp }
    }
    await left.exchange({ kind: 'paid', chargedCents: null, fromApp, shownAt: null })
    return { is: 'just paid' }
  }
  if (left?.flash.kind !== 'paid') return { is: 'nothing' }
  const { fromApp, shownAt } = left.flash
  if (shownAt === null) await left.exchange({ ...left.flash, shownAt: time })
  const msLeft = (shownAt ?? time) + COUNTDOWN_MS - time
  if (msLeft <= 0) {
    await left.exchange(null)
    return { is: 'nothing' }
  }
  const subscription = await subscriptionOf(reader)
  const lastCents = subscription.status === 'trialing' ? 0 : (subscription.lastPayment?.cents ?? 0)
  const chargedCents = left.flash.chargedCents ?? lastCents
  return { is: 'paid', msLeft, fromApp, chargedCents, subscription }
}
