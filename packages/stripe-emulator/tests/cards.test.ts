import type { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import { TEST_CARDS } from '../src/engine/cards.ts'
import {
  browse,
  cardFields,
  confirm,
  customerWith,
  DAY,
  MONTHLY,
  sandbox,
  secretOf,
  subscribed,
  subscribing,
} from './sandbox.ts'

async function trial() {
  const box = await sandbox()
  const customer = await box.stripe.customers.create({})
  const made = await box.stripe.subscriptions.create({
    ...subscribing(customer.id),
    trial_period_days: 7,
  })
  return { ...box, secret: secretOf(made) }
}

async function payment() {
  const box = await sandbox()
  const customer = await box.stripe.customers.create({})
  const made = await box.stripe.subscriptions.create(subscribing(customer.id))
  return { ...box, made, secret: secretOf(made) }
}

const refusals = TEST_CARDS.filter((card) => typeof card.setup === 'object')
const asking = TEST_CARDS.filter((card) => card.setup === 'authenticate')
const good = TEST_CARDS.filter((card) => card.setup === 'ok')

describe('saving', () => {
  test.each(good)('$number works', async ({ number }) => {
    const { emulator, secret } = await trial()
    const { body } = await confirm(emulator, secret, number)
    expect(body.status).toBe('succeeded')
  })

  test.each(refusals)('$number is declined', async ({ number, setup }) => {
    const { emulator, stripe, secret, received } = await trial()
    const { status, body } = await confirm(emulator, secret, number)
    expect(status).toBe(402)
    expect(body.error).toMatchObject({ type: 'card_error', ...(setup as object) })
    const intent = await stripe.setupIntents.retrieve(secret.split('_secret_')[0]!)
    expect(intent.status).toBe('requires_payment_method')
    expect(intent.last_setup_error!.code).toBe((setup as { code: string }).code)
    await emulator.webhooks.settled()
    expect(received.types()).toContain('setup_intent.setup_failed')
  })

  test.each(asking)('$number requires authentication', async ({ number }) => {
    const { emulator, stripe, secret } = await trial()
    const { body } = await confirm(emulator, secret, number, {
      return_url: 'http://127.0.0.1/checkout',
    })
    expect(body).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'redirect_to_url' },
    })
    const { url } = body.next_action!.redirect_to_url!
    const page = await fetch(url)
    expect(await page.text()).toContain('Complete authentication')
    const answer = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'complete' }),
      redirect: 'manual',
    })
    const back = new URL(answer.headers.get('Location')!)
    expect([answer.status, back.searchParams.get('redirect_status')]).toEqual([303, 'succeeded'])
    const intent = await stripe.setupIntents.retrieve(back.searchParams.get('setup_intent')!)
    expect(intent.status).toBe('succeeded')
  })

  test('fails when authentication fails', async () => {
    const { emulator, stripe, secret } = await trial()
    const { body } = await confirm(emulator, secret, '4000002500003155')
    const { stripe_js: url } = body.next_action!.use_stripe_sdk!
    await fetch(url, { method: 'POST', body: new URLSearchParams({ outcome: 'fail' }) })
    const intent = await stripe.setupIntents.retrieve(secret.split('_secret_')[0]!)
    expect([intent.status, intent.last_setup_error!.code]).toEqual([
      'requires_payment_method',
      'setup_intent_authentication_failure',
    ])
  })
})

