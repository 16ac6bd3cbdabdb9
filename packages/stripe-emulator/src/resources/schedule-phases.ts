import type Stripe from 'stripe'
import { z } from 'zod'
import { type Account, idOf } from '../engine/account.ts'
import { refused } from '../engine/errors.ts'
import { filled } from '../engine/published.ts'
import { emptyable, metadata, moment, text, whole } from '../engine/fields.ts'
import { addInterval } from '../engine/timeline.ts'
import { recurringPrice } from './catalogue.ts'
import { itemOf } from './subscription-parts.ts'

type Schedule = Stripe.SubscriptionSchedule
export type Phase = Schedule['phases'][number]

/** Builds a phase with one price. */
export function makePhase(
  price: string,
  given: { start: number; end: number; discounts: Phase['discounts']; trialEnd: number | null },
): Phase {
  return filled<Phase>('subscription_schedule phases[]', {
    currency: 'usd',
    discounts: given.discounts,
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

const phaseDiscounts = z.array(
  z.strictObject({
    coupon: text.optional(),
    discount: text.optional(),
    promotion_code: text.optional(),
  }),
)

/** The `phases` parameter. */
export const phasesInput = z
  .array(
    z.strictObject({
      items: z.array(z.strictObject({ price: text, quantity: whole.optional() })).length(1),
      start_date: z.union([z.literal('now'), moment]).optional(),
      end_date: z.union([z.literal('now'), moment]).optional(),
      duration: z
        .strictObject({
          interval: z.enum(['day', 'week', 'month', 'year']),
          interval_count: whole.optional(),
        })
        .optional(),
      discounts: emptyable(phaseDiscounts).optional(),
      proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
      trial_end: moment.optional(),
      metadata: metadata.optional(),
    }),
  )
  .min(1)
  .max(10)

/**
 * Computes the start and end of each requested phase.
 * @throws ApiError when they are not consecutive
 */
export function plannedPhases(
  account: Account,
  schedule: Schedule,
  wanted: z.output<typeof phasesInput>,
): Phase[] {
  const { start_date: start } = schedule.current_phase!
  const running = idOf(schedule.subscription)!
  const subscription = account.find<Stripe.Subscription>('subscription', running)
  let next = start
  return wanted.map((phase, at) => {
    const param = `phases[${at}]`
    const begins = phase.start_date ?? next
    if (begins !== next) {
      throw refused(
        at === 0
          ? 'You can not modify the start date of the current phase.'
          : 'Each phase starts when the one before it ends.',
        { param: `${param}[start_date]` },
      )
    }
    if ((phase.end_date === undefined) === (phase.duration === undefined)) {
      throw refused(`Phases end with an \`end_date\` or a \`duration\`, and not both.`, {
        param: `${param}[end_date]`,
      })
    }
    const price = recurringPrice(account, phase.items[0]!.price, `${param}[items][0][price]`)
    if (at === 0 && price.id !== itemOf(subscription).price.id) {
      throw refused('This emulator does not change the price of the current phase.', {
        param: `${param}[items][0][price]`,
      })
    }
    if (at === 0 && subscription.status === 'trialing' && phase.trial_end === undefined) {
      throw refused('This emulator does not end a trial with a phase: pass its trial_end.', {
        param: `${param}[trial_end]`,
      })
    }
    if (phase.end_date === 'now') {
      throw refused('This emulator cannot end a phase immediately: release the schedule.', {
        param: `${param}[end_date]`,
      })
    }
    const end =
      phase.end_date ??
      addInterval(next, phase.duration!.interval, phase.duration!.interval_count ?? 1)
    if (end <= next) {
      throw refused('A phase must end after it starts.', { param: `${param}[end_date]` })
    }
    const made = makePhase(price.id, {
      start: next,
      end,
      discounts: (phase.discounts ?? []).map((one) => ({
        coupon: one.coupon ?? null,
        discount: one.discount ?? null,
        promotion_code: one.promotion_code ?? null,
      })),
      trialEnd: phase.trial_end ?? null,
    })
    next = end
    return made
  })
}
