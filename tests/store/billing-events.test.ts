import { beforeEach, describe, expect, test } from 'vitest'
import type { UserRow } from '#app/accounts/store/users.server.ts'
import { reconcile } from '#app/billing/service/reconcile.server.ts'
import { cancelSubscription } from '#app/billing/service/cancel-subscription.server.ts'
import { resubscribe } from '#app/billing/service/resubscribe.server.ts'
import { listCharges } from '#app/billing/service/list-charges.server.ts'
import { startSubscription } from '#app/billing/service/start-subscription.server.ts'
import { catchUpWithStripe } from '#app/billing/service/catch-up-with-stripe.server.ts'
import { receiveStripeEvent } from '#app/billing/service/receive-stripe-event.server.ts'
import { db } from '#app/platform/database.server.ts'
import { readMetrics } from '#app/platform/metrics.server.ts'
import { stripe, stripeConnection } from '#app/platform/stripe.server.ts'
import {
  accessOf,
  billingWorld,
  confirm,
  customerOf,
  DAY,
  expectTruth,
  HOUR,
  MONTHLY,
  payingReader,
  trialReader,
  viewOf,
  YEARLY,
} from './billing.ts'
import { emailsTo, newReader, outcome } from './readers.ts'

const world = billingWorld()
const faults = (wanted: Parameters<typeof world.emulator.webhooks.setFaults>[0]) =>
  world.emulator.webhooks.setFaults(wanted)

beforeEach(() => faults({}))

/** From the checkout to the second payment, by events alone. */
async function liveThrough(reader: Awaited<ReturnType<typeof newReader>>) {
  await confirm(await startSubscription(reader, { planId: MONTHLY }))
  await world.endTrials()
  await cancelSubscription(reader, 'atPeriodEnd')
  await resubscribe(reader)
  await world.advance(31 * DAY)
}

