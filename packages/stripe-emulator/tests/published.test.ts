import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import published from '../src/engine/published-objects.json' with { type: 'json' }
import { LEFT_OUT } from '../src/engine/published.ts'
import { DAY, MONTHLY, sandbox, subscribed, subscribing, YEARLY } from './sandbox.ts'

/**
 * The fields of Stripe's published examples, an object each, as `path:type`. They are a little older
 * than the API version, so some newer fields are missing.
 */
const PUBLISHED: Record<string, string> = published

/** Fields of the API version that the examples lack, or that Stripe only sends in some states. */
const NEWER = new Set([
  'billing_portal.configuration features.subscription_cancel.cancellation_reason.feedback_options',
  'billing_portal.configuration features.subscription_pause',
  'charge outcome.risk_level',
  'charge payment_method_details.card.electronic_commerce_indicator',
  'checkout.session allowed_payment_method_types',
  'checkout.session optional_items',
  'dispute evidence_details.submission_method',
  'dispute intended_submission_method',
  'event data.previous_attributes',
  'invoice lines.data[].pricing.price_details',
  'invoice_payment payment.payment_intent',
  'payment_intent allowed_payment_method_types',
  'payment_intent payment_record',
  'product tax_details',
  'refund failure_balance_transaction',
  'refund failure_reason',
  'setup_intent allowed_payment_method_types',
  'setup_intent customer_account',
  'subscription billing_mode.flexible.proration_discounts',
  'subscription cancellation_details.feedback_option',
  'subscription items.data[].current_trial',
  'subscription trial_settings.end_behavior.billing_cycle_anchor',
  'subscription_schedule billing_mode.flexible.proration_discounts',
  'subscription_schedule pause_schedules',
])

/** Expanded in the examples. */
const EXPANDED = new Set(['subscription_schedule phases[].items[].plan'])

const typeOf = (value: unknown) =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

/** Every field of an object with its type; like in the examples, only the first item of a list. */
function* fieldsOf(value: unknown, path = ''): Generator<[path: string, type: string]> {
  if (path) yield [path, typeOf(value)]
  if (path.endsWith('metadata') || path === 'data.object') return
  if (Array.isArray(value)) {
    if (value.length > 0) yield* fieldsOf(value[0], `${path}[]`)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      yield* fieldsOf(item, path ? `${path}.${key}` : key)
    }
  }
}

/** What is different from the published example. */
function differences(object: { object: string }): string[] {
  const example = new Map(
    PUBLISHED[object.object]!.split(' ').map((field) => field.split(':') as [string, string]),
  )
  const ours = new Map(fieldsOf(object))
  const name = (path: string) => `${object.object} ${path}`
  const isUnder = (path: string, parents: Map<string, string>) =>
    [...parents].some(([parent, type]) => type === 'null' && path.startsWith(`${parent}.`))
  const extra = [...ours].flatMap(([path, type]) => {
    const known = example.get(path)
    if (known === undefined) {
      const isNewer = [...NEWER].some((field) => name(path).startsWith(field))
      return isNewer || isUnder(path, example) || path.includes('[]') ? [] : [`${name(path)}: new`]
    }
    const agrees = known === type || known === 'null' || type === 'null' || EXPANDED.has(name(path))
    return agrees ? [] : [`${name(path)}: ${type}, not ${known}`]
  })
  const missing = [...example.keys()].filter((path) => {
    const parent = path.slice(0, Math.max(0, path.lastIndexOf('.')))
    // Lists may be empty.
    const isReached = !path.endsWith('[]') && (parent === '' || ours.get(parent) === 'object')
    return isReached && !ours.has(path) && !LEFT_OUT.some((field) => field.test(name(path)))
  })
  return [...extra, ...missing.map((path) => `${name(path)}: missing`)]
}

test('objects have the fields and types of Stripe’s published examples', async () => {
  const world = await sandbox()
  const { emulator, stripe } = world
  const chargeOf = async ({ customer }: Stripe.Subscription) =>
    (await stripe.charges.list({ customer: customer as string })).data[0]!.id
  const paid = await subscribed(world, { number: '4000000000005126' })
  const yearly = await subscribed(world, { price: YEARLY })
  const customer = paid.customer as string
  await stripe.subscriptionSchedules.create({ from_subscription: yearly.id })
  await stripe.refunds.create({ charge: await chargeOf(paid) })
  emulator.dashboard.dispute(await chargeOf(yearly))
  await stripe.subscriptions.create({ ...subscribing(customer), trial_period_days: 7 })
  await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price: MONTHLY, quantity: 1 }],
    success_url: 'http://127.0.0.1/',
    cancel_url: 'http://127.0.0.1/',
  })
  const { id: configuration } = await stripe.billingPortal.configurations.create({
    features: {
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      payment_method_update: { enabled: true },
      subscription_update: { enabled: false },
      invoice_history: { enabled: true },
    },
  })
  const return_url = 'http://127.0.0.1/'
  await stripe.billingPortal.sessions.create({ customer, configuration, return_url })
  await stripe.testHelpers.testClocks.create({ frozen_time: emulator.clock.now() })
  await emulator.clock.advance(3 * DAY)
  const found: string[] = []
  // Stored with its secret, which Stripe shows only once.
  const endpoints = (await stripe.webhookEndpoints.list()).data
  for (const kind of Object.keys(PUBLISHED)) {
    const objects =
      kind === 'webhook_endpoint' ? endpoints : [...emulator.account.store.newest(kind)]
    if (objects.length === 0) found.push(`${kind}: none was made`)
    for (const object of objects) found.push(...differences(object))
  }
  expect([...new Set(found)]).toEqual([])
})
