import type Stripe from 'stripe'
import { z } from 'zod'
import { type Account, idOf } from '../engine/account.ts'
import { refused } from '../engine/errors.ts'
import { emptyable, moment, text, yesNo } from '../engine/fields.ts'
import { recurringPrice } from './catalogue.ts'
import { methodNamed } from './payment-methods.ts'
import { endTrialNow, setPrice, upgrade } from './price-change.ts'
import { changing, isOver, itemOf } from './subscription-parts.ts'

export const update = {
  items: z
    .array(z.strictObject({ id: text, price: text }))
    .length(1)
    .optional(),
  proration_behavior: z.enum(['always_invoice', 'none']).optional(),
  proration_date: moment.optional(),
  payment_behavior: z.literal('pending_if_incomplete').optional(),
  trial_end: z.literal('now').optional(),
  cancel_at_period_end: yesNo.optional(),
  cancel_at: emptyable(moment).optional(),
  default_payment_method: emptyable(text).optional(),
}
type Update = z.output<z.ZodObject<typeof update>> & { expand?: string[] | undefined }

/** Parameters that are allowed with `pending_if_incomplete`. */
const WITH_PENDING = new Set([
  'expand',
  'items',
  'payment_behavior',
  'proration_behavior',
  'proration_date',
])

export function updateSubscription(
  account: Account,
  input: Update,
  id: string,
): Stripe.Subscription {
  const subscription = account.find<Stripe.Subscription>('subscription', id)
  refuseChange(subscription, input)
  const [wanted] = input.items ?? []
  if (wanted) checkedItem(subscription, wanted.id, 'items[0][id]')
  const price = wanted && recurringPrice(account, wanted.price, 'items[0][price]')
  const prorationDate = checkedDate(subscription, input.proration_date)
  if (input.default_payment_method) {
    methodNamed(account, input.default_payment_method, 'default_payment_method')
  }
  changing(account, subscription, () => simpleChanges(account, subscription, input))
  if (input.trial_end && subscription.status === 'trialing') endTrialNow(account, subscription)
  if (!price || price.id === itemOf(subscription).price.id) return subscription
  if (subscription.status === 'trialing') {
    changing(account, subscription, () => setPrice(subscription, price))
  } else if (input.payment_behavior && input.proration_behavior === 'always_invoice') {
    upgrade(account, subscription, price, prorationDate)
  } else {
    throw refused(
      'This emulator changes prices only with payment_behavior `pending_if_incomplete` and proration_behavior `always_invoice`.',
    )
  }
  return subscription
}

function refuseChange(subscription: Stripe.Subscription, input: Update): void {
  if (isOver(subscription)) {
    throw refused('A canceled subscription can only update its cancellation_details and metadata.')
  }
  const { cancel_at, cancel_at_period_end, payment_behavior } = input
  const schedule = idOf(subscription.schedule)
  if (schedule !== null && (cancel_at !== undefined || cancel_at_period_end !== undefined)) {
    throw refused(
      `The subscription is managed by the subscription schedule \`${schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
      { param: cancel_at === undefined ? 'cancel_at_period_end' : 'cancel_at' },
    )
  }
  if (payment_behavior) {
    const extra = Object.entries(input).find(
      ([name, value]) => value !== undefined && !WITH_PENDING.has(name),
    )
    if (extra) {
      throw refused(
        `When \`payment_behavior\` is \`pending_if_incomplete\`, you can only pass supported params. The following param is not supported: ${extra[0]}.`,
        { param: extra[0] },
      )
    }
    if (subscription.status === 'past_due') {
      throw refused(
        'You cannot update a subscription in `past_due` state with payment_behavior `pending_if_incomplete`. Pay or void its latest invoice first.',
      )
    }
  }
  if (subscription.pending_update && input.items) {
    throw refused(
      'This subscription has a pending update. Pay or void its latest invoice before changing its items.',
    )
  }
}

/** @throws ApiError when a subscription does not have this item */
export function checkedItem(subscription: Stripe.Subscription, id: string, param: string): void {
  if (id === itemOf(subscription).id) return
  throw refused(`Invalid subscription item id: '${id}'`, { param })
}

export function checkedDate(
  subscription: Stripe.Subscription,
  date: number | undefined,
): number | undefined {
  const { current_period_start: start, current_period_end: end } = itemOf(subscription)
  if (date === undefined || (date >= start && date <= end)) return date
  throw refused('The proration date must be within the current period of the subscription.', {
    param: 'proration_date',
  })
}

function simpleChanges(account: Account, subscription: Stripe.Subscription, input: Update): void {
  if (input.default_payment_method !== undefined) {
    subscription.default_payment_method = input.default_payment_method
  }
  const { cancel_at_period_end: cancels, cancel_at: at } = input
  const end = itemOf(subscription).current_period_end
  if (at && at !== end) {
    throw refused('This emulator cancels only at the end of the period.', { param: 'cancel_at' })
  }
  if (cancels === undefined && at === undefined) return
  const isCanceled = cancels === true || Boolean(at)
  subscription.cancel_at_period_end = cancels === true
  subscription.cancel_at = isCanceled ? end : null
  subscription.canceled_at = isCanceled ? account.now(subscription.customer) : null
  subscription.cancellation_details!.reason = isCanceled ? 'cancellation_requested' : null
}