describe('events', () => {
  test.each([
    ['delivered once and in order', {}],
    ['delivered twice', { duplicate: true }],
    ['out of order', { reorder: true }],
    ['delivered before the answer to the request that caused them', { beforeAnswer: true }],
    [
      'delivered twice, out of order, and before the answer',
      { duplicate: true, reorder: true, beforeAnswer: true },
    ],
  ])('%s lead to the right state', async (_, wanted) => {
    faults(wanted)
    const reader = await newReader()
    await liveThrough(reader)
    await expectTruth(reader)
    expect(await viewOf(reader)).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })
    const paid = (await listCharges(reader)).past.filter(({ status }) => status === 'paid')
    expect(paid).toHaveLength(2)
    const subjects = (await emailsTo(reader.email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.startsWith('Your receipt'))).toHaveLength(2)
    expect(new Set(subjects.filter((subject) => /trial/.test(subject))).size).toBe(
      subjects.filter((subject) => /trial/.test(subject)).length,
    )
  })

  test('are counted, with trials, conversions, and errors of Stripe', async () => {
    const counted = async () => {
      const { text } = await readMetrics()
      const lines = text.matchAll(
        /^readr_(?:stripe_webhooks|stripe_errors|subscription_changes)_total\{\w+="(\w+)"\} (\d+)/gm,
      )
      return new Map([...lines].map(([, name, count]) => [name!, Number(count)]))
    }
    const before = await counted()
    const reader = await newReader()
    await liveThrough(reader)
    expect(await outcome(receiveStripeEvent('{}', 'wrong'))).toMatch(/^invalid-input/)
    await expect(stripe().customers.retrieve('cus_nobody')).rejects.toThrow('cus_nobody')
    const after = await counted()
    const more = (name: string) => after.get(name)! - before.get(name)!
    expect(more('trial')).toBe(1)
    expect(more('conversion')).toBe(1)
    expect(more('purchase')).toBe(0)
    expect(more('processed')).toBeGreaterThan(3)
    // One webhook, and one request to Stripe.
    expect(after.get('refused')).toBeGreaterThan(0)
    await cancelSubscription(reader, 'immediately')
    expect((await counted()).get('end')).toBe(after.get('end')! + 1)
  })

  test('that are lost are caught up by the timer', async () => {
    faults({ drop: true })
    const reader = await newReader()
    await confirm(await startSubscription(reader, { planId: MONTHLY }))
    expect(await accessOf(reader)).toBe('free')
    await catchUpWithStripe()
    expect(await accessOf(reader)).toBe('full')
    await world.endTrials()
    await catchUpWithStripe()
    await expectTruth(reader)
    expect(await viewOf(reader)).toMatchObject({ status: 'active', lastPayment: { cents: 1600 } })
    // Two renewals without events.
    await world.advance(62 * DAY)
    await catchUpWithStripe()
    await expectTruth(reader)
    expect((await listCharges(reader)).past).toHaveLength(3)
  })

  test('that arrive a day late do not restore the old state', async () => {
    faults({ delay: DAY })
    const reader = await trialReader()
    // The events of the cancellation arrive before those of the trial.
    faults({})
    await cancelSubscription(reader, 'immediately')
    await world.advance(2 * DAY)
    await expectTruth(reader)
    expect(await viewOf(reader)).toMatchObject({ status: 'canceled', isSubscribed: false })
  })

  test('are skipped when sent again after they were processed, and only then', async () => {
    const reader = await payingReader(world)
    await world.emulator.webhooks.settled()
    const { payload } = world.deliveries.at(-1)!
    const calls = world.emulator.calls.made().length
    await receiveStripeEvent(payload, await signed(payload))
    expect(world.emulator.calls.made()).toHaveLength(calls)
    const { id } = JSON.parse(payload) as { id: string }
    await db().stripeEvent.update({ where: { id }, data: { processedAt: null } })
    await receiveStripeEvent(payload, await signed(payload))
    expect(world.emulator.calls.made().length).toBeGreaterThan(calls)
    await expectTruth(reader)
  })

  test('that cannot be processed answer with an error and are retried by the timer', async () => {
    const reader = await newReader()
    const started = await startSubscription(reader, { planId: MONTHLY })
    await world.emulator.webhooks.settled()
    world.emulator.calls.addFault({ kind: 'server_error', match: 'GET /v1/subscriptions' })
    await confirm(started)
    await world.emulator.webhooks.settled()
    expect(world.answers.at(-1)!.status).toBe(500)
    expect(await accessOf(reader)).toBe('free')
    expect(await db().stripeEvent.count({ where: { processedAt: null } })).toBeGreaterThan(0)
    world.emulator.calls.clearFaults()
    await db().stripeEvent.updateMany({
      where: { processedAt: null },
      data: { receivedAt: new Date(Date.now() - 60_000) },
    })
    await catchUpWithStripe()
    expect(await accessOf(reader)).toBe('full')
    expect(await db().stripeEvent.count({ where: { processedAt: null } })).toBe(0)
  })
})

describe('a payload', () => {
  const body = JSON.stringify({
    id: 'evt_made_up',
    object: 'event',
    type: 'customer.subscription.updated',
    data: { object: { object: 'subscription', customer: 'cus_x' } },
  })
  const REFUSED = 'invalid-input: The signature is missing or wrong.'

  test.each<[string, (payload: string) => Promise<string | null>]>([
    ['without a signature', async () => null],
    ['with an empty one', async () => ''],
    ['with nonsense', async () => 't=1,v1=00'],
    ['signed with another secret', (payload) => signed(payload, { secret: 'whsec_other' })],
    ['signed for another payload', (payload) => signed(`${payload} `)],
    ['replayed after 300 seconds', (payload) => signed(payload, { age: 301 })],
  ])('%s is refused and changes nothing', async (_, signature) => {
    const reader = await trialReader()
    await world.emulator.webhooks.settled()
    // Waits for reconciliations that are still running.
    await reconcile(reader.id)
    const before = await db().subscription.findUnique({ where: { userId: reader.id } })
    const calls = world.emulator.calls.made().length
    expect(await outcome(receiveStripeEvent(body, await signature(body)))).toBe(REFUSED)
    expect(await db().stripeEvent.count({ where: { id: 'evt_made_up' } })).toBe(0)
    expect(await db().subscription.findUnique({ where: { userId: reader.id } })).toEqual(before)
    expect(world.emulator.calls.made()).toHaveLength(calls)
  })

  test('signed a moment ago for an unknown customer is accepted', async () => {
    expect(await outcome(receiveStripeEvent(body, await signed(body, { age: 290 })))).toBe('done')
  })

  test('only says which reader to reconcile: its claims are ignored', async () => {
    const reader = await trialReader()
    const customer = await customerOf(reader)
    const lie = JSON.stringify({
      id: 'evt_lie',
      object: 'event',
      type: 'customer.subscription.deleted',
      data: { object: { object: 'subscription', customer, status: 'canceled' } },
    })
    await receiveStripeEvent(lie, await signed(lie))
    expect(await accessOf(reader)).toBe('full')
    await expectTruth(reader)
  })
})

