import type { Stripe } from 'stripe'
import { log } from '../../platform/log.server.ts'
import { stripe } from '../../platform/stripe.server.ts'
import { hasTakenMoney } from '../rules/dispute.ts'
import { readerByCustomer } from '../store/billing-state.server.ts'
import { endSubscription } from './end-subscription.server.ts'
import { reconcile } from './reconcile.server.ts'
import { releaseSchedule } from './release-schedule.server.ts'
import { stripeIdOf, isLive } from './stripe-state.server.ts'

/**
 * Ends the subscription of a reader whose bank reversed a payment. A subscription that was started
 * after the dispute stays, since the event of a dispute may arrive late or twice. An inquiry ends nothing.
 * @param dispute its current state
 */
export async function handleDispute({ charge, created, status }: Stripe.Dispute): Promise<void> {
  const { customer } = typeof charge === 'string' ? await stripe().charges.retrieve(charge) : charge
  const customerId = stripeIdOf(customer)
  const userId = customerId && (await readerByCustomer(customerId))
  if (!userId) return
  const subscriptions = await reconcile(userId)
  for (const subscription of hasTakenMoney(status) ? subscriptions : []) {
    if (!isLive(subscription) || subscription.created > created) continue
    log.warn({ subscription: subscription.id }, 'a payment was disputed: the subscription ends')
    await releaseSchedule(subscription)
    await endSubscription(subscription)
  }
  await reconcile(userId, { withReversals: true })
}
