import type { Stripe } from 'stripe'
import { env } from '../../platform/env.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { askStripe, expectObject, stripe } from '../../platform/stripe.server.ts'
import { CHECKOUT_PAGE_MS, type PlanName } from '../rules/plans.ts'
import {
  type OpenSubscriptionAttempt,
  isSubscriptionAttemptOpen,
} from '../store/subscription-attempts.server.ts'
import { type Reader, subscriptionOf, type SubscriptionView } from './find-subscription.server.ts'
import {
  cancelAllUnconfirmed,
  createOrClose,
  expireSessions,
  keyOf,
  type Order,
  prepareSubscriptionAttempt,
  trialOf,
  withLivingCustomer,
} from './prepare-subscription-attempt.server.ts'
import { reconcile } from './reconcile.server.ts'
import {
  STARTED_IN_OTHER_TAB,
  withSubscriptionStartLock,
} from './subscription-start-lock.server.ts'
import { stripeDate, expandedObject } from './stripe-state.server.ts'

/** What the browser needs to confirm a new subscription. */
export interface Started {
  /** For confirmSetup (`setup`, a trial) or confirmPayment (`payment`); null: nothing to confirm. */
  clientSecret: string | null
  intentType: 'setup' | 'payment' | null
  subscriptionId: string
  terms: {
    planId: string
    plan: PlanName
    planName: string
    trialEnd: Date | null
    dueNowCents: number
  }
  subscription: SubscriptionView
}

const FAILED = 'Failed to create subscription'

/**
 * Starts a subscription, with a free trial if the reader can still have one. It gives no access
 * until its card or first payment is confirmed. A repeated call for the same plan, from another tab
 * or after a reload, returns the same subscription; a call for another plan cancels the first. Makes
 * at most four requests to Stripe once the plans are cached, and one more to replace an earlier plan
 * with a promotion code.
 * @throws DomainError invalid-input ('No price ID provided', an unknown plan, an unknown code in
 * field promotionCode), conflict (already subscribed, administrators), too-many-requests (codes),
 * provider-unavailable 'Failed to create subscription', 'Failed to create payment intent' (Stripe
 * returned no client secret)
 */
export async function startSubscription(reader: Reader, order: Order): Promise<Started> {
  const started = await underLock(reader, () => start(reader, order))
  if (started.clientSecret === null && !started.subscription.can.cancelNow) {
    throw new DomainError('provider-unavailable', 'Failed to create payment intent')
  }
  return started
}

function underLock<T>(reader: Reader, run: () => Promise<T>): Promise<T> {
  return askStripe(FAILED, () =>
    withSubscriptionStartLock(reader.id, () => withLivingCustomer(reader.id, run)),
  )
}

async function start(reader: Reader, order: Order): Promise<Started> {
  const { attempt, customer, plan, unconfirmed } = await prepareSubscriptionAttempt(
    reader,
    order,
    'here',
  )
  const same = unconfirmed.find(({ metadata }) => metadata['attempt'] === attempt.attemptId)
  await cancelAllUnconfirmed(unconfirmed.filter((one) => one !== same))
  const subscription = same ?? (await create(reader.id, attempt, customer))
  const intent = intentOf(subscription)
  // Without a confirmation it is already the reader's, and its attempt is closed.
  if (intent.clientSecret === null) await reconcile(reader.id)
  else if (!(await isSubscriptionAttemptOpen(reader.id, attempt.attemptId))) {
    // Another tab has started something else and may not have seen this one.
    if (!same) await cancelAllUnconfirmed([subscription])
    throw new DomainError('conflict', STARTED_IN_OTHER_TAB)
  }
  return {
    ...intent,
    subscriptionId: subscription.id,
    terms: {
      planId: plan.id,
      plan: plan.plan,
      planName: plan.name,
      trialEnd: stripeDate(subscription.trial_end),
      dueNowCents: expandedObject(subscription.latest_invoice)?.amount_due ?? 0,
    },
    subscription: await subscriptionOf(reader),
  }
}

/**
 * The address of Stripe's own checkout page for a plan, for browsers without JavaScript. It returns
 * to /payment-successful, or to /checkout if the reader leaves it.
 * @throws as startSubscription
 */
export function checkoutUrl(reader: Reader, order: Order): Promise<string> {
  return underLock(reader, () => startHosted(reader, order))
}

async function startHosted(reader: Reader, order: Order): Promise<string> {
  const prepared = await prepareSubscriptionAttempt(reader, order, 'hosted')
  const { attempt, customer, plan, unconfirmed, promotion } = prepared
  await cancelAllUnconfirmed(unconfirmed)
  const back = new URLSearchParams({ priceId: plan.id })
  // As Stripe spells it: one idempotency key must always come with the same parameters.
  if (promotion) back.set('promotionCode', promotion.code)
  const session = await createOrClose(reader.id, attempt, () =>
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
        subscription_data: { metadata: metadataOf(reader.id, attempt), ...trialOf(attempt) },
        // Later, less than the days of the trial would be left.
        expires_at: Math.floor((attempt.createdAt.getTime() + CHECKOUT_PAGE_MS) / 1000),
        success_url: `${env().appUrl}/payment-successful?session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: `${env().appUrl}/checkout?${back}`,
      },
      { idempotencyKey: keyOf(attempt) },
    ),
  )
  const { url } = expectObject(session, 'checkout.session')
  if (!(await isSubscriptionAttemptOpen(reader.id, attempt.attemptId))) {
    await expireSessions(customer)
    throw new DomainError('conflict', STARTED_IN_OTHER_TAB)
  }
  if (!url) throw new DomainError('provider-unavailable', FAILED)
  return url
}

async function create(
  userId: number,
  attempt: OpenSubscriptionAttempt,
  customer: string,
): Promise<Stripe.Subscription> {
  const created = await createOrClose(userId, attempt, () =>
    stripe().subscriptions.create(
      {
        customer,
        items: [{ price: attempt.priceId }],
        ...trialOf(attempt),
        payment_behavior: 'default_incomplete',
        payment_settings: { save_default_payment_method: 'on_subscription' },
        billing_mode: { type: 'flexible' },
        ...(attempt.promotionId ? { discounts: [{ promotion_code: attempt.promotionId }] } : {}),
        metadata: metadataOf(userId, attempt),
        expand: ['pending_setup_intent', 'latest_invoice.confirmation_secret'],
      },
      { idempotencyKey: keyOf(attempt) },
    ),
  )
  return expectObject(created, 'subscription')
}

const metadataOf = (userId: number, { attemptId }: OpenSubscriptionAttempt) => ({
  userId: String(userId),
  attempt: attemptId,
})

function intentOf(subscription: Stripe.Subscription): Pick<Started, 'clientSecret' | 'intentType'> {
  const setup = expandedObject(subscription.pending_setup_intent)?.client_secret
  if (setup) return { clientSecret: setup, intentType: 'setup' }
  const payment = expandedObject(subscription.latest_invoice)?.confirmation_secret?.client_secret
  if (subscription.status === 'incomplete' && payment) {
    return { clientSecret: payment, intentType: 'payment' }
  }
  return { clientSecret: null, intentType: null }
}
