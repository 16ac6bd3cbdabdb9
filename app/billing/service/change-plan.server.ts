import type { Stripe } from 'stripe'
import { now } from '../../platform/clock.server.ts'
import { retryIfRefused, askStripe, expectObject, stripe } from '../../platform/stripe.server.ts'
import type { Plan } from '../rules/plans.ts'
import { cancelPlanChange } from './cancel-plan-change.server.ts'
import { type Reader, subscriptionOf, type SubscriptionView } from './find-subscription.server.ts'
import { findChange, type PossibleChange } from './preview-plan-change.server.ts'
import { reconcile } from './reconcile.server.ts'
import { releaseSchedule } from './release-schedule.server.ts'
import { stripeIdOf, expandedObject } from './stripe-state.server.ts'

/** A preview holds for this long; after that the charge is computed again. */
const PREVIEW_MS = 10 * 60_000

export interface Changed {
  /**
   * `changed`: the new plan is active. `scheduled`: it starts at the period's end. `unconfirmed`:
   * the reader must confirm the charge (3-D Secure, or a new card); the old plan stays until then.
   */
  outcome: 'changed' | 'scheduled' | 'unconfirmed'
  /** For stripe.handleNextAction, if `unconfirmed`. */
  clientSecret: string | null
  /** Stripe's page to pay the open invoice without our scripts, if `unconfirmed`. */
  paymentUrl: string | null
  /** Something was paid now: show /payment-successful. */
  paymentSuccessful: boolean
  /** Cents of that payment. */
  paidCents: number
  subscription: SubscriptionView
}

/**
 * Changes the plan: upgrades right away (free in a trial), downgrades at the end of the period or
 * trial. Choosing the current plan cancels a pending change.
 * @param input.prorationDate from previewChange, in seconds; ignored after ten minutes
 * @throws as previewChange; DomainError invalid-input with the card's own message when it is declined
 */
export function changePlan(
  reader: Reader,
  input: { planId: string; prorationDate?: number | null | undefined },
): Promise<Changed> {
  return askStripe('Failed to update subscription', () =>
    retryIfRefused(async () => {
      const { priceId, pendingChange } = await subscriptionOf(reader)
      if (input.planId !== '' && input.planId === priceId && pendingChange !== null) {
        const subscription = await cancelPlanChange(reader)
        return { outcome: 'changed', ...NOTHING_PAID, subscription }
      }
      const change = await findChange(reader, input.planId)
      await releaseSchedule(change.subscription)
      const made = await make(change, input.prorationDate ?? null)
      await reconcile(reader.id)
      return { ...made, subscription: await subscriptionOf(reader) }
    }),
  )
}

const NOTHING_PAID = {
  clientSecret: null,
  paymentUrl: null,
  paymentSuccessful: false,
  paidCents: 0,
}

async function make(
  { subscription, item, plan, kind }: PossibleChange,
  previewed: number | null,
): Promise<Omit<Changed, 'subscription'>> {
  const items = [{ id: item.id, price: plan.id }]
  if (kind === 'downgrade') {
    await scheduleDowngrade(subscription, plan)
    return { outcome: 'scheduled', ...NOTHING_PAID }
  }
  if (kind === 'trial') {
    await stripe().subscriptions.update(subscription.id, { items, proration_behavior: 'none' })
    return { outcome: 'changed', ...NOTHING_PAID }
  }
  const seconds = Math.floor(now().getTime() / 1000)
  const isFresh =
    previewed !== null && previewed <= seconds && (seconds - previewed) * 1000 < PREVIEW_MS
  const updated = expectObject(
    await stripe().subscriptions.update(subscription.id, {
      items,
      proration_behavior: 'always_invoice',
      proration_date: isFresh ? previewed : seconds,
      payment_behavior: 'pending_if_incomplete',
      expand: ['latest_invoice.confirmation_secret'],
    }),
    'subscription',
  )
  const invoice = expandedObject(updated.latest_invoice)
  if (updated.pending_update) {
    return {
      ...NOTHING_PAID,
      outcome: 'unconfirmed',
      clientSecret: invoice?.confirmation_secret?.client_secret ?? null,
      paymentUrl: invoice?.hosted_invoice_url ?? null,
    }
  }
  const paidCents = invoice?.status === 'paid' ? invoice.amount_paid : 0
  return { ...NOTHING_PAID, outcome: 'changed', paymentSuccessful: paidCents > 0, paidCents }
}

async function scheduleDowngrade(subscription: Stripe.Subscription, plan: Plan): Promise<void> {
  const schedules = stripe().subscriptionSchedules
  const schedule = expectObject(
    await schedules.create({ from_subscription: subscription.id }),
    'subscription_schedule',
  )
  const current = schedule.phases[0]!
  try {
    await schedules.update(schedule.id, {
      end_behavior: 'release',
      proration_behavior: 'none',
      metadata: { kind: 'downgrade' },
      phases: [
        {
          items: current.items.map(({ price, quantity }) => ({
            price: stripeIdOf(price)!,
            quantity: quantity ?? 1,
          })),
          start_date: current.start_date,
          end_date: current.end_date,
          // Without it, the trial would end now.
          ...(current.trial_end === null ? {} : { trial_end: current.trial_end }),
          discounts: current.discounts.flatMap(({ discount }) =>
            discount ? [{ discount: stripeIdOf(discount)! }] : [],
          ),
          proration_behavior: 'none',
        },
        {
          items: [{ price: plan.id, quantity: 1 }],
          duration: { interval: 'month', interval_count: 1 },
          proration_behavior: 'none',
        },
      ],
    })
  } catch (error) {
    await schedules.release(schedule.id)
    throw error
  }
}
