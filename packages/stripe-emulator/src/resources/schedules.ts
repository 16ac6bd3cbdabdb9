import type Stripe from 'stripe'
import { z } from 'zod'
import { type Account, type Handler, idOf } from '../engine/account.ts'
import { refused } from '../engine/errors.ts'
import { metadata, moment, text, withMetadata } from '../engine/fields.ts'
import { operation, retrieval } from '../engine/operations.ts'
import { filled } from '../engine/published.ts'
import { newId } from '../engine/store.ts'
import { addInterval } from '../engine/timeline.ts'
import { recurringPrice } from './catalogue.ts'
import { redeem } from './discounts.ts'
import { setPrice } from './price-change.ts'
import { changing, isOver, itemOf } from './subscription-parts.ts'

type Schedule = Stripe.SubscriptionSchedule
type Phase = Schedule['phases'][number]

const find = (account: Account, id: string) => account.find<Schedule>('subscription_schedule', id)

function subscriptionOf(account: Account, schedule: Schedule): Stripe.Subscription {
  return account.find<Stripe.Subscription>('subscription', idOf(schedule.subscription)!)
}

function makePhase(
  price: string,
  given: { start: number; end: number; discounts: string[]; trialEnd: number | null },
): Phase {
  const discounts = given.discounts.map((discount) => ({
    coupon: null,
    discount,
    promotion_code: null,
  }))
  return filled<Phase>('subscription_schedule phases[]', {
    currency: 'usd',
    discounts,
    end_date: given.end,
    items: [
      {
        billing_thresholds: null,
        discounts: [],
        metadata: {},
        plan: price,
        price,
        quantity: 1,
        tax_rates: [],
      },
    ],
    metadata: {},
    proration_behavior: 'none',
    start_date: given.start,
    trial_end: given.trialEnd,
  })
}

/** Creates a schedule from a subscription: its current period is the first phase. */
function create(account: Account, { from_subscription: id }: { from_subscription: string }) {
  const param = 'from_subscription'
  const subscription = account.find<Stripe.Subscription>('subscription', id, param)
  if (isOver(subscription) || subscription.status === 'incomplete') {
    throw refused(`You cannot migrate a subscription that is ${subscription.status}.`, { param })
  }
  const other = idOf(subscription.schedule)
  if (other !== null) {
    throw refused(
      `You cannot migrate a subscription that is already attached to a schedule: ${other}.`,
      { param },
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
      invoice_settings: { issuer: { type: 'self' } },
    },
    end_behavior: 'release',
    metadata: {},
    pause_schedules: [],
    phases: [
      makePhase(item.price.id, {
        start,
        end,
        discounts: subscription.discounts as string[],
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

const none = z.literal('none').optional()

export const update = {
  end_behavior: z.literal('release').optional(),
  proration_behavior: none,
  metadata: metadata.optional(),
  phases: z
    .array(
      z.strictObject({
        items: z.array(z.strictObject({ price: text, quantity: z.literal('1') })).length(1),
        start_date: moment.optional(),
        end_date: moment.optional(),
        duration: z
          .strictObject({ interval: z.enum(['month', 'year']), interval_count: z.literal('1') })
          .optional(),
        discounts: z.array(z.strictObject({ discount: text })).optional(),
        proration_behavior: none,
        trial_end: moment.optional(),
      }),
    )
    .min(1)
    .max(10),
}
type Update = z.output<z.ZodObject<typeof update>>

function updateSchedule(account: Account, input: Update, id: string): Schedule {
  const schedule = find(account, id)
  refuseUnlessActive(schedule, 'update')
  schedule.phases = plannedPhases(account, schedule, input.phases)
  const { start_date, end_date } = schedule.phases[0]!
  schedule.current_phase = { start_date, end_date }
  awaitEndOfPhase(account, schedule)
  schedule.metadata = withMetadata(schedule.metadata, input.metadata)
  account.emit('subscription_schedule.updated', schedule)
  return schedule
}

/**
 * Computes the start and end of each requested phase.
 * @throws ApiError when they are not consecutive
 */
function plannedPhases(account: Account, schedule: Schedule, wanted: Update['phases']): Phase[] {
  const subscription = subscriptionOf(account, schedule)
  let next = schedule.current_phase!.start_date
  return wanted.map((phase, at) => {
    const param = (name: string) => `phases[${at}][${name}]`
    if ((phase.start_date ?? next) !== next) {
      throw refused('Each phase starts when the one before it ends.', {
        param: param('start_date'),
      })
    }
    const price = recurringPrice(account, phase.items[0]!.price, param('items][0][price'))
    if (at === 0 && price.id !== itemOf(subscription).price.id) {
      throw refused('This emulator does not change the price of the current phase.', {
        param: param('items][0][price'),
      })
    }
    if (at === 0 && subscription.status === 'trialing' && phase.trial_end === undefined) {
      throw refused('This emulator does not end a trial with a phase: pass its trial_end.', {
        param: param('trial_end'),
      })
    }
    const start = next
    next = phase.end_date ?? addInterval(start, phase.duration?.interval ?? 'month', 1)
    if (next <= start) {
      throw refused('A phase must end after it starts.', { param: param('end_date') })
    }
    return makePhase(price.id, {
      start,
      end: next,
      discounts: (phase.discounts ?? []).map(({ discount }) => discount),
      trialEnd: phase.trial_end ?? null,
    })
  })
}

function refuseUnlessActive(schedule: Schedule, verb: string): void {
  if (schedule.status === 'active') return
  throw refused(
    `You cannot ${verb} a subscription schedule that is in the \`${schedule.status}\` status.`,
  )
}

function release(account: Account, schedule: Schedule): Schedule {
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
  return schedule
}

/** Starts the next phase, or releases the subscription after the last one. */
export const phaseEnds: Handler = (account, id, at) => {
  const schedule = find(account, id)
  if (schedule.status !== 'active' || schedule.current_phase?.end_date !== at) return
  const next = schedule.phases.find(({ start_date: start }) => start === at)
  if (!next) {
    release(account, schedule)
    return
  }
  schedule.current_phase = { start_date: at, end_date: next.end_date }
  account.emit('subscription_schedule.updated', schedule)
  awaitEndOfPhase(account, schedule)
  const subscription = subscriptionOf(account, schedule)
  // The renewal in the same second uses the new price.
  changing(account, subscription, () => {
    const kept = next.discounts.map(({ discount }) => ({ discount: idOf(discount)! }))
    subscription.discounts = redeem(account, kept, idOf(subscription.customer)!)
    setPrice(subscription, account.find<Stripe.Price>('price', idOf(next.items[0]!.price)!))
  })
}

const PATH = '/v1/subscription_schedules'

export const schedules = [
  operation('POST', PATH, { from_subscription: text }, create),
  retrieval(`${PATH}/:id`, 'subscription_schedule'),
  operation('POST', `${PATH}/:id`, update, updateSchedule),
  operation('POST', `${PATH}/:id/release`, {}, (account, _, id) =>
    release(account, find(account, id)),
  ),
]
