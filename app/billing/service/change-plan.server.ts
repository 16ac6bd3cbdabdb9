import type { Stripe } from 'stripe'
import { now } from '../../platform/clock.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { retryIfRefused, askStripe, expectObject, stripe } from '../../platform/stripe.server.ts'
import type { Plan } from '../rules/plans.ts'
import { releaseSchedule } from './cancel-unconfirmed.server.ts'
import { planById } from './plans.server.ts'
import { reconcile } from './reconcile.server.ts'
import { bestOf } from './stripe-state.server.ts'
import { type Reader, subscriptionOf, type SubscriptionView } from './subscription-of.server.ts'

/** What a plan change will cost, before it is made. */
export interface ChangePreview {
  /**
   * `upgrade`: at once, with a charge. `downgrade`: at the period's end. `trial`: at once, free,
   * the trial goes on as it was.
   */
  kind: 'upgrade' | 'downgrade' | 'trial'
  planId: string
  planName: string
  /** When the new plan begins. */
  effectiveAt: Date
  /** Cents that are charged now; what was paid for the old plan and not used is taken off. */
  dueNowCents: number
  /** How that comes about, in Stripe's words; negative amounts are taken off. Empty: nothing is due. */
  lines: { description: string; cents: number }[]
  /** What is charged next after that, and when. */
  nextCharge: { cents: number; at: Date }
  /** Hand it back to changePlan, so that what is charged is what was shown; null: not needed. */
  prorationDate: number | null
}

const FAILED = 'Failed to update subscription'
/** What was shown is charged if it is agreed to within this; later it is worked out anew. */
const PREVIEW_MS = 10 * 60_000

/**
 * What changing to a plan will cost.
 * @throws DomainError invalid-input (an unknown plan, or the present one), conflict (no
 * subscription, past due, scheduled to cancel), provider-unavailable 'Failed to update subscription'
 */
export function previewChange(reader: Reader, planId: string): Promise<ChangePreview> {
  return askStripe(FAILED, async () => {
    const { subscription, item, plan, kind, end } = await change(reader, planId)
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
        customer: customerOf(subscription),
        subscription: subscription.id,
        subscription_details: {
          items: [{ id: item.id, price: plan.id }],
          proration_behavior: 'always_invoice',
          proration_date: prorationDate,
        },
      }),
      'invoice',
    )
    return {
      ...common,
      effectiveAt: new Date(prorationDate * 1000),
      dueNowCents: invoice.amount_due,
      lines: invoice.lines.data.map(({ description, amount }) => ({
        description: description ?? plan.name,
        cents: amount,
      })),
      nextCharge: { cents: plan.price, at: renewalAfter(invoice, prorationDate) },
      prorationDate,
    }
  })
}

/** When the new plan's first period ends, by the invoice that begins it. */
function renewalAfter(invoice: Stripe.Invoice, from: number): Date {
  const ends = invoice.lines.data.map(({ period }) => period.end)
  return new Date(Math.max(from, ...ends) * 1000)
}

export interface Changed {
  /**
   * `changed`: the new plan runs. `scheduled`: it begins at the period's end. `unconfirmed`: the
   * charge needs the reader (3-D Secure, or a new card); the old plan runs on until then.
   */
  outcome: 'changed' | 'scheduled' | 'unconfirmed'
  /** For stripe.handleNextAction, where the outcome is `unconfirmed`. */
  clientSecret: string | null
  /** Stripe's page to pay the open invoice without our scripts, where `unconfirmed`. */
  paymentUrl: string | null
  /** Something was paid now: on to /payment-successful. */
  paymentSuccessful: boolean
  /** Cents of that payment. */
  paidCents: number
  subscription: SubscriptionView
}

/**
 * Changes the plan: upgrades at once, downgrades at the period's end, in a trial at once and free.
 * The present plan with a change pending withdraws that change.
 * @param input.prorationDate from previewChange, seconds; older than ten minutes it is not used
 * @throws as previewChange; DomainError invalid-input with the card's own message when it is declined
 */
