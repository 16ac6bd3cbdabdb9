import type { Stripe } from 'stripe'
import { now } from '../../platform/clock.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { askStripe, expectObject, stripe } from '../../platform/stripe.server.ts'
import { IF_WRONG } from '../rules/error-text.ts'
import type { Plan } from '../rules/plans.ts'
import { type Reader, subscriptionOf, type SubscriptionView } from './find-subscription.server.ts'
import { planById } from './list-plans.server.ts'
import { reconcile } from './reconcile.server.ts'
import { bestOf, stripeIdOf } from './stripe-state.server.ts'

export interface ChangePreview {
  /**
   * `upgrade`: takes effect right away, with a charge. `trial`: an upgrade in a trial, right away and
   * free; the trial continues. `downgrade`: at the end of the period or trial.
   */
  kind: 'upgrade' | 'downgrade' | 'trial'
  planId: string
  planName: string
  /** When the new plan starts. */
  effectiveAt: Date
  /** Cents charged now, less the unused part of the old plan. */
  dueNowCents: number
  /** Stripe's invoice lines; negative amounts are credits. Empty: nothing is due. */
  lines: { description: string; cents: number }[]
  nextCharge: { cents: number; at: Date }
  /** Pass it to changePlan to charge the amount that was shown; null: not needed. */
  prorationDate: number | null
}

/**
 * Works out what changing to a plan costs.
 * @throws DomainError invalid-input (an unknown plan, or the current one), conflict (no
 * subscription, past due, scheduled to cancel), provider-unavailable 'Failed to update subscription'
 */
export function previewChange(reader: Reader, planId: string): Promise<ChangePreview> {
  return askStripe('Failed to update subscription', async () => {
    const { subscription, item, plan, kind, end } = await findChange(reader, planId)
    const common = { kind, planId: plan.id, planName: plan.name }
    if (kind !== 'upgrade') {
      return {
        ...common,
        effectiveAt: kind === 'trial' ? now() : end,
        dueNowCents: 0,
        lines: [],
        nextCharge: { cents: plan.price, at: end },
        prorationDate: null,
      }
    }
    const prorationDate = Math.floor(now().getTime() / 1000)
    const invoice = expectObject(
      await stripe().invoices.createPreview({
        customer: stripeIdOf(subscription.customer)!,
        subscription: subscription.id,
        subscription_details: {
          items: [{ id: item.id, price: plan.id }],
          proration_behavior: 'always_invoice',
          proration_date: prorationDate,
        },
      }),
      'invoice',
    )
    const lines = invoice.lines.data
    const periodEnd = Math.max(prorationDate, ...lines.map(({ period }) => period.end))
    return {
      ...common,
      effectiveAt: new Date(prorationDate * 1000),
      dueNowCents: invoice.amount_due,
      lines: lines.map(({ description, amount }) => ({
        description: description ?? plan.name,
        cents: amount,
      })),
      nextCharge: { cents: plan.price, at: new Date(periodEnd * 1000) },
      prorationDate,
    }
  })
}

export interface PossibleChange {
  subscription: Stripe.Subscription
  item: Stripe.SubscriptionItem
  plan: Plan
  kind: ChangePreview['kind']
  /** When the current period or the trial ends. */
  end: Date
}

/**
 * Finds out at Stripe whether a reader can change to a plan now, and how.
 * @throws as previewChange
 */
export async function findChange(reader: Reader, planId: string): Promise<PossibleChange> {
  const plan = await planById(planId)
  const subscription = bestOf(await reconcile(reader.id))
  const view = await subscriptionOf(reader)
  const item = subscription?.items.data[0]
  if (!subscription || !item || !view.can.changePlan || !view.currentPeriodEnd) {
    throw new DomainError('conflict', whyNot(view))
  }
  if (plan.id === item.price.id) {
    throw new DomainError('invalid-input', `You are already on the ${plan.name} Plan.`)
  }
  const upgrade = view.status === 'trialing' ? 'trial' : 'upgrade'
  const kind = plan.plan === 'yearly' ? upgrade : 'downgrade'
  return { subscription, item, plan, kind, end: view.currentPeriodEnd }
}

function whyNot({ status, cancelAtPeriodEnd }: SubscriptionView): string {
  if (status === 'past_due') {
    return 'Your last payment failed. Please pay the open invoice before you change your plan.'
  }
  if (cancelAtPeriodEnd) {
    return 'Your subscription is canceled. Please resubscribe before you change your plan.'
  }
  return `You don’t have a subscription to change. ${IF_WRONG}`
}
