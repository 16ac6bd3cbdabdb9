import type { Stripe } from 'stripe'
import { now } from '../../platform/clock.server.ts'
import { stripe } from '../../platform/stripe.server.ts'
import { SUBSCRIPTION_ATTEMPT_MS } from '../rules/plans.ts'
import { cancelUnconfirmedSubscription } from './cancel-unconfirmed-subscription.server.ts'
import { refundSecondSubscription } from './refund-second-subscription.server.ts'
import { confirmedCard, lacksItsCard, refuseSecondTrial } from './refuse-second-trial.server.ts'
import { releaseSchedule } from './release-schedule.server.ts'
import { bestOf, stripeIdOf, isLive, isUnconfirmed, expandedObject } from './stripe-state.server.ts'

/**
 * Repairs a reader's subscriptions at Stripe: refuses second trials, saves the confirmed card of a
 * trial, ends second and abandoned subscriptions, and releases schedules that are done.
 * @returns whether anything changed, so that they must be fetched again
 */
export async function repairSubscriptions(
  userId: number,
  subscriptions: Stripe.Subscription[],
  customer: string,
): Promise<boolean> {
  const best = bestOf(subscriptions)
  let changed = false
  for (const one of subscriptions) {
    const repaired =
      (await refuseSecondTrial(userId, one, customer)) || (await repair(one, best, customer))
    changed ||= repaired
  }
  return changed
}

async function repair(
  one: Stripe.Subscription,
  best: Stripe.Subscription | null,
  customer: string,
): Promise<boolean> {
  if (lacksItsCard(one)) return saveCard(one, customer)
  if (isUnconfirmed(one) && isAbandoned(one))
    return (await cancelUnconfirmedSubscription(one)) !== 'gone'
  if (best && one !== best && isLive(one)) return refundSecondSubscription(one, best)
  return isDoneWithSchedule(one) && releaseSchedule(one)
}

function isAbandoned(subscription: Stripe.Subscription): boolean {
  return now().getTime() - subscription.created * 1000 >= SUBSCRIPTION_ATTEMPT_MS
}

async function saveCard(subscription: Stripe.Subscription, customer: string): Promise<boolean> {
  const card = await confirmedCard(subscription, customer)
  if (card === null) return false
  await stripe().subscriptions.update(subscription.id, { default_payment_method: card })
  return true
}

function isDoneWithSchedule({ schedule: given, items }: Stripe.Subscription): boolean {
  const schedule = expandedObject(given)
  if (schedule?.status !== 'active' || schedule.metadata?.['kind'] !== 'downgrade') return false
  return stripeIdOf(schedule.phases.at(-1)?.items[0]?.price) === items.data[0]?.price.id
}
