import type { Stripe } from 'stripe'
import { readerById } from '../../accounts/service/find-reader.server.ts'
import { log } from '../../platform/log.server.ts'
import { personHashes } from '../../platform/person-hash.server.ts'
import { hasLiveKeys, isMissing, stripe } from '../../platform/stripe.server.ts'
import { cardIdentity } from '../rules/card-identity.ts'
import { refusalNote } from '../rules/refused-trial.ts'
import { isSubscriptionStarted, mayStartTrial } from '../store/billing-state.server.ts'
import { endSubscription } from './end-subscription.server.ts'
import { stripeIdOf, isUnconfirmed, expandedObject } from './stripe-state.server.ts'

/** Whether a reader started this trial here; trials that an operator grants at Stripe are not refused. */
export function isOwnTrial({ status, metadata }: Stripe.Subscription): boolean {
  return status === 'trialing' && metadata['attempt'] !== undefined
}

/** Whether a trial's card is confirmed but not yet the subscription's payment method. */
export function lacksItsCard(subscription: Stripe.Subscription): boolean {
  const { status, pending_setup_intent: intent } = subscription
  return (
    status === 'trialing' &&
    isUnconfirmed(subscription) &&
    (intent === null || expandedObject(intent)?.status === 'succeeded')
  )
}

/** The card that was confirmed for a trial; null: none. */
export async function confirmedCard(
  subscription: Stripe.Subscription,
  customer: string,
): Promise<string | null> {
  const { default_payment_method: own, pending_setup_intent: pending } = subscription
  if (own) return stripeIdOf(own)
  if (lacksItsCard(subscription)) {
    const intent =
      expandedObject(pending) ??
      (await stripe().setupIntents.list({ customer, limit: 20 })).data.find(
        ({ status, created }) => status === 'succeeded' && created >= subscription.created,
      )
    return stripeIdOf(intent?.payment_method)
  }
  if (isUnconfirmed(subscription)) return null
  const payer = expandedObject(subscription.customer)
  return payer && !payer.deleted ? stripeIdOf(payer.invoice_settings.default_payment_method) : null
}

/** The identity of a card; null with test keys, and if Stripe does not know it. */
export async function identityOf(card: string | null): Promise<string | null> {
  if (card === null || !hasLiveKeys()) return null
  try {
    return cardIdentity(await stripe().paymentMethods.retrieve(card))
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/**
 * Ends a trial before it gives access if its card or address shows that the person already had one.
 * Nothing is charged, and it cannot turn into a paid subscription.
 * @returns whether it was refused, so that it must be fetched again
 */
export async function refuseSecondTrial(
  userId: number,
  trial: Stripe.Subscription,
  customer: string,
): Promise<boolean> {
  if (!isOwnTrial(trial) || (await isSubscriptionStarted(userId, trial.id))) return false
  const [reader, card] = await Promise.all([readerById(userId), confirmedCard(trial, customer)])
  if (!reader || card === null) return false
  const { recognize } = personHashes(reader.email, await identityOf(card))
  if (await mayStartTrial(userId, trial.id, recognize)) return false
  log.info({ userId, subscription: trial.id }, 'a second free trial is refused')
  await endSubscription(trial, refusalNote(card))
  return true
}
