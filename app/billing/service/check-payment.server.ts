import { rememberReferringBook } from '../../accounts/service/remember-referring-book.server.ts'
import type { CheckoutFlash } from '../schema/billing-flash.ts'
import { type Reader, subscriptionOf, type SubscriptionView } from './find-subscription.server.ts'
import { readBillingFlash } from './billing-flash.server.ts'
import { refreshSubscription } from './reconcile.server.ts'

/** How long /payment-successful is shown before it redirects. */
export const COUNTDOWN_MS = 30_000

type Checkout = Omit<CheckoutFlash, 'kind'>

type PaymentCheck =
  | {
      is: 'paid'
      msLeft: number
      fromApp: boolean
      book: string | undefined
      /** Cents that were charged; 0 for a trial. */
      chargedCents: number
      subscription: SubscriptionView
    }
  /** Found to be paid during this check: what the request knew of the reader is out of date. */
  | { is: 'just paid' }
  /** A checkout was started and is not confirmed yet. */
  | ({ is: 'unconfirmed' } & Checkout)
  /** The trial was refused because the person already had one; nothing was charged. */
  | ({ is: 'refused' } & Checkout)
  | { is: 'nothing' }

const isLive = ({ status }: SubscriptionView) => status !== 'none' && status !== 'canceled'

/**
 * Finds out whether the checkout or plan change of this session was paid. Asks Stripe if the
 * database does not know, and never waits for a webhook. A success can be shown again, by a reload,
 * until its countdown ends.
 * @throws DomainError provider-unavailable 'Failed to reconcile subscription'
 */
export async function checkPayment(
  sessionId: number,
  reader: Reader,
  time = Date.now(),
): Promise<PaymentCheck> {
  const found = await readBillingFlash(sessionId)
  if (found?.flash.kind === 'checkout') {
    const { planId, promotionCode, fromApp, book } = found.flash
    let subscription = await subscriptionOf(reader)
    if (!isLive(subscription)) subscription = await refreshSubscription(reader)
    if (!isLive(subscription)) {
      const is = subscription.trialRefused ? 'refused' : 'unconfirmed'
      return { is, planId, promotionCode, fromApp, book }
    }
    await found.exchange({ kind: 'paid', chargedCents: null, fromApp, shownAt: null, book })
    await rememberReferringBook(sessionId, null)
    return { is: 'just paid' }
  }
  if (found?.flash.kind !== 'paid') return { is: 'nothing' }
  const { fromApp, shownAt, book } = found.flash
  if (shownAt === null) await found.exchange({ ...found.flash, shownAt: time })
  const msLeft = (shownAt ?? time) + COUNTDOWN_MS - time
  if (msLeft <= 0) {
    await found.exchange(null)
    return { is: 'nothing' }
  }
  const subscription = await subscriptionOf(reader)
  const lastCents = subscription.status === 'trialing' ? 0 : (subscription.lastPayment?.cents ?? 0)
  const chargedCents = found.flash.chargedCents ?? lastCents
  return { is: 'paid', msLeft, fromApp, book, chargedCents, subscription }
}
