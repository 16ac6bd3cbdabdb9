import type Stripe from 'stripe'
import { z } from 'zod'
import { type Account, idOf } from '../engine/account.ts'
import { refused } from '../engine/errors.ts'
import { emptyable, metadata, moment, text, whole, withMetadata, yesNo } from '../engine/fields.ts'
import { recurringPrice } from './catalogue.ts'
import { discounts, redeem } from './discounts.ts'
import { methodNamed } from './payment-methods.ts'
import { changePrice, endTrialNow } from './price-change.ts'
import { paymentBehavior, paymentSettings, trialSettings } from './subscription-settings.ts'
import { planTrial } from './subscription-create.ts'
import { cancellationDetails, noteCancellation } from './subscription-end.ts'
import { changing, enterPeriod, isOver, itemOf } from './subscription-parts.ts'

const itemChanges = z
  .array(
    z.strictObject({
      id: text.optional(),
      price: text.optional(),
      quantity: whole.optional(),
    }),
  )
  .length(1)

export const prorationBehavior = z.enum(['always_invoice', 'create_prorations', 'none'])

export const update = {
  items: itemChanges.optional(),
  proration_behavior: prorationBehavior.optional(),
  proration_date: moment.optional(),
  payment_behavior: paymentBehavior.optional(),
  payment_settings: paymentSettings.optional(),
  trial_settings: trialSettings.optional(),
  trial_end: z.union([z.literal('now'), moment]).optional(),
  cancel_at_period_end: yesNo.optional(),
  cancel_at: emptyable(moment).optional(),
  cancellation_details: cancellationDetails.optional(),
  default_payment_method: emptyable(text).optional(),
  description: emptyable(text.max(500)).optional(),
  discounts: discounts.optional(),
  off_session: yesNo.optional(),
  metadata: metadata.optional(),
}
export type Update = z.output<z.ZodObject<typeof update>> & { expand?: string[] | undefined }

/** Parameters that are allowed with `pending_if_incomplete`. */
const WITH_PENDING = new Set([
  'expand',
  'items',
  'off_session',
  'payment_behavior',
  'proration_behavior',
  'proration_date',
  'trial_end',
  'discounts',
])

/** Parameters that are allowed after a subscription has ended. */
const WHEN_OVER = new Set(['expand', 'metadata', 'cancellation_details'])

export function updateSubscription(
  account: Account,
  input: Update,
  id: string,
): Stripe.Subscription {
  const subscription = account.find<Stripe.Subscription>('subscription', id)
  const given = Object.keys(input).filter((name) => input[name as keyof Update] !== undefined)
  refuseChange(subscription, input, given)
  const price = priceAskedFor(account, subscription, input)
  const prorationDate = checkedDate(subscription, input.proration_date)
  const isChange = price !== null && price.id !== itemOf(subscription).price.id
  const behavior = input.payment_behavior ?? 'allow_incomplete'
  if (behavior === 'pending_if_incomplete' && subscription.status === 'past_due') {
    throw refused(
      'You cannot update a subscription in `past_due` state with payment_behavior `pending_if_incomplete`. Pay or void its latest invoice first.',
    )
  }
  if (input.default_payment_method) {
    methodNamed(account, input.default_payment_method, 'default_payment_method')
  }
  changing(account, subscription, () => simpleChanges(account, subscription, input))
  if (input.trial_end === 'now' && subscription.status === 'trialing') {
    endTrialNow(account, subscription, price)
  } else if (isChange) {
    changePrice(account, subscription, price, {
      proration: input.proration_behavior ?? 'create_prorations',
      prorationDate,
      payment: behavior,
    })
  }
  return subscription
}

function refuseChange(subscription: Stripe.Subscription, input: Update, given: string[]): void {
  if (isOver(subscription) && given.some((name) => !WHEN_OVER.has(name))) {
    throw refused('A canceled subscription can only update its cancellation_details and metadata.')
  }
  const changesCancelling =
    input.cancel_at !== undefined || input.cancel_at_period_end !== undefined
  if (idOf(subscription.schedule) !== null && changesCancelling) {
    throw refused(
      `The subscription is managed by the subscription schedule \`${idOf(subscription.schedule)}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
      { param: input.cancel_at === undefined ? 'cancel_at_period_end' : 'cancel_at' },
    )
  }
  if (input.cancel_at_period_end === true && input.cancel_at) {
    throw refused('You can not pass `cancel_at` and `cancel_at_period_end` together.')
  }
  if (input.payment_behavior === 'pending_if_incomplete') {
    const extra = given.find((name) => !WITH_PENDING.has(name))
    if (extra !== undefined) {
      throw refused(
        `When \`payment_behavior\` is \`pending_if_incomplete\`, you can only pass supported params. The following param is not supported: ${extra}.`,
        { param: extra },
      )
    }
  }
  if (subscription.pending_update && input.items) {
    throw refused(
      'This subscription has a pending update. Pay or void its latest invoice before changing its items.',
    )
  }
}

