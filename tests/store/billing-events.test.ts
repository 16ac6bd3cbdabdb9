import { beforeEach, describe, expect, test } from 'vitest'
import type { UserRow } from '#app/accounts/store/users.server.ts'
import { reconcile } from '#app/billing/service/reconcile.server.ts'
import { cancelSubscription, resubscribe } from '#app/billing/service/cancel-subscription.server.ts'
import { chargesOf } from '#app/billing/service/charges.server.ts'
import { startSubscription } from '#app/billing/service/start-subscription.server.ts'
import { catchUp } from '#app/billing/service/timer.server.ts'
import { receiveEvent } from '#app/billing/service/webhook.server.ts'
import { db } from '#app/platform/database.server.ts'
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

/** From the first click to the second payment, without anything but events. */
async function liveThrough(reader: Awaited<ReturnType<typeof newReader>>) {
  await confirm(await startSubscription(reader, { planId: MONTHLY }))
  await world.advance(7 * DAY + 2 * HOUR)
  await cancelSubscription(reader, 'atPeriodEnd')
  await resubscribe(reader)
  await world.advance(31 * DAY)
}

describe('events', () => {
  test.each([
    ['as they should come', {}],
    ['doubled', { duplicate: true }],
    ['in the wrong order', { reorder: true }],
    ['before the answer to the call that caused them', { beforeAnswer: true }],
    [
      'doubled, before the answer and in the wrong order',
      { duplicate: true, reorder: true, beforeAnswer: true },
    ],
  ])('%s leave the truth behind', async (_, wanted) => {
    faults(wanted)
    const reader = await newReader()
    await liveThrough(reader)
    await expectTruth(reader)
    expect(await viewOf(reader)).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })
    const paid = (await chargesOf(reader)).past.filter(({ status }) => status === 'paid')
    expect(paid).toHaveLength(2)
    const subjects = (await emailsTo(reader.email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.startsWith('Your receipt'))).toHaveLength(2)
    expect(new Set(subjects.filter((subject) => /trial/.test(subject))).size).toBe(
      subjects.filter((subject) => /trial/.test(subject)).length,
    )
  })

  test('that are lost are made up for by the timer', async () => {
    faults({ drop: true })
    const reader = await newReader()
    await confirm(await startSubscription(reader, { planId: MONTHLY }))
    expect(await accessOf(reader)).toBe('free')
    await catchUp()
    expect(await accessOf(reader)).toBe('full')
    await world.advance(7 * DAY + 2 * HOUR)
    await catchUp()
    await expectTruth(reader)
    expect(await viewOf(reader)).toMatchObject({ status: 'active', lastPayment: { cents: 1600 } })
    // Two renewals that nobody has told of.
    await world.advance(62 * DAY)
    await catchUp()
    await expectTruth(reader)
    expect((await chargesOf(reader)).past).toHaveLength(3)
  })

  test('that come a day late do not bring back what was', async () => {
    faults({ delay: DAY })
    const reader = await trialReader()
    // What comes of this is told at once, so that the trial is heard of last.
    faults({})
    await cancelSubscription(reader, 'immediately')
    await world.advance(2 * DAY)
    await expectTruth(reader)
    expect(await viewOf(reader)).toMatchObject({ status: 'canceled', isSubscribed: false })
  })

  test('that were processed are skipped when they come again; others are not', async () => {
    const reader = await payingReader(world)
    await world.emulator.webhooks.settled()
    const { payload } = world.deliveries.at(-1)!
    const calls = world.emulator.calls.made().length
    await receiveEvent(payload, await signed(payload))
    expect(world.emulator.calls.made()).toHaveLength(calls)
    const { id } = JSON.parse(payload) as { id: string }
    await db().stripeEvent.update({ where: { id }, data: { processedAt: null } })
    await receiveEvent(payload, await signed(payload))
    expect(world.emulator.calls.made().length).toBeGreaterThan(calls)
    await expectTruth(reader)
  })

  test('that cannot be processed are answered with a failure and healed by the timer', async () => {
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
    await catchUp()
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
    // Looks that are under way are over when this one is.
    await reconcile(reader.id)
    const before = await db().subscription.findUnique({ where: { userId: reader.id } })
    const calls = world.emulator.calls.made().length
    expect(await outcome(receiveEvent(body, await signature(body)))).toBe(REFUSED)
    expect(await db().stripeEvent.count({ where: { id: 'evt_made_up' } })).toBe(0)
    expect(await db().subscription.findUnique({ where: { userId: reader.id } })).toEqual(before)
    expect(world.emulator.calls.made()).toHaveLength(calls)
  })

  test('signed a little while ago, and of a customer whom nobody knows, is taken', async () => {
    expect(await outcome(receiveEvent(body, await signed(body, { age: 290 })))).toBe('done')
  })

  test('says only whom to look at: what it claims is not believed', async () => {
    const reader = await trialReader()
    const customer = await customerOf(reader)
    const lie = JSON.stringify({
      id: 'evt_lie',
      object: 'event',
      type: 'customer.subscription.deleted',
      data: { object: { object: 'subscription', customer, status: 'canceled' } },
    })
    await receiveEvent(lie, await signed(lie))
    expect(await accessOf(reader)).toBe('full')
    await expectTruth(reader)
  })
})

