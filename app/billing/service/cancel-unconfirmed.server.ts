import type { Stripe } from 'stripe'
import { log } from '../../platform/log.server.ts'
import { isMissing, isRefusal, stripe } from '../../platform/stripe.server.ts'

/**
 * What comes of withdrawing. `confirmed`: its card or first payment was confirmed in this very
 * moment, and it stays; `gone`: it had ended before.
 */
export type Withdrawn = 'ended' | 'confirmed' | 'gone'

/**
 * Ends a subscription at once; nothing is paid back. One that waits to be confirmed is made
 * impossible to confirm first, which Stripe refuses once it is: a trial by cancelling what would
 * save its card, another by voiding its bill.
 * @param more what else Stripe is told of it
 */
export async function withdraw(
  subscription: Stripe.Subscription,
  more: Stripe.SubscriptionCancelParams = {},
): Promise<Withdrawn> {
  const { id, status, latest_invoice: invoice, pending_setup_intent: setup } = subscription
  if (status === 'trialing' && setup) {
    if (!(await shutOut(typeof setup === 'string' ? setup : setup.id))) return 'confirmed'
  }
  try {
    if (status === 'incomplete' && invoice) {
      await stripe().invoices.voidInvoice(typeof invoice === 'string' ? invoice : invoice.id!)
    } else {
      await stripe().subscriptions.cancel(id, { invoice_now: false, prorate: false, ...more })
    }
    return 'ended'
  } catch (error) {
    if (!isRefusal(error) && !isMissing(error)) throw error
    log.warn({ subscription: id, problem: String(error) }, 'could not be withdrawn')
    return status === 'incomplete' ? 'confirmed' : 'gone'
  }
}

/**
 * Keeps a card from being confirmed from now on.
 * @returns false: it is confirmed already
 */
async function shutOut(setup: string): Promise<boolean> {
  try {
    await stripe().setupIntents.cancel(setup)
    return true
  } catch (error) {
    if (isMissing(error)) return true
    if (!isRefusal(error)) throw error
    const { status } = await stripe().setupIntents.retrieve(setup)
    return status !== 'succeeded' && status !== 'processing'
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
