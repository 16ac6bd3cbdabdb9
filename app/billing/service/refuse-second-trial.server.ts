import type { Stripe } from 'stripe'
import { readerById } from '../../accounts/service/find-reader.server.ts'
import { log } from '../../platform/log.server.ts'
import { personHashes } from '../../platform/person-hash.server.ts'
import { hasLiveKeys, isMissing, isRefusal, stripe } from '../../platform/stripe.server.ts'
import { cardIdentity } from '../rules/card-identity.ts'
import { refusalNote } from '../rules/refused-trial.ts'
import { hasBegun, mayBeginTrial } from '../store/state.server.ts'
import { idOf, isUnconfirmed, whole } from './stripe-state.server.ts'

/** A trial that a reader began here. Those that an operator gives at Stripe are never refused. */
export function isOwnTrial({ status, metadata }: Stripe.Subscription): boolean {
  return status === 'trialing' && metadata['attempt'] !== undefined
}

/** Whether a trial's card is confirmed and has not become the subscription's yet. */
export function lacksItsCard(subscription: Stripe.Subscription): boolean {
  const { status, pending_setup_intent: intent } = subscription
  return (
    status === 'trialing' &&
    isUnconfirmed(subscription) &&
    (intent === null || whole(intent)?.status === 'succeeded')
  )
}

/** The card that was confirmed for a trial; null: none was. */
export async function confirmedCard(
  subscription: Stripe.Subscription,
  customer: string,
): Promise<string | null> {
  const { default_payment_method: own, pending_setup_intent: pending } = subscription
  if (own) return idOf(own)
  if (lacksItsCard(subscription)) {
    const known = whole(pending)
    const intent =
      known ??
      (await stripe().setupIntents.list({ customer, limit: 20 })).data.find(
        ({ status, created }) => status === 'succeeded' && created >= subscription.created,
      )
    return idOf(intent?.payment_method)
  }
  if (isUnconfirmed(subscription)) return null
  const payer = whole(subscription.customer)
  return payer && !payer.deleted ? idOf(payer.invoice_settings.default_payment_method) : null
}

/** What tells a card from others; null with test keys, and where Stripe does not know. */
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
 * Ends a trial whose card or address shows that the person has had one, before it opens anything.
 * Nothing is charged, and it cannot turn into a paid subscription.
 * @returns whether it was refused, so that it has to be fetched again
 */
export async function refuseSecondTrial(
  userId: number,
  trial: Stripe.Subscription,
  customer: string,
): Promise<boolean> {
  if (!isOwnTrial(trial) || (await hasBegun(userId, trial.id))) return false
  const [reader, card] = await Promise.all([readerById(userId), confirmedCard(trial, customer)])
  if (!reader || card === null) return false
  const { recognize } = personHashes(reader.email, await identityOf(card))
  if (await mayBeginTrial(userId, trial.id, recognize)) return false
  log.info({ userId, subscription: trial.id }, 'a second free trial is refused')
  try {
    await stripe().subscriptions.cancel(trial.id, {
      invoice_now: false,
      prorate: false,
      cancellation_details: { comment: refusalNote(card) },
    })
  } catch (error) {
    // It has ended meanwhile, perhaps by another process that refused it too.
    if (!isRefusal(error) && !isMissing(error)) throw error
  }
  return true
}
