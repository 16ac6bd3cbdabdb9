import type { Stripe } from 'stripe'
import { now } from '../../platform/clock.server.ts'
import { stripe } from '../../platform/stripe.server.ts'
import { ATTEMPT_MS } from '../rules/plans.ts'
import { confirmedCard, lacksItsCard, refuseSecondTrial } from './refuse-second-trial.server.ts'
import { refundSecondSubscription } from './refund-second-subscription.server.ts'
import { bestOf, isLive, isUnconfirmed } from './stripe-state.server.ts'
import { releaseSchedule, withdraw } from './cancel-unconfirmed.server.ts'

/**
 * Puts right at Stripe what must not stay as it is: second trials of one person, trials whose card
 * was confirmed and not taken over, second subscriptions, what was begun and never confirmed, schedules that have done their work.
 * @returns whether anything was changed, so that it has to be fetched again
 */
export async function repairSubscriptions(
  userId: number,
  subscriptions: Stripe.Subscription[],
  customer: string,
): Promise<boolean> {
  let changed = false
  const best = bestOf(subscriptions)
  for (const one of subscriptions) {
    if (await refuseSecondTrial(userId, one, customer)) changed = true
    else if (lacksItsCard(one)) changed = (await takeOverCard(one, customer)) || changed
    else if (isUnconfirmed(one) && isAbandoned(one))
      changed = (await withdraw(one)) !== 'gone' || changed
    else if (best && one !== best && isLive(one)) changed = (await refundSecondSubscription(one, best)) || changed
    else if (isDoneWithSchedule(one)) changed = (await releaseSchedule(one)) || changed
  }
  return changed
}

function isAbandoned(subscription: Stripe.Subscription): boolean {
  return now().getTime() - subscription.created * 1000 >= ATTEMPT_MS
}

async function takeOverCard(subscription: Stripe.Subscription, customer: string): Promise<boolean> {
  const card = await confirmedCard(subscription, customer)
  if (card === null) return false
  await stripe().subscriptions.update(subscription.id, { default_payment_method: card })
  return true
}

/** The change that the schedule was made for has come about. */
function isDoneWithSchedule({ schedule, items }: Stripe.Subscription): boolean {
  if (typeof schedule !== 'object' || schedule === null) return false
  if (schedule.status !== 'active' || schedule.metadata?.['kind'] !== 'downgrade') return false
  const wanted = schedule.phases.at(-1)?.items[0]?.price
  return (typeof wanted === 'string' ? wanted : wanted?.id) === items.data[0]?.price.id
}
