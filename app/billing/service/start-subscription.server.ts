import type { Stripe } from 'stripe'
import { DomainError } from '../../platform/errors.ts'
import { env } from '../../platform/env.server.ts'
import { askStripe, expectObject, stripe } from '../../platform/stripe.server.ts'
import { type Attempt, isOpenAttempt } from '../store/attempts.server.ts'
import {
  expireSessions,
  keyOf,
  orRefused,
  prepare,
  trialOf,
  cancelAllUnconfirmed,
  withLivingCustomer,
} from './prepare-attempt.server.ts'
import { reconcile } from './reconcile.server.ts'
import { type Reader, subscriptionOf, type SubscriptionView } from './find-subscription.server.ts'
import { withStartLock, OTHER_TAB } from './start-lock.server.ts'

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
    withStartLock(reader.id, () => withLivingCustomer(reader.id, () => begin(reader, input))),
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
  await cancelAllUnconfirmed(unconfirmed.filter((one) => one !== same))
  const subscription = same ?? (await create(reader.id, attempt, customer))
  const intent = intentOf(subscription)
  // What needs no confirmation is the reader's, and has closed its attempt itself.
  if (intent.clientSecret === null) await reconcile(reader.id)
  else if (!(await isOpenAttempt(reader.id, attempt.attemptId))) {
    // Another tab began something else meanwhile, and may not have seen this one.
    if (!same) await cancelAllUnconfirmed([subscription])
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
    withStartLock(reader.id, () => withLivingCustomer(reader.id, () => beginHosted(reader, input))),
  )
}

async function beginHosted(
  reader: Reader,
  input: { planId: string; promotionCode?: string | undefined },
): Promise<string> {
  const prepared = await prepare(reader, input, 'hosted')
  const { attempt, customer, plan, unconfirmed, promotion } = prepared
  await cancelAllUnconfirmed(unconfirmed)
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
