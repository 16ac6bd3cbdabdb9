import { createHash, randomUUID } from 'node:crypto'
import type { Stripe } from 'stripe'
import { now } from '../../platform/clock.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { expectObject, isMissing, isRefusal, stripe } from '../../platform/stripe.server.ts'
import { ATTEMPT_MS, type Plan, TRIAL_DAYS } from '../rules/plans.ts'
import { type Attempt, attemptOf, closeAttempt, openAttempt } from '../store/attempts.server.ts'
import { checkBy } from '../store/lease.server.ts'
import { accountOf, dropCustomer } from '../store/state.server.ts'
import { ensureCustomer } from './ensure-customer.server.ts'
import { planById } from './list-plans.server.ts'
import { findPromotion, wrongCode } from './look-up-promotion.server.ts'
import { reconcile } from './reconcile.server.ts'
import { isLive, isUnconfirmed } from './stripe-state.server.ts'
import { type Reader, subscriptionOf } from './find-subscription.server.ts'
import { OTHER_TAB } from './start-lock.server.ts'
import { withdraw } from './cancel-unconfirmed.server.ts'

const SUBSCRIBED = 'You have a subscription already. You can change it in your settings.'

/** What is agreed on before something is made at Stripe. */
export interface Prepared {
  attempt: Attempt
  customer: string
  plan: Plan
  promotion: Stripe.PromotionCode | null
  /** What was begun before and waits for its confirmation. */
  unconfirmed: Stripe.Subscription[]
}

/** Everything up to the point where something is made at Stripe. */
export async function prepare(
  reader: Reader,
  { planId, promotionCode }: { planId: string; promotionCode?: string | undefined },
  place: Attempt['place'],
): Promise<Prepared> {
  const plan = await planById(planId)
  const { can } = await subscriptionOf(reader)
  if (!can.subscribe) throw new DomainError('conflict', SUBSCRIBED)
  const promotion = promotionCode ? await findPromotion(reader, promotionCode) : null
  const { customer, isNew } = await ensureCustomer(reader)
  const subscriptions = isNew ? [] : await reconcile(reader.id)
  if (subscriptions.some(isLive)) throw new DomainError('conflict', SUBSCRIBED)
  // Only now: that look at Stripe may have shown that the trial is used.
  const { trialAvailable } = await subscriptionOf(reader)
  const trialDays = trialAvailable ? TRIAL_DAYS : 0
  const terms = { place, priceId: plan.id, promotionId: promotion?.id ?? null, trialDays }
  const attempt = await agreeOn(reader.id, { ...terms, customer }, customer, subscriptions)
  return { attempt, customer, plan, promotion, unconfirmed: subscriptions.filter(isUnconfirmed) }
}

/** Runs something with the reader's customer; one that was deleted at Stripe is replaced, once. */
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

/** The reader's open attempt at these terms: the one that there is, or a new one in its place. */
async function agreeOn(
  userId: number,
  terms: Pick<Attempt, 'place' | 'priceId' | 'promotionId' | 'trialDays'> & { customer: string },
  customer: string,
  subscriptions: Stripe.Subscription[],
): Promise<Attempt> {
  const { place, priceId, promotionId, trialDays } = terms
  const parametersHash = createHash('sha256').update(JSON.stringify(terms)).digest('base64url')
  const open = await attemptOf(userId)
  const moment = now()
  const isUsable = (attempt: Attempt) =>
    attempt.parametersHash === parametersHash &&
    moment.getTime() - attempt.createdAt.getTime() < ATTEMPT_MS &&
    // What came of it has ended: its key would only bring that back.
    !subscriptions.some(
      (one) => one.metadata['attempt'] === attempt.attemptId && !isUnconfirmed(one),
    )
  // Whatever becomes of this process: what is left behind is found and cleared away.
  await checkBy(userId, new Date(moment.getTime() + ATTEMPT_MS))
  if (open && isUsable(open)) return open
  // While the attempt still says that there are such pages: after that nobody would look for them.
  if (open?.place === 'hosted') await expireSessions(customer)
  const attempt = await openAttempt(
    userId,
    {
      attemptId: randomUUID(),
      place,
      priceId,
      promotionId,
      trialDays,
      parametersHash,
      createdAt: moment,
    },
    open?.attemptId ?? null,
  )
  if (attempt.parametersHash !== parametersHash) throw new DomainError('conflict', OTHER_TAB)
  return attempt
}

/** What makes Stripe do the same once, however often it is asked. */
export const keyOf = ({ attemptId, parametersHash }: Attempt) =>
  `subscribe:${attemptId}:${parametersHash.slice(0, 22)}`

/** The free trial of an attempt, as Stripe takes it. */
export const trialOf = ({ trialDays }: Attempt) =>
  trialDays === 0
    ? {}
    : {
        trial_period_days: trialDays,
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' as const } },
      }

/** Makes something at Stripe by an attempt; one that is refused is closed. */
export async function orRefused<T>(
  userId: number,
  attempt: Attempt,
  make: () => Promise<T>,
): Promise<T> {
  try {
    return await make()
  } catch (error) {
    if (!isRefusal(error)) throw error
    // The answer is kept under the attempt's key: another try needs another attempt.
    await closeAttempt(userId, attempt.attemptId)
    if (attempt.promotionId && /promotion|coupon|discount/i.test(String(error))) {
      throw wrongCode()
    }
    throw error
  }
}

/**
 * Ends what was begun and not confirmed.
 * @throws DomainError conflict when one was confirmed in this very moment: it is the reader's
 */
export async function cancelAllUnconfirmed(subscriptions: Stripe.Subscription[]): Promise<void> {
  for (const one of subscriptions) {
    if ((await withdraw(one)) === 'confirmed') throw new DomainError('conflict', OTHER_TAB)
  }
}

/**
 * Closes Stripe's checkout pages that are open for a customer.
 * @throws DomainError conflict when one was paid in this very moment
 */
export async function expireSessions(customer: string): Promise<void> {
  const page = await stripe().checkout.sessions.list({ customer, status: 'open', limit: 20 })
  for (const { id } of expectObject(page, 'list').data) {
    try {
      await stripe().checkout.sessions.expire(id)
    } catch (error) {
      if (!isRefusal(error)) throw error
      throw new DomainError('conflict', OTHER_TAB)
    }
  }
}