export function changePlan(
  reader: Reader,
  input: { planId: string; prorationDate?: number | null | undefined },
): Promise<Changed> {
  return askStripe(FAILED, () =>
    retryIfRefused(async () => {
      if (await isPresentWithChangePending(reader, input.planId)) {
        const subscription = await withdrawChange(reader)
        return { outcome: 'changed', ...NOTHING_PAID, subscription }
      }
      const wanted = await change(reader, input.planId)
      await releaseSchedule(wanted.subscription)
      const made = await make(wanted, input.prorationDate ?? null)
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

async function isPresentWithChangePending(reader: Reader, planId: string): Promise<boolean> {
  const { priceId, pendingChange } = await subscriptionOf(reader)
  return planId !== '' && planId === priceId && pendingChange !== null
}

async function make(
  { subscription, item, plan, kind }: Wanted,
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
  const invoice = typeof updated.latest_invoice === 'object' ? updated.latest_invoice : null
  if (updated.pending_update) {
    return {
      outcome: 'unconfirmed',
      clientSecret: invoice?.confirmation_secret?.client_secret ?? null,
      paymentUrl: invoice?.hosted_invoice_url ?? null,
      paymentSuccessful: false,
      paidCents: 0,
    }
  }
  const paidCents = invoice?.status === 'paid' ? invoice.amount_paid : 0
  return { outcome: 'changed', ...NOTHING_PAID, paymentSuccessful: paidCents > 0, paidCents }
}

/** Lets the present plan run to its period's end and the new one follow. */
async function scheduleDowngrade(subscription: Stripe.Subscription, plan: Plan): Promise<void> {
  const schedules = stripe().subscriptionSchedules
  const schedule = expectObject(
    await schedules.create({ from_subscription: subscription.id }),
    'subscription_schedule',
  )
  const [present] = schedule.phases
  try {
    await schedules.update(schedule.id, {
      end_behavior: 'release',
      proration_behavior: 'none',
      metadata: { kind: 'downgrade' },
      phases: [
        {
          items: present!.items.map(({ price, quantity }) => ({
            price: typeof price === 'string' ? price : price.id,
            quantity: quantity ?? 1,
          })),
          start_date: present!.start_date,
          end_date: present!.end_date,
          discounts: present!.discounts.flatMap(({ discount }) =>
            discount ? [{ discount: typeof discount === 'string' ? discount : discount.id }] : [],
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

/**
 * Withdraws the pending change; the present plan goes on.
 * @throws DomainError conflict (there is none), provider-unavailable 'Failed to update subscription'
 */
export function withdrawChange(reader: Reader): Promise<SubscriptionView> {
  return askStripe(FAILED, () => retryIfRefused(() => withdraw(reader)))
}

async function withdraw(reader: Reader): Promise<SubscriptionView> {
  const subscription = bestOf(await reconcile(reader.id))
  const { can } = await subscriptionOf(reader)
  if (!subscription || !can.withdrawChange) {
    throw new DomainError('conflict', 'There is no plan change to withdraw.')
  }
  await releaseSchedule(subscription)
  const { pending_update: update, latest_invoice: invoice } = subscription
  // Without its bill an upgrade that waits for its payment falls away.
  if (update && typeof invoice === 'object' && invoice?.status === 'open') {
    await stripe().invoices.voidInvoice(invoice.id!)
  }
  await reconcile(reader.id)
  return subscriptionOf(reader)
}

interface Wanted {
  subscription: Stripe.Subscription
  item: Stripe.SubscriptionItem
  plan: Plan
  kind: ChangePreview['kind']
  /** When the present period, or the trial, ends. */
  end: Date
}

/** A change that can be made, by what Stripe says now. */
async function change(reader: Reader, planId: string): Promise<Wanted> {
  const plan = await planById(planId)
  const subscription = bestOf(await reconcile(reader.id))
  const view = await subscriptionOf(reader)
  const item = subscription?.items.data[0]
  if (!subscription || !item || !view.can.changePlan || !view.currentPeriodEnd) {
    throw new DomainError('conflict', refusalOf(view))
  }
  if (plan.id === item.price.id) {
    throw new DomainError('invalid-input', `The ${plan.name} Plan is your plan already.`)
  }
  const kind =
    view.status === 'trialing' ? 'trial' : plan.plan === 'yearly' ? 'upgrade' : 'downgrade'
  return { subscription, item, plan, kind, end: view.currentPeriodEnd }
}

function refusalOf({ status, cancelAtPeriodEnd }: SubscriptionView): string {
  if (status === 'past_due') {
    return 'Your last payment did not go through. Please pay the open bill before you change your plan.'
  }
  if (cancelAtPeriodEnd) {
    return 'Your subscription is canceled. Please resubscribe before you change your plan.'
  }
  return 'You have no subscription to change.'
}

const customerOf = ({ customer }: Stripe.Subscription) =>
  typeof customer === 'string' ? customer : customer.id
