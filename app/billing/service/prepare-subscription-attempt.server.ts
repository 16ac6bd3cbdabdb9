import { createHash, randomUUID } from 'node:crypto'
import type { Stripe } from 'stripe'
import { now } from '../../platform/clock.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { expectObject, isMissing, isRefusal, stripe } from '../../platform/stripe.server.ts'
import { CHECKOUT_PAGE_MS, SUBSCRIPTION_ATTEMPT_MS, type Plan } from '../rules/plans.ts'
import { trialEndOf } from '../rules/compute-terms.server.ts'
import {
  type OpenSubscriptionAttempt,
  subscriptionAttemptOf,
  closeSubscriptionAttempt,
  openSubscriptionAttempt,
} from '../store/subscription-attempts.server.ts'
import { checkBy } from '../store/next-stripe-check.server.ts'
import { accountOf, dropCustomer } from '../store/billing-state.server.ts'
import { cancelUnconfirmedSubscription } from './cancel-unconfirmed-subscription.server.ts'
import { ensureCustomer } from './ensure-customer.server.ts'
import { type Reader, subscriptionOf } from './find-subscription.server.ts'
import { planById } from './list-plans.server.ts'
import { findPromotion, wrongCode } from './look-up-promotion.server.ts'
import { reconcile } from './reconcile.server.ts'
import { STARTED_IN_OTHER_TAB } from './subscription-start-lock.server.ts'
import { isLive, isUnconfirmed } from './stripe-state.server.ts'

const SUBSCRIBED = 'You already have a subscription. You can change it in your settings.'

/** What a reader wants to subscribe to; the promotion code is as they typed it. */
export interface Order {
  planId: string
  promotionCode?: string | undefined
}

interface Prepared {
  attempt: OpenSubscriptionAttempt
  customer: string
  plan: Plan
  promotion: Stripe.PromotionCode | null
  /** Earlier subscriptions that are not confirmed yet. */
  unconfirmed: Stripe.Subscription[]
}

/** Checks an order and opens the attempt under which its subscription is created. */
export async function prepareSubscriptionAttempt(
  reader: Reader,
  { planId, promotionCode }: Order,
  page: OpenSubscriptionAttempt['page'],
): Promise<Prepared> {
  const plan = await planById(planId)
  const { can } = await subscriptionOf(reader)
  if (!can.subscribe) throw new DomainError('conflict', SUBSCRIBED)
  const promotion = promotionCode ? await findPromotion(reader, promotionCode) : null
  const { customer, isNew } = await ensureCustomer(reader)
  const subscriptions = isNew ? [] : await reconcile(reader.id)
  if (subscriptions.some(isLive)) throw new DomainError('conflict', SUBSCRIBED)
  // Only now: reconciling may have shown that the trial was used.
  const { trialAvailable } = await subscriptionOf(reader)
  const attempt = await findOrOpenAttempt(
    reader.id,
    {
      page,
      priceId: plan.id,
      promotionId: promotion?.id ?? null,
      trialEnd: trialAvailable ? trialEndOf(lastStart(page, now())) : null,
    },
    customer,
    subscriptions,
  )
  return { attempt, customer, plan, promotion, unconfirmed: subscriptions.filter(isUnconfirmed) }
}

/** When the trial starts at the latest: a reader may fill in Stripe's page for as long as it is open. */
const lastStart = (page: string, openedAt: Date) =>
  page === 'hosted' ? new Date(openedAt.getTime() + CHECKOUT_PAGE_MS) : openedAt

/** Runs something with the reader's customer; if it was deleted at Stripe, runs it with a new one. */
export async function withLivingCustomer<T>(userId: number, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const customer = (await accountOf(userId))?.customerId
    if (!customer || !isMissing(error, 'customer')) throw error
    await dropCustomer(userId, customer)
    return run()
  }
}

