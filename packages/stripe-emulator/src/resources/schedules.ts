import type Stripe from 'stripe'
import { z } from 'zod'
import { type Account, type Handler, idOf } from '../engine/account.ts'
import { refused } from '../engine/errors.ts'
import { filled } from '../engine/published.ts'
import { metadata, text, withMetadata, yesNo } from '../engine/fields.ts'
import { listing, operation, retrieval } from '../engine/operations.ts'
import { newId } from '../engine/store.ts'
import { redeem } from './discounts.ts'
import { changePrice } from './price-change.ts'
import { makePhase, type Phase, phasesInput, plannedPhases } from './schedule-phases.ts'
import { endSubscription } from './subscription-end.ts'
import { changing, isOver, itemOf, planOf } from './subscription-parts.ts'

type Schedule = Stripe.SubscriptionSchedule

const find = (account: Account, id: string) => account.find<Schedule>('subscription_schedule', id)

function subscriptionOf(account: Account, schedule: Schedule): Stripe.Subscription {
  return account.find<Stripe.Subscription>('subscription', idOf(schedule.subscription)!)
}

/** Creates a schedule from a subscription: its current period is the first phase. */
function create(account: Account, input: { from_subscription: string }): Schedule {
  const id = input.from_subscription
  const subscription = account.find<Stripe.Subscription>('subscription', id, 'from_subscription')
  if (isOver(subscription) || subscription.status === 'incomplete') {
    throw refused(`You cannot migrate a subscription that is ${subscription.status}.`, {
      param: 'from_subscription',
    })
  }
  if (idOf(subscription.schedule) !== null) {
    throw refused(
      `You cannot migrate a subscription that is already attached to a schedule: ${idOf(subscription.schedule)}.`,
      { param: 'from_subscription' },
    )
  }
  const item = itemOf(subscription)
  const { current_period_start: start, current_period_end: end } = item
  const schedule = filled<Schedule>('subscription_schedule', {
    id: newId('sub_sched'),
    object: 'subscription_schedule',
    billing_mode: {
      flexible: { proration_discounts: 'included' },
      type: subscription.billing_mode.type,
    },
    created: account.now(subscription.customer),
    current_phase: { start_date: start, end_date: end },
    customer: subscription.customer,
    default_settings: {
      billing_cycle_anchor: 'automatic',
      collection_method: 'charge_automatically',
      default_payment_method: idOf(subscription.default_payment_method),
      invoice_settings: {
        issuer: { type: 'self' },
      },
    },
    end_behavior: subscription.cancel_at === null ? 'release' : 'cancel',
    metadata: {},
    pause_schedules: [],
    phases: [
      makePhase(item.price.id, {
        start,
        end,
        discounts: (subscription.discounts as string[]).map((discount) => ({
          coupon: null,
          discount,
          promotion_code: null,
        })),
        trialEnd: subscription.trial_end !== null && subscription.trial_end > start ? end : null,
      }),
    ],
    status: 'active',
    subscription: id,
    test_clock: idOf(subscription.test_clock),
  })
  account.store.insert(schedule, [idOf(subscription.customer)!])
  account.emit('subscription_schedule.created', schedule)
  changing(account, subscription, () => {
    subscription.schedule = schedule.id
  })
  awaitEndOfPhase(account, schedule)
  return schedule
}

function awaitEndOfPhase(account: Account, schedule: Schedule): void {
  const end = schedule.current_phase!.end_date
  // Rank 1: before the other jobs at the end of a period.
  account.clock(schedule.customer).schedule(end, 'phase', schedule.id, 1)
}

export const update = {
  end_behavior: z.enum(['cancel', 'release']).optional(),
  proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
  metadata: metadata.optional(),
  phases: phasesInput.optional(),
}
type Update = z.output<z.ZodObject<typeof update>>