/** The payment that a reader has made. */
async function paymentOf(reader: UserRow): Promise<string> {
  const { data } = await stripe().charges.list({ customer: await customerOf(reader) })
  return data.find(({ status }) => status === 'succeeded')!.id
}

const moneyMails = async (reader: UserRow) =>
  (await emailsTo(reader.email)).filter(({ subject }) => /refund|taken|canceled/.test(subject))

describe('money that goes back', () => {
  test('at the dashboard shows with its charge, and is mailed once each time', async () => {
    const reader = await payingReader(world)
    const payment = await paymentOf(reader)
    faults({ duplicate: true })
    world.emulator.dashboard.refund(payment, 600)
    await world.emulator.webhooks.settled()
    faults({ drop: true })
    world.emulator.dashboard.refund(payment, 1000)
    await catchUp()
    await catchUp()
    faults({})
    expect(await accessOf(reader)).toBe('full')
    expect((await chargesOf(reader)).past).toMatchObject([{ cents: 1600, refundedCents: 1600 }])
    const mails = await moneyMails(reader)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Your refund from Readr: $6.00',
      'Your refund from Readr: $10.00',
    ])
    expect(mails[0]!.text).toMatch(/We have paid back \$6\.00 of the \$16\.00 that you paid on/)
    await expectTruth(reader)
    const { refund } = await cancelSubscription(reader, 'immediately')
    expect(refund).toEqual({ cents: 1600, by: 'us' })
    const [last] = (await moneyMails(reader)).slice(-1)
    expect(last!.text).toContain('Refund: $16.00, to the card that you paid with.')
  })

  test('by the bank ends the subscription, shows with its charge, and is mailed once', async () => {
    const reader = await payingReader(world)
    faults({ duplicate: true, reorder: true })
    world.emulator.dashboard.dispute(await paymentOf(reader))
    await world.emulator.webhooks.settled()
    faults({})
    expect(await accessOf(reader)).toBe('free')
    expect(await viewOf(reader)).toMatchObject({ status: 'canceled' })
    expect((await chargesOf(reader)).past).toMatchObject([{ cents: 1600, isDisputed: true }])
    const mails = await moneyMails(reader)
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      'Your Readr subscription is canceled',
      'Your bank has taken a payment back',
    ])
    const canceled = mails.find(({ subject }) => /canceled/.test(subject))!
    expect(canceled.text).toContain('Refund: $16.00, which your bank has taken back.')
    await expectTruth(reader)
  })
})