/** The reader's payment at Stripe. */
async function paymentOf(reader: UserRow): Promise<string> {
  const { data } = await stripe().charges.list({ customer: await customerOf(reader) })
  return data.find(({ status }) => status === 'succeeded')!.id
}

const emailsAboutRefunds = async (reader: UserRow) =>
  (await emailsTo(reader.email)).filter(({ subject }) => /refund|reversed|canceled/.test(subject))

describe('a payment that is returned', () => {
  test('in the dashboard is shown with its charge and emailed once each time', async () => {
    const reader = await payingReader(world)
    const payment = await paymentOf(reader)
    faults({ duplicate: true })
    world.emulator.dashboard.refund(payment, 600)
    await world.emulator.webhooks.settled()
    faults({ drop: true })
    world.emulator.dashboard.refund(payment, 1000)
    await catchUpWithStripe()
    await catchUpWithStripe()
    faults({})
    expect(await accessOf(reader)).toBe('full')
    expect((await listCharges(reader)).past).toMatchObject([{ cents: 1600, refundedCents: 1600 }])
    const emails = await emailsAboutRefunds(reader)
    expect(emails.map(({ subject }) => subject)).toEqual([
      'Your refund from Readr: $6.00',
      'Your refund from Readr: $10.00',
    ])
    expect(emails[0]!.text).toMatch(/We refunded \$6\.00 of the \$16\.00 you paid on/)
    await expectTruth(reader)
    const { refund } = await cancelSubscription(reader, 'immediately')
    expect(refund).toEqual({ cents: 1600, by: 'us' })
    const [last] = (await emailsAboutRefunds(reader)).slice(-1)
    expect(last!.text).toContain('Refund: $16.00, to the card you paid with.')
  })

  test('by the bank ends the subscription, is shown with its charge, and is emailed once', async () => {
    const reader = await payingReader(world)
    faults({ duplicate: true, reorder: true })
    world.emulator.dashboard.dispute(await paymentOf(reader))
    await world.emulator.webhooks.settled()
    faults({})
    expect(await accessOf(reader)).toBe('free')
    expect(await viewOf(reader)).toMatchObject({ status: 'canceled' })
    expect((await listCharges(reader)).past).toMatchObject([{ cents: 1600, isDisputed: true }])
    const emails = await emailsAboutRefunds(reader)
    expect(emails.map(({ subject }) => subject).toSorted()).toEqual([
      'Your Readr subscription is canceled',
      'Your bank reversed a payment',
    ])
    const canceled = emails.find(({ subject }) => /canceled/.test(subject))!
    expect(canceled.text).toContain('Refund: $16.00, reversed by your bank.')
    await expectTruth(reader)
  })
})

test('an inquiry of the bank ends nothing; the dispute that follows ends the subscription', async () => {
  const reader = await payingReader(world)
  const { id } = world.emulator.dashboard.inquire(await paymentOf(reader))
  await world.emulator.webhooks.settled()
  expect(await accessOf(reader)).toBe('full')
  expect((await listCharges(reader)).past).toMatchObject([{ cents: 1600, isDisputed: false }])
  expect(await emailsAboutRefunds(reader)).toEqual([])
  world.emulator.dashboard.escalateInquiry(id)
  await world.emulator.webhooks.settled()
  expect(await accessOf(reader)).toBe('free')
  expect((await listCharges(reader)).past).toMatchObject([{ isDisputed: true }])
})

