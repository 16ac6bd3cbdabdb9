import type { Stripe } from 'stripe'
import { log } from '../../platform/log.server.ts'
import { isMissing, isRefusal, stripe } from '../../platform/stripe.server.ts'
import { endSubscription } from './end-subscription.server.ts'
import { stripeIdOf } from './stripe-state.server.ts'

/** `confirmed`: the reader confirmed it first, and it stays; `gone`: it had already ended. */
export type CancelOutcome = 'ended' | 'confirmed' | 'gone'

/**
 * Ends a subscription that is not confirmed yet. First it makes confirming impossible, which Stripe
 * refuses once it is confirmed: it cancels the setup intent of a trial, or voids the first invoice.
 */
export async function cancelUnconfirmedSubscription(
  subscription: Stripe.Subscription,
): Promise<CancelOutcome> {
  const { id, status, latest_invoice: invoice, pending_setup_intent: setup } = subscription
  if (status === 'trialing' && setup && !(await cancelSetup(stripeIdOf(setup)!))) return 'confirmed'
  if (status !== 'incomplete' || !invoice) {
    return (await endSubscription(subscription)) ? 'ended' : 'gone'
  }
  try {
    await stripe().invoices.voidInvoice(stripeIdOf(invoice)!)
    return 'ended'
  } catch (error) {
    if (!isRefusal(error) && !isMissing(error)) throw error
    log.warn({ subscription: id, problem: String(error) }, 'the first invoice could not be voided')
    return 'confirmed'
  }
}

/** @returns false: the card is already confirmed */
async function cancelSetup(setup: string): Promise<boolean> {
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