test('a bank that only asks takes nothing; what it takes later ends the subscription', async () => {
  const reader = await payingReader(world)
  const { id } = world.emulator.dashboard.inquire(await paymentOf(reader))
  await world.emulator.webhooks.settled()
  expect(await accessOf(reader)).toBe('full')
  expect((await chargesOf(reader)).past).toMatchObject([{ cents: 1600, isDisputed: false }])
  expect(await moneyMails(reader)).toEqual([])
  world.emulator.dashboard.escalateInquiry(id)
  await world.emulator.webhooks.settled()
  expect(await accessOf(reader)).toBe('free')
  expect((await chargesOf(reader)).past).toMatchObject([{ isDisputed: true }])
})

test('a payment that came back from the bank counts as paid', async () => {
  const reader = await payingReader(world)
  const { id } = world.emulator.dashboard.dispute(await paymentOf(reader))
  await world.emulator.webhooks.settled()
  expect((await chargesOf(reader)).past).toMatchObject([{ isDisputed: true }])
  world.emulator.dashboard.closeDispute(id, 'won')
  await world.emulator.webhooks.settled()
  expect((await chargesOf(reader)).past).toMatchObject([{ cents: 1600, isDisputed: false }])
  expect(await moneyMails(reader)).toHaveLength(2)
})

describe('after more days than Stripe keeps its events', () => {
  beforeEach(async () => {
    // Whatever the tests before have left to be looked at is looked at.
    while (await catchUp()) {}
  })

  test.each([
    ['where the place in them is known', async () => {}],
    ['where it is not', () => db().lease.deleteMany()],
  ])('what went back is noticed all the same: %s', async (_, loseThePlace) => {
    const disputer = await payingReader(world, YEARLY)
    const refunded = await payingReader(world, YEARLY)
    await catchUp()
    faults({ drop: true })
    world.emulator.dashboard.dispute(await paymentOf(disputer))
    world.emulator.dashboard.refund(await paymentOf(refunded), 500)
    await world.advance(40 * DAY)
    faults({})
    await loseThePlace()
    while (await catchUp()) {}
    expect(await accessOf(disputer)).toBe('free')
    expect(await viewOf(disputer)).toMatchObject({ status: 'canceled' })
    expect((await moneyMails(disputer)).map(({ subject }) => subject).toSorted()).toEqual([
      'Your Readr subscription is canceled',
      'Your bank has taken a payment back',
    ])
    expect(await accessOf(refunded)).toBe('full')
    expect((await chargesOf(refunded)).past).toMatchObject([{ cents: 9900, refundedCents: 500 }])
    await expectTruth(disputer)
    await expectTruth(refunded)
    // Seen once, it is not looked at again.
    const calls = world.emulator.calls.made().length
    await catchUp()
    expect(world.emulator.calls.made().slice(calls)).toEqual(['GET /v1/events'])
  })

  test('it is found behind more than a page of others, also if Stripe fails on the way', async () => {
    const first = await payingReader(world, YEARLY)
    const other = await payingReader(world, YEARLY)
    await catchUp()
    faults({ drop: true })
    world.emulator.dashboard.refund(await paymentOf(first), 700)
    const payment = await paymentOf(other)
    for (let i = 0; i < 120; i++) world.emulator.dashboard.refund(payment, 1)
    await world.advance(40 * DAY)
    faults({})
    world.emulator.calls.addFault({ kind: 'server_error', match: 'GET /v1/charges' })
    await expect(catchUp()).rejects.toThrow('An unknown error occurred.')
    world.emulator.calls.clearFaults()
    while (await catchUp()) {}
    expect((await chargesOf(first)).past).toMatchObject([{ refundedCents: 700 }])
    expect((await chargesOf(other)).past).toMatchObject([{ refundedCents: 120 }])
  })
})

test('a dispute that is heard of once more leaves what was begun after it', async () => {
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
  await receiveEvent(payload, await signed(payload))
  expect(await viewOf(reader)).toMatchObject({ status: 'active', plan: 'yearly' })
  await expectTruth(reader)
})

/** A signature as Stripe makes it. */
function signed(payload: string, { secret = stripeConnection().webhookSecret, age = 0 } = {}) {
  return stripe().webhooks.generateTestHeaderStringAsync({
    payload,
    secret,
    timestamp: Math.floor(Date.now() / 1000) - age,
  })
}
