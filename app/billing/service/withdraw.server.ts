import type { Stripe } from 'stripe'
import { log } from '../../platform/log.server.ts'
import { isMissing, isRefusal, stripe } from '../../platform/stripe.server.ts'

/**
 * Ends a subscription at once; nothing is paid back. One that waits for its first payment is ended by
 * voiding the bill: that is refused if it is paid in this very moment.
 * @param more what else Stripe is told of it
 * @returns whether it was ended now
 */
export async function withdraw(
  subscription: Stripe.Subscription,
  more: Stripe.SubscriptionCancelParams = {},
): Promise<boolean> {
  const { id, status, latest_invoice: invoice } = subscription
  try {
    if (status === 'incomplete' && invoice) {
      await stripe().invoices.voidInvoice(typeof invoice === 'string' ? invoice : invoice.id!)
    } else {
      await stripe().subscriptions.cancel(id, { invoice_now: false, prorate: false, ...more })
    }
    return true
  } catch (error) {
    if (!isRefusal(error) && !isMissing(error)) throw error
    log.warn({ subscription: id, problem: String(error) }, 'could not be withdrawn')
    return false
  }
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
