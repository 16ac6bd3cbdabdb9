import { DomainError } from '../../platform/errors.ts'
import { stripe } from '../../platform/stripe.server.ts'
import { IF_WRONG } from '../rules/error-text.ts'
import { changeSubscription } from './change-subscription.server.ts'
import type { Reader, SubscriptionView } from './find-subscription.server.ts'
import { releaseSchedule } from './release-schedule.server.ts'
import { expandedObject } from './stripe-state.server.ts'

/**
 * Cancels the pending plan change; the current plan continues.
 * @throws DomainError conflict (there is none), provider-unavailable 'Failed to update subscription'
 */
export function cancelPlanChange(reader: Reader): Promise<SubscriptionView> {
  return changeSubscription(reader, 'Failed to update subscription', async (subscription, view) => {
    if (!subscription || !view.can.cancelPlanChange) {
      throw new DomainError('conflict', `You don’t have a plan change to cancel. ${IF_WRONG}`)
    }
    await releaseSchedule(subscription)
    const invoice = expandedObject(subscription.latest_invoice)
    // Stripe drops an upgrade that is not paid yet once its invoice is void.
    if (subscription.pending_update && invoice?.status === 'open') {
      await stripe().invoices.voidInvoice(invoice.id!)
    }
  })
}