/** The reader's open attempt if it has these terms, otherwise a new one. */
async function findOrOpenAttempt(
  userId: number,
  terms: Pick<OpenSubscriptionAttempt, 'page' | 'priceId' | 'promotionId' | 'trialEnd'>,
  customer: string,
  subscriptions: Stripe.Subscription[],
): Promise<OpenSubscriptionAttempt> {
  // Stored hashes name the page `place`, like its column.
  const { page: place, priceId, promotionId, trialEnd } = terms
  // A later trial end is another attempt: the page may have shown it already.
  const parameters = JSON.stringify({ place, priceId, promotionId, trialEnd, customer })
  const parametersHash = createHash('sha256').update(parameters).digest('base64url')
  const open = await subscriptionAttemptOf(userId)
  const moment = now()
  const isUsable = (attempt: OpenSubscriptionAttempt) =>
    attempt.parametersHash === parametersHash &&
    moment.getTime() - attempt.createdAt.getTime() < SUBSCRIPTION_ATTEMPT_MS &&
    // With its idempotency key, Stripe would answer with a subscription that has ended.
    !subscriptions.some(
      (one) => one.metadata['attempt'] === attempt.attemptId && !isUnconfirmed(one),
    )
  // The timer cleans up even if this process dies.
  await checkBy(userId, new Date(moment.getTime() + SUBSCRIPTION_ATTEMPT_MS))
  if (open && isUsable(open)) return open
  // Before the attempt is replaced: it is the only record of these pages.
  if (open?.page === 'hosted') await expireSessions(customer)
  const attempt = await openSubscriptionAttempt(
    userId,
    { attemptId: randomUUID(), ...terms, parametersHash, createdAt: moment },
    open?.attemptId ?? null,
  )
  if (attempt.parametersHash !== parametersHash)
    throw new DomainError('conflict', STARTED_IN_OTHER_TAB)
  return attempt
}

/** The idempotency key of an attempt: Stripe creates only one subscription for it. */
export const keyOf = ({ attemptId, parametersHash }: OpenSubscriptionAttempt) =>
  `subscribe:${attemptId}:${parametersHash.slice(0, 22)}`

/** Stripe's parameters for the trial of an attempt. */
export const trialOf = ({ trialEnd }: OpenSubscriptionAttempt) =>
  trialEnd === null
    ? {}
    : {
        trial_end: trialEnd.getTime() / 1000,
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' as const } },
      }

/** Creates something at Stripe for an attempt; if Stripe refuses it, the attempt is closed. */
export async function createOrClose<T>(
  userId: number,
  attempt: OpenSubscriptionAttempt,
  create: () => Promise<T>,
): Promise<T> {
  try {
    return await create()
  } catch (error) {
    if (!isRefusal(error)) throw error
    // Stripe repeats its answer for this key: another try needs another attempt.
    await closeSubscriptionAttempt(userId, attempt.attemptId)
    if (attempt.promotionId && /promotion|coupon|discount/i.test(String(error))) {
      throw wrongCode()
    }
    throw error
  }
}

/**
 * Cancels subscriptions that are not confirmed.
 * @throws DomainError conflict when one was just confirmed: the reader keeps it
 */
export async function cancelAllUnconfirmed(subscriptions: Stripe.Subscription[]): Promise<void> {
  for (const one of subscriptions) {
    if ((await cancelUnconfirmedSubscription(one)) === 'confirmed')
      throw new DomainError('conflict', STARTED_IN_OTHER_TAB)
  }
}

/**
 * Closes a customer's open checkout pages at Stripe.
 * @throws DomainError conflict when one was just paid
 */
export async function expireSessions(customer: string): Promise<void> {
  const page = await stripe().checkout.sessions.list({ customer, status: 'open', limit: 20 })
  for (const { id } of expectObject(page, 'list').data) {
    try {
      await stripe().checkout.sessions.expire(id)
    } catch (error) {
      if (!isRefusal(error)) throw error
      throw new DomainError('conflict', STARTED_IN_OTHER_TAB)
    }
  }
}