function updateSchedule(account: Account, input: Update, id: string): Schedule {
  const schedule = find(account, id)
  refuseUnlessActive(schedule, 'update')
  if (input.phases) {
    schedule.phases = plannedPhases(account, schedule, input.phases)
    const { start_date, end_date } = schedule.phases[0]!
    schedule.current_phase = { start_date, end_date }
    awaitEndOfPhase(account, schedule)
  }
  if (input.end_behavior) schedule.end_behavior = input.end_behavior
  schedule.metadata = withMetadata(schedule.metadata, input.metadata)
  account.emit('subscription_schedule.updated', schedule)
  return schedule
}

function refuseUnlessActive(schedule: Schedule, verb: string): void {
  if (schedule.status === 'active' || schedule.status === 'not_started') return
  throw refused(
    `You cannot ${verb} a subscription schedule that is in the \`${schedule.status}\` status.`,
  )
}

/** Releases the subscription unchanged. */
function release(account: Account, schedule: Schedule): void {
  refuseUnlessActive(schedule, 'release')
  const subscription = subscriptionOf(account, schedule)
  schedule.status = 'released'
  schedule.released_at = account.now(schedule.customer)
  schedule.released_subscription = subscription.id
  schedule.subscription = null
  schedule.current_phase = null
  account.emit('subscription_schedule.released', schedule)
  changing(account, subscription, () => {
    subscription.schedule = null
  })
}

function cancel(account: Account, _: unknown, id: string): Schedule {
  const schedule = find(account, id)
  refuseUnlessActive(schedule, 'cancel')
  endSubscription(account, subscriptionOf(account, schedule), 'cancellation_requested')
  return schedule
}

/** Starts the next phase, or ends the schedule. */
export const phaseEnds: Handler = (account, id, at) => {
  const schedule = find(account, id)
  if (schedule.status !== 'active' || schedule.current_phase?.end_date !== at) return
  const next = schedule.phases.find(({ start_date: start }) => start === at)
  if (next) enterPhase(account, schedule, next)
  else if (schedule.end_behavior === 'release') release(account, schedule)
  else {
    schedule.status = 'completed'
    schedule.completed_at = at
    schedule.current_phase = null
    account.emit('subscription_schedule.completed', schedule)
    endSubscription(account, subscriptionOf(account, schedule), 'cancellation_requested')
  }
}

function enterPhase(account: Account, schedule: Schedule, phase: Phase): void {
  const subscription = subscriptionOf(account, schedule)
  const price = account.find<Stripe.Price>('price', idOf(phase.items[0]!.price)!)
  const { start_date, end_date } = phase
  schedule.current_phase = { start_date, end_date }
  account.emit('subscription_schedule.updated', schedule)
  awaitEndOfPhase(account, schedule)
  const item = itemOf(subscription)
  const isAtPeriodEnd = item.current_period_end === start_date
  changing(account, subscription, () => {
    subscription.discounts = redeem(
      account,
      phase.discounts.map((one) => ({
        coupon: idOf(one.coupon) ?? undefined,
        discount: idOf(one.discount) ?? undefined,
        promotion_code: idOf(one.promotion_code) ?? undefined,
      })),
      idOf(subscription.customer)!,
    )
    // The renewal in the same second uses the new price.
    if (isAtPeriodEnd) Object.assign(item, { price, plan: planOf(price) })
  })
  if (!isAtPeriodEnd && item.price.id !== price.id) {
    changePrice(account, subscription, price, {
      proration: 'none',
      prorationDate: undefined,
      payment: 'allow_incomplete',
    })
  }
}

const PATH = '/v1/subscription_schedules'

export const schedules = [
  operation('POST', PATH, { from_subscription: text }, create),
  retrieval(`${PATH}/:id`, 'subscription_schedule'),
  operation('POST', `${PATH}/:id`, update, updateSchedule),
  operation(
    'POST',
    `${PATH}/:id/release`,
    { preserve_cancel_date: yesNo.optional() },
    (account, _, id) => {
      const schedule = find(account, id)
      release(account, schedule)
      return schedule
    },
  ),
  operation(
    'POST',
    `${PATH}/:id/cancel`,
    { invoice_now: yesNo.optional(), prorate: yesNo.optional() },
    cancel,
  ),
  listing(PATH, { customer: text.optional() }, (account, { customer }) =>
    account.store.newest('subscription_schedule', customer),
  ),
]