test('a payment whose dispute was won counts as paid', async () => {
  const reader = await payingReader(world)
  const { id } = world.emulator.dashboard.dispute(await paymentOf(reader))
  await world.emulator.webhooks.settled()
  expect((await listCharges(reader)).past).toMatchObject([{ isDisputed: true }])
  world.emulator.dashboard.closeDispute(id, 'won')
  await world.emulator.webhooks.settled()
  expect((await listCharges(reader)).past).toMatchObject([{ cents: 1600, isDisputed: false }])
  expect(await emailsAboutRefunds(reader)).toHaveLength(2)
})

describe('after Stripe has deleted its events', () => {
  beforeEach(async () => {
    // Catches up with what earlier tests left.
    while (await catchUpWithStripe()) {}
  })

  test.each([
    ['with a cursor', async () => {}],
    ['without a cursor', () => db().lease.deleteMany()],
  ])('refunds and disputes are still noticed: %s', async (_, loseCursor) => {
    const disputer = await payingReader(world, YEARLY)
    const refunded = await payingReader(world, YEARLY)
    await catchUpWithStripe()
    faults({ drop: true })
    world.emulator.dashboard.dispute(await paymentOf(disputer))
    world.emulator.dashboard.refund(await paymentOf(refunded), 500)
    await world.advance(40 * DAY)
    faults({})
    await loseCursor()
    while (await catchUpWithStripe()) {}
    expect(await accessOf(disputer)).toBe('free')
    expect(await viewOf(disputer)).toMatchObject({ status: 'canceled' })
    expect((await emailsAboutRefunds(disputer)).map(({ subject }) => subject).toSorted()).toEqual([
      'Your Readr subscription is canceled',
      'Your bank reversed a payment',
    ])
    expect(await accessOf(refunded)).toBe('full')
    expect((await listCharges(refunded)).past).toMatchObject([{ cents: 9900, refundedCents: 500 }])
    await expectTruth(disputer)
    await expectTruth(refunded)
    // The backfill is done and does not run again.
    const calls = world.emulator.calls.made().length
    await catchUpWithStripe()
    expect(world.emulator.calls.made().slice(calls)).toEqual(['GET /v1/events'])
  })

  test('a backfill of several pages continues after an error of Stripe', async () => {
    const first = await payingReader(world, YEARLY)
    const other = await payingReader(world, YEARLY)
    await catchUpWithStripe()
    faults({ drop: true })
    world.emulator.dashboard.refund(await paymentOf(first), 700)
    const payment = await paymentOf(other)
    for (let i = 0; i < 120; i++) world.emulator.dashboard.refund(payment, 1)
    await world.advance(40 * DAY)
    faults({})
    world.emulator.calls.addFault({ kind: 'server_error', match: 'GET /v1/charges' })
    await expect(catchUpWithStripe()).rejects.toThrow('An unknown error occurred.')
    world.emulator.calls.clearFaults()
    while (await catchUpWithStripe()) {}
    expect((await listCharges(first)).past).toMatchObject([{ refundedCents: 700 }])
    expect((await listCharges(other)).past).toMatchObject([{ refundedCents: 120 }])
  })
})

test('an old dispute that arrives again does not end a newer subscription', async () => {
  const reader = await payingReader(world)
  world.emulator.dashboard.dispute(await paymentOf(reader))
  await world.emulator.webhooks.settled()
  const { payload } = world.deliveries.findLast((one) => one.payload.includes('dispute.created'))!
  await world.advance(HOUR)
  await confirm(await startSubscription(reader, { planId: YEARLY }))
  await world.emulator.webhooks.settled()
  expect(await accessOf(reader)).toBe('full')
  const { id } = JSON.parse(payload) as { id: string }
  await db().stripeEvent.update({ where: { id }, data: { processedAt: null } })
  await receiveStripeEvent(payload, await signed(payload))
  expect(await viewOf(reader)).toMatchObject({ status: 'active', plan: 'yearly' })
  await expectTruth(reader)
})

/** A signature like Stripe's. */
function signed(payload: string, { secret = stripeConnection().webhookSecret, age = 0 } = {}) {
  return stripe().webhooks.generateTestHeaderStringAsync({
    payload,
    secret,
    timestamp: Math.floor(Date.now() / 1000) - age,
  })
}
