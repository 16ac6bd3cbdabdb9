import { createHash, randomUUID } from 'node:crypto'
import type { Stripe } from 'stripe'
import { now } from '../../platform/clock.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { env } from '../../platform/env.server.ts'
import {
  askStripe,
  expectObject,
  isMissing,
  isRefusal,
  stripe,
} from '../../platform/stripe.server.ts'
import { ATTEMPT_MS, type Plan, TRIAL_DAYS } from '../rules.ts'
import {
  type Attempt,
  attemptOf,
  closeAttempt,
  isOpenAttempt,
  openAttempt,
} from '../store/attempts.server.ts'
import { checkBy } from '../store/lease.server.ts'
import { accountOf, dropCustomer } from '../store/state.server.ts'
import { customerOf } from './customer.server.ts'
import { withdraw } from './withdraw.server.ts'
import { planById } from './plans.server.ts'
import { findPromotion, wrongCode } from './promotion.server.ts'
import { reconcile } from './reconcile.server.ts'
import { isLive, isUnconfirmed } from './stripe-state.server.ts'
import { type Reader, subscriptionOf, type SubscriptionView } from './subscription-of.server.ts'
import { inTurn, OTHER_TAB } from './turn.server.ts'

/** What the browser needs to finish a subscription that was begun. */
export interface Started {
  /** For confirmSetup (`setup`, a trial) or confirmPayment (`payment`); null: nothing is left to confirm. */
  clientSecret: string | null
  intentType: 'setup' | 'payment' | null
  /** The plan and terms that were begun, decided here: nothing of it comes from the browser. */
  terms: { planId: string; planName: string; trialEnd: Date | null; dueNowCents: number }
  subscription: SubscriptionView
}

const FAILED = 'Failed to create subscription'
const SUBSCRIBED = 'You have a subscription already. You can change it in your settings.'

/**
 * Begins a subscription, with the free trial if the reader still has it. Until its card (or first
 * payment) is confirmed it gives no access. Asked again for the same plan, in another tab or after
 * a reload, it answers with the same subscription's secret; for another plan, the one before is
 * withdrawn. At most four requests to Stripe once the plans are known; a promotion code where
 * another plan was begun before takes one more.
 * @param input.promotionCode as the reader typed it
 * @throws DomainError invalid-input ('No price ID provided', an unknown plan, an unknown code in
 * field promotionCode), conflict (subscribed already, administrators), too-many-requests (codes),
 * provider-unavailable 'Failed to create subscription', 'Failed to create payment intent' (there is
 * something to confirm, and Stripe does not say how)
 */
export async function startSubscription(
  reader: Reader,
  input: { planId: string; promotionCode?: string | undefined },
): Promise<Started> {
  const started = await askStripe(FAILED, () =>
    inTurn(reader.id, () => withLivingCustomer(reader.id, () => begin(reader, input))),
  )
  if (started.clientSecret === null && !started.subscription.can.cancelNow) {
    throw new DomainError('provider-unavailable', 'Failed to create payment intent')
  }
  return started
}

async function begin(
  reader: Reader,
  input: { planId: string; promotionCode?: string | undefined },
): Promise<Started> {
  const { attempt, customer, plan, unconfirmed } = await prepare(reader, input, 'here')
  const same = unconfirmed.find(({ metadata }) => metadata['attempt'] === attempt.attemptId)
  await withdrawAll(unconfirmed.filter((one) => one !== same))
  const subscription = same ?? (await create(reader.id, attempt, customer))
  const intent = intentOf(subscription)
  // What needs no confirmation is the reader's, and has closed its attempt itself.
  if (intent.clientSecret === null) await reconcile(reader.id)
  else if (!(await isOpenAttempt(reader.id, attempt.attemptId))) {
    // Another tab began something else meanwhile, and may not have seen this one.
    if (!same) await withdrawAll([subscription])
    throw new DomainError('conflict', OTHER_TAB)
  }
  return {
    ...intent,
    terms: {
      planId: plan.id,
      planName: plan.name,
      trialEnd: subscription.trial_end === null ? null : new Date(subscription.trial_end * 1000),
      dueNowCents:
        typeof subscription.latest_invoice === 'object'
          ? (subscription.latest_invoice?.amount_due ?? 0)
          : 0,
    },
    subscription: await subscriptionOf(reader),
  }
}

/**
 * The address of Stripe's own checkout page for a plan, for browsers without JavaScript. Comes back
 * to /payment-successful, or to /checkout when it is left.
 * @throws as startSubscription
 */
export function checkoutUrl(
  reader: Reader,
  input: { planId: string; promotionCode?: string | undefined },
): Promise<string> {
  return askStripe(FAILED, () =>
    inTurn(reader.id, () => withLivingCustomer(reader.id, () => beginHosted(reader, input))),
  )
}

