import { Stripe } from 'stripe'
import { expect, onTestFinished, test } from 'vitest'
import { startStripeEmulator, type StripeEmulator } from '../src/emulator.ts'
import { cardFields, DAY, MONTHLY, secretOf, START, subscribing, YEARLY } from './sandbox.ts'

const SUBSCRIBERS = 1000

/** The real SDK without the network, so that a thousand customers are created quickly. */
function directly(emulator: StripeEmulator): Stripe {
  return new Stripe(emulator.secretKey, {
    httpClient: Stripe.createFetchHttpClient((input, init) =>
      emulator.handle(new Request(input, init)),
    ),
    telemetry: false,
  })
}

/** What the customers do in their year. */
const KINDS = ['stays', 'leaves', 'never pays', 'fails later', 'upgrades', 'disputes'] as const
type Kind = (typeof KINDS)[number]

async function newSubscriber(stripe: Stripe, emulator: StripeEmulator, kind: Kind, at: number) {
  const customer = await stripe.customers.create({ email: `reader${at}@example.com` })
  const made = await stripe.subscriptions.create({
    ...subscribing(customer.id, at % 4 === 0 ? YEARLY : MONTHLY),
    trial_period_days: 7,
  })
  if (kind === 'never pays') return made.id
  const secret = secretOf(made)
  const number = kind === 'disputes' ? '4000000000000259' : '4242424242424242'
  const id = secret.split('_secret_')[0]!
  const answer = await emulator.handle(
    new Request(`https://api.stripe.com/v1/setup_intents/${id}/confirm`, {
      method: 'POST',
      body: new URLSearchParams({
        key: emulator.publishableKey,
        client_secret: secret,
        ...cardFields(number),
      }),
    }),
  )
  const { payment_method: method } = (await answer.json()) as { payment_method: string }
  await stripe.subscriptions.update(made.id, {
    default_payment_method: method,
    ...(kind === 'leaves' && { cancel_at_period_end: true }),
  })
  return made.id
}

test('a thousand customers for a year', async () => {
  const emulator = await startStripeEmulator({ frozenAt: START })
  onTestFinished(() => emulator.close())
  const stripe = directly(emulator)
  const ids = new Map<string, Kind>()
  for (let at = 0; at < SUBSCRIBERS; at++) {
    const kind = KINDS[at % KINDS.length]!
    ids.set(await newSubscriber(stripe, emulator, kind, at), kind)
  }
  await emulator.clock.advance(100 * DAY)
  for (const [id, kind] of ids) {
    const one = await stripe.subscriptions.retrieve(id)
    const item = one.items.data[0]!
    if (kind === 'fails later') {
      const customer = one.customer as string
      const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
      await stripe.subscriptions.update(id, { default_payment_method: bad.id })
    }
    if (kind === 'upgrades' && item.price.id === MONTHLY) {
      await stripe.subscriptions.update(id, {
        items: [{ id: item.id, price: YEARLY }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'pending_if_incomplete',
      })
    }
  }
  await emulator.clock.advance(300 * DAY)

  const outcome: Record<string, Record<string, number>> = {}
  for (const [id, kind] of ids) {
    const { status, items } = await stripe.subscriptions.retrieve(id)
    const { price } = items.data[0]!
    const row = (outcome[kind] ??= {})
    const key = `${status} ${price.lookup_key}`
    row[key] = (row[key] ?? 0) + 1
  }
  const count = (kind: Kind, isYearly?: boolean) =>
    [...ids.values()].filter(
      (one, at) => one === kind && (isYearly === undefined || (at % 4 === 0) === isYearly),
    ).length
  const both = (kind: Kind, status: string) => {
    const rows = { monthly: count(kind, false), yearly: count(kind, true) }
    return Object.fromEntries(
      Object.entries(rows).flatMap(([plan, many]) => (many ? [[`${status} ${plan}`, many]] : [])),
    )
  }
  expect(outcome).toEqual({
    stays: both('stays', 'active'),
    leaves: both('leaves', 'canceled'),
    'never pays': both('never pays', 'canceled'),
    'fails later': both('fails later', 'canceled'),
    upgrades: { 'active yearly': count('upgrades') },
    disputes: both('disputes', 'active'),
  })
})
