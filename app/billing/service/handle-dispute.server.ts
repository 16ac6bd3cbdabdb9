import type { Stripe } from 'stripe'
import { log } from '../../platform/log.server.ts'
import { stripe } from '../../platform/stripe.server.ts'
import { hasTakenMoney } from '../rules/dispute.ts'
import { readerByCustomer } from '../store/state.server.ts'
import { releaseSchedule, withdraw } from './cancel-unconfirmed.server.ts'
import { reconcile } from './reconcile.server.ts'
import { isLive } from './stripe-state.server.ts'

/**
 * Ends the subscription of somebody who had a bank take a payment back: nothing more is charged,
 * and what was not paid for is not read. Whoever did so by mistake can subscribe again, and keeps
 * that, however often or late the dispute is heard of. While the bank only asks nothing ends.
 * @param dispute as it is now
 */
export async function handleDispute({ charge, created, status }: Stripe.Dispute): Promise<void> {
  const { customer } = typeof charge === 'string' ? await stripe().charges.retrieve(charge) : charge
  const customerId = typeof customer === 'string' ? customer : customer?.id
  const userId = customerId ? await readerByCustomer(customerId) : null
  if (userId === null) return
  const isMeant = (one: Stripe.Subscription) =>
    hasTakenMoney(status) && isLive(one) && one.created <= created
  for (const subscription of (await reconcile(userId)).filter(isMeant)) {
    log.warn({ subscription: subscription.id }, 'a payment was disputed: the subscription ends')
    await releaseSchedule(subscription)
    await withdraw(subscription)
  }
  await reconcile(userId, { takenBack: true })
}