function priceAskedFor(
  account: Account,
  subscription: Stripe.Subscription,
  input: Update,
): Stripe.Price | null {
  const change = input.items?.[0]
  if (!change) return null
  if (change.id === undefined) {
    throw refused(
      'This emulator supports one item for each subscription: pass its id to change it.',
      {
        param: 'items[0][id]',
      },
    )
  }
  if (change.id !== itemOf(subscription).id) {
    throw refused(`Invalid subscription item id: '${change.id}'`, { param: 'items[0][id]' })
  }
  if (change.quantity !== undefined && change.quantity !== itemOf(subscription).quantity) {
    throw refused('This emulator does not change quantities.', { param: 'items[0][quantity]' })
  }
  if (change.price === undefined) return null
  return recurringPrice(account, change.price, 'items[0][price]')
}

/** The proration date, within the current period. */
export function checkedDate(
  subscription: Stripe.Subscription,
  date: number | undefined,
): number | undefined {
  if (date === undefined) return undefined
  const { current_period_start: start, current_period_end: end } = itemOf(subscription)
  if (date < start || date > end) {
    throw refused('The proration date must be within the current period of the subscription.', {
      param: 'proration_date',
    })
  }
  return date
}

function simpleChanges(account: Account, subscription: Stripe.Subscription, input: Update): void {
  const now = account.now(subscription.customer)
  subscription.metadata = withMetadata(subscription.metadata, input.metadata)
  noteCancellation(subscription, input.cancellation_details)
  if (input.description !== undefined) subscription.description = input.description
  if (input.trial_settings) subscription.trial_settings = input.trial_settings
  const saves = input.payment_settings?.save_default_payment_method
  if (saves) subscription.payment_settings!.save_default_payment_method = saves
  if (input.default_payment_method !== undefined) {
    subscription.default_payment_method = input.default_payment_method
  }
  if (input.discounts !== undefined) {
    const customer = idOf(subscription.customer)!
    subscription.discounts = redeem(account, input.discounts, customer)
  }
  if (typeof input.trial_end === 'number') moveTrial(account, subscription, input.trial_end)
  if (input.cancel_at_period_end !== undefined) {
    const cancels = input.cancel_at_period_end
    subscription.cancel_at_period_end = cancels
    cancelOn(subscription, cancels ? itemOf(subscription).current_period_end : null, now)
  }
  if (input.cancel_at !== undefined) {
    if (input.cancel_at !== null && input.cancel_at <= now) {
      throw refused('`cancel_at` must be in the future.', { param: 'cancel_at' })
    }
    subscription.cancel_at_period_end = false
    cancelOn(subscription, input.cancel_at, now)
    if (input.cancel_at !== null) {
      account
        .clock(subscription.customer)
        .schedule(input.cancel_at, 'cancel_at', subscription.id, 2)
    }
  }
}

/** Sets or removes the date of a cancellation. */
function cancelOn(subscription: Stripe.Subscription, at: number | null, now: number): void {
  subscription.cancel_at = at
  subscription.canceled_at = at === null ? null : now
  subscription.cancellation_details = {
    comment: null,
    feedback: null,
    feedback_option: null,
    ...subscription.cancellation_details,
    reason: at === null ? null : 'cancellation_requested',
  }
}

function moveTrial(account: Account, subscription: Stripe.Subscription, end: number): void {
  if (subscription.status !== 'trialing') {
    throw refused('This emulator changes the end only of current trials.', { param: 'trial_end' })
  }
  if (end <= account.now(subscription.customer)) {
    throw refused('Invalid timestamp: must be an integer Unix timestamp in the future.', {
      param: 'trial_end',
    })
  }
  subscription.trial_end = end
  subscription.billing_cycle_anchor = end
  enterPeriod(account, subscription, itemOf(subscription).current_period_start, end)
  planTrial(account, subscription)
}
