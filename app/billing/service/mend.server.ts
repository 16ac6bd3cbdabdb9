import type { Stripe } from 'stripe'
import { now } from '../../platform/clock.server.ts'
import { log } from '../../platform/log.server.ts'
import { isMissing, isRefusal, stripe } from '../../platform/stripe.server.ts'
import { ATTEMPT_MS } from '../rules.ts'
import { bestOf, isLive, isUnconfirmed } from './stripe-state.server.ts'

/**
 * Puts right at Stripe what must not stay as it is: trials whose card was confirmed and not taken
 * over, second trials, what was begun and never confirmed, schedules that have done their work.
 * @returns whether anything was changed, so that it has to be fetched again
 */
export async function mend(
  subscriptions: Stripe.Subscription[],
  customer: string,
): Promise<boolean> {
  let changed = false
  const best = bestOf(subscriptions)
  const live = subscriptions.filter(isLive)
  for (const one of subscriptions) {
    if (lacksItsCard(one)) changed = (await takeOverCard(one, customer)) || changed
    else if (isUnconfirmed(one) && isAbandoned(one)) changed = (await withdraw(one)) || changed
    else if (live.length > 1 && one !== best && isLive(one)) {
      // A trial costs nothing to end; what was paid for is for people to look at.
      if (one.status === 'trialing') changed = (await withdraw(one)) || changed
      else log.error({ customer, subscription: one.id }, 'a second subscription is paid for')
    } else if (isDoneWithSchedule(one)) changed = (await releaseSchedule(one)) || changed
  }
  return changed
}

function isAbandoned(subscription: Stripe.Subscription): boolean {
  return now().getTime() - subscription.created * 1000 >= ATTEMPT_MS
}

/** Confirmed, but the card has not become the subscription's. */
function lacksItsCard(subscription: Stripe.Subscription): boolean {
  const { status, pending_setup_intent: intent } = subscription
  return (
    status === 'trialing' &&
    isUnconfirmed(subscription) &&
    (intent === null || (typeof intent === 'object' && intent.status === 'succeeded'))
  )
}

async function takeOverCard(subscription: Stripe.Subscription, customer: string): Promise<boolean> {
  const { pending_setup_intent: pending } = subscription
  const known = typeof pending === 'object' && pending?.status === 'succeeded' ? pending : null
  const intent =
    known ??
    (await stripe().setupIntents.list({ customer, limit: 20 })).data.find(
      ({ status, created }) => status === 'succeeded' && created >= subscription.created,
    )
  const card = intent?.payment_method
  if (!card) return false
  await stripe().subscriptions.update(subscription.id, {
    default_payment_method: typeof card === 'string' ? card : card.id,
  })
  return true
}

/**
 * Ends a subscription that nobody has paid for. One that waits for its first payment is ended by
 * voiding the bill: that is refused if it is paid in this very moment.
 * @returns whether it was ended now
 */
export async function withdraw(subscription: Stripe.Subscription): Promise<boolean> {
  const { id, status, latest_invoice: invoice } = subscription
  try {
    if (status === 'incomplete' && invoice) {
      await stripe().invoices.voidInvoice(typeof invoice === 'string' ? invoice : invoice.id!)
    } else {
      await stripe().subscriptions.cancel(id, { invoice_now: false, prorate: false })
    }
    return true
  } catch (error) {
    if (!isRefusal(error) && !isMissing(error)) throw error
    log.warn({ subscription: id, problem: String(error) }, 'could not be withdrawn')
    return false
  }
}

/** The change that the schedule was made for has come about. */
function isDoneWithSchedule({ schedule, items }: Stripe.Subscription): boolean {
  if (typeof schedule !== 'object' || schedule === null) return false
  if (schedule.status !== 'active' || schedule.metadata?.['kind'] !== 'downgrade') return false
  const wanted = schedule.phases.at(-1)?.items[0]?.price
  return (typeof wanted === 'string' ? wanted : wanted?.id) === items.data[0]?.price.id
}

/**
 * Takes the schedule off a subscription, which goes on as it is.
 * @returns whether there was one
 */
export async function releaseSchedule({ schedule }: Stripe.Subscription): Promise<boolean> {
  if (!schedule) return false
  const { id, status } =
    typeof schedule === 'string' ? { id: schedule, status: 'active' } : schedule
  if (status !== 'active' && status !== 'not_started') return false
  try {
    await stripe().subscriptionSchedules.release(id)
    return true
  } catch (error) {
    // Somebody else has released it, or it has run out.
    if (isRefusal(error)) return false
    throw error
  }
}
