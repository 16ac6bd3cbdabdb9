import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { TEST_CARDS } from '../src/engine/cards.ts'
import {
  browse,
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

const refused = (outcome: unknown) => typeof outcome === 'object'
const answer = (url: string, outcome: 'complete' | 'fail') =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' })

test.each(TEST_CARDS)('$number is saved as documented', async ({ number, setup }) => {
  const { emulator, stripe, secret, received } = await trial()
  const { status, body } = await confirm(emulator, secret, number)
  const intent = await stripe.setupIntents.retrieve(secret.split('_secret_')[0]!)
  if (!refused(setup)) {
    expect(body.status).toBe(setup === 'ok' ? 'succeeded' : 'requires_action')
    return
  }
  expect([status, intent.status]).toEqual([402, 'requires_payment_method'])
  expect(body.error).toMatchObject({ type: 'card_error', ...(setup as object) })
  expect(intent.last_setup_error).toMatchObject(setup as object)
  await emulator.webhooks.settled()
  expect(received.types()).toContain('setup_intent.setup_failed')
})

test.each(TEST_CARDS)('$number is charged as documented', async (card) => {
  const { emulator, stripe, secret, made, received } = await payment()
  const { status, body } = await confirm(emulator, secret, card.number)
  const statusNow = async () => (await stripe.subscriptions.retrieve(made.id)).status
  await emulator.webhooks.settled()
  if (refused(card.charge)) {
    expect([status, await statusNow()]).toEqual([402, 'incomplete'])
    expect(body.error).toMatchObject({ type: 'card_error', ...(card.charge as object) })
    expect(received.types()).toContain('invoice.payment_failed')
    // Another card works.
    await confirm(emulator, secret, '4242424242424242')
    expect(await statusNow()).toBe('active')
    return
  }
  if (card.charge !== 'ok') {
    expect(body.status).toBe('requires_action')
    await answer(body.next_action!.use_stripe_sdk!.stripe_js, 'complete')
  }
  expect(await statusNow()).toBe(card.afterAuthentication ? 'incomplete' : 'active')
  expect(received.types().includes('charge.dispute.created')).toBe(card.disputed !== undefined)
})

test('the bank asks on its page and returns the reader', async () => {
  const { emulator, stripe, secret } = await trial()
  const ask = async () => {
    const more = { return_url: 'http://127.0.0.1/checkout' }
    const { body } = await confirm(emulator, secret, '4000002500003155', more)
    return body.next_action!.redirect_to_url!.url
  }
  const failed = await ask()
  expect(await (await fetch(failed)).text()).toContain('Complete authentication')
  await answer(failed, 'fail')
  const id = secret.split('_secret_')[0]!
  expect(await stripe.setupIntents.retrieve(id)).toMatchObject({
    status: 'requires_payment_method',
    last_setup_error: { code: 'setup_intent_authentication_failure' },
  })
  const { status, headers } = await answer(await ask(), 'complete')
  const { searchParams } = new URL(headers.get('Location')!)
  expect([status, searchParams.get('redirect_status')]).toEqual([303, 'succeeded'])
  expect((await stripe.setupIntents.retrieve(searchParams.get('setup_intent')!)).status).toBe(
    'succeeded',
  )
})

test('a charge by a server requires the reader if the card requires authentication', async () => {
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

test.each([
  ['a wrong digit', { number: '4242424242424241' }, 'incorrect_number'],
  ['a real card', { number: '4111111111111111' }, 'card_declined'],
  ['a month that is none', { exp_month: '13' }, 'invalid_expiry_month'],
  ['a year gone by', { exp_year: '2020' }, 'invalid_expiry_year'],
  ['too short a code', { cvc: '1' }, 'invalid_cvc'],
])('%s is said', async (_, typed, code) => {
  const { emulator } = await sandbox()
  const card = { number: '4242424242424242', exp_month: '12', exp_year: '2034', cvc: '123' }
  const fields = Object.entries({ ...card, ...typed }).map(([name, value]) => [
    `card[${name}]`,
    value,
  ])
  const sent = { type: 'card', ...Object.fromEntries(fields) }
  const { status, body } = await browse(emulator, '/v1/payment_methods', sent)
  expect(status).toBe(402)
  expect((body as { error: object }).error).toMatchObject({ type: 'card_error', code })
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