async function beginHosted(
  reader: Reader,
  input: { planId: string; promotionCode?: string | undefined },
): Promise<string> {
  const prepared = await prepare(reader, input, 'hosted')
  const { attempt, customer, plan, unconfirmed, promotion } = prepared
  await withdrawAll(unconfirmed)
  const metadata = { userId: String(reader.id), attempt: attempt.attemptId }
  const back = new URLSearchParams({ priceId: plan.id })
  // As Stripe writes it: the same attempt must always say the same.
  if (promotion) back.set('promotionCode', promotion.code)
  const session = await orRefused(reader.id, attempt, () =>
    stripe().checkout.sessions.create(
      {
        mode: 'subscription',
        customer,
        client_reference_id: String(reader.id),
        line_items: [{ price: plan.id, quantity: 1 }],
        payment_method_collection: 'always',
        ...(promotion
          ? { discounts: [{ promotion_code: promotion.id }] }
          : { allow_promotion_codes: true }),
        subscription_data: { metadata, ...trialOf(attempt) },
        success_url: `${env().appUrl}/payment-successful?session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: `${env().appUrl}/checkout?${back}`,
      },
      { idempotencyKey: keyOf(attempt) },
    ),
  )
  const { url } = expectObject(session, 'checkout.session')
  if (!(await isOpenAttempt(reader.id, attempt.attemptId))) {
    await expireSessions(customer)
    throw new DomainError('conflict', OTHER_TAB)
  }
  if (!url) throw new DomainError('provider-unavailable', FAILED)
  return url
}

interface Prepared {
  attempt: Attempt
  customer: string
  plan: Plan
  promotion: Stripe.PromotionCode | null
  /** What was begun before and waits for its confirmation. */
  unconfirmed: Stripe.Subscription[]
}

/** Everything up to the point where something is made at Stripe. */
async function prepare(
  reader: Reader,
  { planId, promotionCode }: { planId: string; promotionCode?: string | undefined },
  place: Attempt['place'],
): Promise<Prepared> {
  const plan = await planById(planId)
  const { can, trialAvailable } = await subscriptionOf(reader)
  if (!can.subscribe) throw new DomainError('conflict', SUBSCRIBED)
  const promotion = promotionCode ? await findPromotion(reader, promotionCode) : null
  const { customer, isNew } = await customerOf(reader)
  const subscriptions = isNew ? [] : await reconcile(reader.id)
  if (subscriptions.some(isLive)) throw new DomainError('conflict', SUBSCRIBED)
  const trialDays = trialAvailable ? TRIAL_DAYS : 0
  const terms = { place, priceId: plan.id, promotionId: promotion?.id ?? null, trialDays }
  const attempt = await agreeOn(reader.id, { ...terms, customer }, customer, subscriptions)
  return { attempt, customer, plan, promotion, unconfirmed: subscriptions.filter(isUnconfirmed) }
}

/** Runs something with the reader's customer; one that was deleted at Stripe is replaced, once. */
async function withLivingCustomer<T>(userId: number, run: () => Promise<T>): Promise<T> {
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

const keyOf = ({ attemptId, parametersHash }: Attempt) =>
  `subscribe:${attemptId}:${parametersHash.slice(0, 22)}`

const trialOf = ({ trialDays }: Attempt) =>
  trialDays === 0
    ? {}
    : {
        trial_period_days: trialDays,
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' as const } },
      }

async function create(
  userId: number,
  attempt: Attempt,
  customer: string,
): Promise<Stripe.Subscription> {
  const made = await orRefused(userId, attempt, () =>
    stripe().subscriptions.create(
      {
        customer,
        items: [{ price: attempt.priceId }],
        ...trialOf(attempt),
        payment_behavior: 'default_incomplete',
        payment_settings: { save_default_payment_method: 'on_subscription' },
        billing_mode: { type: 'flexible' },
        ...(attempt.promotionId ? { discounts: [{ promotion_code: attempt.promotionId }] } : {}),
        metadata: { userId: String(userId), attempt: attempt.attemptId },
        expand: ['pending_setup_intent', 'latest_invoice.confirmation_secret'],
      },
      { idempotencyKey: keyOf(attempt) },
    ),
  )
  return expectObject(made, 'subscription')
}

/** Makes something at Stripe by an attempt; one that is refused is closed. */
async function orRefused<T>(userId: number, attempt: Attempt, make: () => Promise<T>): Promise<T> {
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

/** @throws DomainError conflict when one was confirmed in this very moment: it is the reader's */
async function withdrawAll(subscriptions: Stripe.Subscription[]): Promise<void> {
  for (const one of subscriptions) {
    if ((await withdraw(one)) === 'confirmed') throw new DomainError('conflict', OTHER_TAB)
  }
}

/**
 * Closes Stripe's checkout pages that are open for a customer.
 * @throws DomainError conflict when one was paid in this very moment
 */
async function expireSessions(customer: string): Promise<void> {
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

function intentOf(subscription: Stripe.Subscription): Pick<Started, 'clientSecret' | 'intentType'> {
  const { pending_setup_intent: setup, latest_invoice: invoice } = subscription
  if (typeof setup === 'object' && setup?.client_secret) {
    return { clientSecret: setup.client_secret, intentType: 'setup' }
  }
  const secret = typeof invoice === 'object' ? invoice?.confirmation_secret?.client_secret : null
  if (subscription.status === 'incomplete' && secret) {
    return { clientSecret: secret, intentType: 'payment' }
  }
  return { clientSecret: null, intentType: null }
}