describe('paying', () => {
  test.each(TEST_CARDS.filter(({ charge }) => typeof charge === 'object'))(
    '$number is refused',
    async ({ number, charge }) => {
      const { emulator, stripe, secret, made, received } = await payment()
      const { status, body } = await confirm(emulator, secret, number)
      expect(status).toBe(402)
      expect(body.error).toMatchObject({ type: 'card_error', ...(charge as object) })
      expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('incomplete')
      await emulator.webhooks.settled()
      expect(received.types()).toContain('invoice.payment_failed')
      // Another card works.
      await confirm(emulator, secret, '4242424242424242')
      expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('active')
    },
  )

  test.each(TEST_CARDS.filter(({ charge }) => charge === 'ok'))('$number works', async (card) => {
    const { emulator, stripe, secret, made, received } = await payment()
    await confirm(emulator, secret, card.number)
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('active')
    await emulator.webhooks.settled()
    expect(received.types().includes('charge.dispute.created')).toBe(card.disputed !== undefined)
  })

  test.each(asking)('$number requires authentication', async ({ number, afterAuthentication }) => {
    const { emulator, stripe, secret, made } = await payment()
    const { body } = await confirm(emulator, secret, number)
    expect(body.status).toBe('requires_action')
    const { stripe_js: url } = body.next_action!.use_stripe_sdk!
    await fetch(url, { method: 'POST', body: new URLSearchParams({ outcome: 'complete' }) })
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe(
      afterAuthentication ? 'incomplete' : 'active',
    )
  })

  test('by a server requires the reader if the card requires authentication', async () => {
    const { stripe } = await sandbox()
    const customer = await customerWith(stripe, 'pm_card_authenticationRequired')
    const made = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: MONTHLY }],
      expand: ['latest_invoice.payments.data.payment.payment_intent'],
    })
    expect(made.status).toBe('incomplete')
    const { payment } = (made.latest_invoice as Stripe.Invoice).payments!.data[0]!
    expect((payment.payment_intent as Stripe.PaymentIntent).status).toBe('requires_action')
  })
})

describe('typing', () => {
  test.each([
    ['a wrong digit', { number: '4242424242424241' }, 'incorrect_number'],
    ['a real card', { number: '4111111111111111' }, 'card_declined'],
    ['a month that is none', { exp_month: '13' }, 'invalid_expiry_month'],
    ['a year gone by', { exp_year: '2020' }, 'invalid_expiry_year'],
    ['too short a code', { cvc: '1' }, 'invalid_cvc'],
  ])('%s is said', async (_, typed, code) => {
    const { emulator } = await sandbox()
    const card = Object.entries({
      number: '4242424242424242',
      exp_month: '12',
      exp_year: '2034',
      cvc: '123',
      ...typed,
    })
    const { status, body } = await browse(
      emulator,
      '/v1/payment_methods',
      Object.fromEntries([
        ['type', 'card'],
        ...card.map(([name, value]) => [`card[${name}]`, value]),
      ]),
    )
    expect(status).toBe(402)
    expect((body as { error: object }).error).toMatchObject({ type: 'card_error', code })
  })

  test('creates a payment method that an intent accepts', async () => {
    const { emulator, secret } = await trial()
    const [type, ...card] = Object.entries(cardFields('4242424242424242')).map(([name, value]) => [
      name.replace('payment_method_data', '').replace(/^\[(\w+)\]/, '$1'),
      value,
    ])
    const made = await browse(emulator, '/v1/payment_methods', Object.fromEntries([type!, ...card]))
    const id = secret.split('_secret_')[0]!
    const { body } = await browse(emulator, `/v1/setup_intents/${id}/confirm`, {
      client_secret: secret,
      payment_method: (made.body as { id: string }).id,
    })
    expect((body as { status: string }).status).toBe('succeeded')
  })
})

test.each([
  ['4000000000007726', ['pending', 'succeeded'], 'refund.updated', 1600],
  ['4000000000005126', ['succeeded', 'failed'], 'refund.failed', 0],
] as const)('a refund to %s is first and later %j', async (number, statuses, event, refunded) => {
  const world = await sandbox()
  const { emulator, stripe, received } = world
  const { customer } = await subscribed(world, { number })
  const { data } = await stripe.charges.list({ customer: customer as string })
  const charge = data[0]!.id
  const { id, status } = await stripe.refunds.create({ charge })
  await emulator.clock.advance(3 * DAY)
  const later = await stripe.refunds.retrieve(id)
  expect([status, later.status]).toEqual(statuses)
  expect((await stripe.charges.retrieve(charge)).amount_refunded).toBe(refunded)
  await emulator.webhooks.settled()
  expect(received.types()).toContain(event)
})
