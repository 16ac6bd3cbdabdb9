import { Stripe } from 'stripe'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cancelSubscription } from '#app/billing/service/cancel-subscription.server.ts'
import { closeAccount } from '#app/billing/service/close-account.server.ts'
import { forgetPlans, plans } from '#app/billing/service/list-plans.server.ts'
import { portalUrl } from '#app/billing/service/open-portal.server.ts'
import { reconcile, refreshSubscription } from '#app/billing/service/reconcile.server.ts'
import { startSubscription } from '#app/billing/service/start-subscription.server.ts'
import { catchUp } from '#app/billing/service/catch-up.server.ts'
import { RENEWAL_GRACE_MS } from '#app/billing/rules/status.ts'
import { nextFetchSequence } from '#app/billing/store/state.server.ts'
import { knownOf, writeState } from '#app/billing/store/write-state.server.ts'
import { userById } from '#app/accounts/store/users.server.ts'
import { followClock, now } from '#app/platform/clock.server.ts'
import { db } from '#app/platform/database.server.ts'
import { connectStripe, stripe, stripeConnection } from '#app/platform/stripe.server.ts'
import {
  accessOf,
  atStripe,
  billingWorld,
  callsOf,
  change,
  confirm,
  customerOf,
  DAY,
  expectTruth,
  MONTHLY,
  payingReader,
  trialReader,
  viewOf,
  YEARLY,
} from './billing.ts'
import { newReader, outcome } from './readers.ts'

const world = billingWorld()
// How long the SDK waits before it tries again is its own affair; that it does is not.
beforeEach(() => {
  vi.spyOn(Stripe.prototype, 'getInitialNetworkRetryDelay').mockReturnValue(0.01)
})
afterEach(() => world.emulator.calls.clearFaults())

const OUTAGES = ['down', 'rate_limit', 'server_error'] as const

describe.each(OUTAGES)('while Stripe is %s', (kind) => {
  test('everything that needs it says so, and nothing is half done', async () => {
    const reader = await newReader()
    const subscriber = await payingReader(world)
    const before = await viewOf(subscriber)
    await plans()
    world.emulator.calls.addFault({ kind })
    const said = async (attempt: Promise<unknown>) => outcome(attempt)
    expect(await said(startSubscription(reader, { planId: MONTHLY }))).toBe(
      'provider-unavailable: Failed to create subscription',
    )
    expect(await said(change(subscriber, YEARLY))).toBe(
      'provider-unavailable: Failed to update subscription',
    )
    expect(await said(cancelSubscription(subscriber, 'immediately'))).toBe(
      'provider-unavailable: Failed to cancel subscription',
    )
    expect(await said(portalUrl(subscriber))).toBe(
      'provider-unavailable: Failed to create billing portal session',
    )
    expect(await said(refreshSubscription(subscriber))).toBe(
      'provider-unavailable: Failed to reconcile subscription',
    )
    expect(await said(closeAccount(subscriber.id))).toBe(
      'provider-unavailable: Failed to delete account. Please try again later.',
    )
    expect(await userById(subscriber.id)).not.toBeNull()
    expect(await viewOf(subscriber)).toEqual(before)
    expect(await accessOf(subscriber)).toBe('full')
    expect(await accessOf(reader)).toBe('free')
    // Plans that are known are shown; where none are, the page says so.
    expect(await plans()).toHaveLength(2)
    forgetPlans()
    expect(await said(plans())).toBe('provider-unavailable: Failed to fetch plans')
    world.emulator.calls.clearFaults()
    await confirm(await startSubscription(reader, { planId: MONTHLY }))
    await refreshSubscription(reader)
    expect(await accessOf(reader)).toBe('full')
    await expectTruth(subscriber)
    expect(await outcome(closeAccount(subscriber.id))).toBe('done')
  })
})

test('an account whose customer Stripe could not delete stays, and can be closed later', async () => {
  const reader = await trialReader()
  world.emulator.calls.addFault({ kind: 'server_error', match: 'DELETE /v1/customers' })
  expect(await outcome(closeAccount(reader.id))).toMatch(/^provider-unavailable: Failed to delete/)
  expect(await userById(reader.id)).not.toBeNull()
  expect(await accessOf(reader)).toBe('full')
  world.emulator.calls.clearFaults()
  const customer = await customerOf(reader)
  await stripe().customers.del(customer)
  expect(await outcome(closeAccount(reader.id))).toBe('done')
  expect(await userById(reader.id)).toBeNull()
})

describe('an answer that is lost after the deed was done', () => {
  test.each(['POST /v1/customers', 'POST /v1/subscriptions', 'GET /v1/subscriptions'])(
    'of %s makes no second one',
    async (match) => {
      const reader = await newReader()
      world.emulator.calls.addFault({ kind: 'answer_lost', match, times: 3 })
      await outcome(startSubscription(reader, { planId: MONTHLY }))
      world.emulator.calls.clearFaults()
      const started = await startSubscription(reader, { planId: MONTHLY })
      expect((await stripe().customers.list({ email: reader.email })).data).toHaveLength(1)
      expect(await atStripe(await customerOf(reader))).toHaveLength(1)
      await confirm(started)
      await refreshSubscription(reader)
      await expectTruth(reader)
    },
  )

  test('because it took too long, and is done after the next try, makes no second one', async () => {
    const reader = await newReader()
    const { subscriptions } = stripe()
    const create = subscriptions.create.bind(subscriptions)
    let late: (() => Promise<unknown>) | undefined
    vi.spyOn(subscriptions, 'create').mockImplementationOnce(((...what: never[]) => {
      late = () => create(...(what as unknown as Parameters<typeof create>))
      throw new Stripe.errors.StripeConnectionError({ message: 'aborted', type: 'api_error' })
    }) as never)
    expect(await outcome(startSubscription(reader, { planId: MONTHLY }))).toBe(
      'provider-unavailable: Failed to create subscription',
    )
    const started = await startSubscription(reader, { planId: MONTHLY })
    await late!()
    expect(await atStripe(await customerOf(reader))).toHaveLength(1)
    await confirm(started)
    await refreshSubscription(reader)
    await expectTruth(reader)
  })

  test('because Stripe is slow is waited for no longer than a reader waits', async () => {
    const reader = await newReader()
    await plans()
    const connection = stripeConnection()
    connectStripe({ ...connection, timeoutMs: 100 })
    world.emulator.calls.addFault({ kind: 'slow', match: 'POST /v1/customers', ms: 1500 })
    expect(await outcome(startSubscription(reader, { planId: MONTHLY }))).toBe(
      'provider-unavailable: Failed to create subscription',
    )
    world.emulator.calls.clearFaults()
    connectStripe(connection)
  })

  test('and what came of it cannot be confirmed is said, and the next try goes on', async () => {
    const reader = await trialReader()
    await cancelSubscription(reader, 'immediately')
    const { subscriptions } = stripe()
    const create = subscriptions.create.bind(subscriptions)
    vi.spyOn(subscriptions, 'create').mockImplementationOnce((async (...what: never[]) => ({
      ...(await create(...(what as unknown as Parameters<typeof create>))),
      latest_invoice: null,
    })) as never)
    expect(await outcome(startSubscription(reader, { planId: MONTHLY }))).toBe(
      'provider-unavailable: Failed to create payment intent',
    )
    await confirm(await startSubscription(reader, { planId: MONTHLY }))
    await refreshSubscription(reader)
    expect(await accessOf(reader)).toBe('full')
    await expectTruth(reader)
  })

  test('of a cancelling is no failure', async () => {
    const reader = await trialReader()
    world.emulator.calls.addFault({
      kind: 'answer_lost',
      match: 'DELETE /v1/subscriptions',
      times: 1,
    })
    expect(await outcome(cancelSubscription(reader, 'immediately'))).toBe('done')
    expect(await accessOf(reader)).toBe('free')
    await expectTruth(reader)
  })

  test('of an upgrade charges once', async () => {
    const reader = await payingReader(world)
    world.emulator.calls.addFault({
      kind: 'answer_lost',
      match: 'POST /v1/subscriptions/',
      times: 3,
    })
    expect(await outcome(change(reader, YEARLY))).toMatch(/^provider-unavailable/)
    world.emulator.calls.clearFaults()
    await refreshSubscription(reader)
    expect(await viewOf(reader)).toMatchObject({ plan: 'yearly' })
    const { data } = await stripe().invoices.list({ customer: await customerOf(reader) })
    expect(data.filter(({ amount_paid: paid }) => paid > 0)).toHaveLength(2)
    await expectTruth(reader)
  })
})

test('whoever pays is let in for three days after a period’s end while nobody can ask, and no longer', async () => {
  const reader = await payingReader(world)
  const cancelled = await payingReader(world)
  await cancelSubscription(cancelled, 'atPeriodEnd')
  const at = async (one: typeof reader, moment: number) => {
    followClock(() => moment)
    const access = await accessOf(one)
    followClock(() => world.emulator.clock.now() * 1000)
    return access
  }
  const end = (await viewOf(reader)).currentPeriodEnd!.getTime()
  expect(await at(reader, end + 1)).toBe('full')
  expect(await at(reader, end + RENEWAL_GRACE_MS - 1)).toBe('full')
  expect(await at(reader, end + RENEWAL_GRACE_MS)).toBe('free')
  const last = (await viewOf(cancelled)).currentPeriodEnd!.getTime()
  expect(await at(cancelled, last - 1)).toBe('full')
  expect(await at(cancelled, last)).toBe('free')
})

test('an older look at Stripe never overwrites a later one', async () => {
  const reader = await trialReader()
  const stored = (await db().subscription.findUnique({ where: { userId: reader.id } }))!
  const { ticket: early } = (await nextFetchSequence(reader.id))!
  const known = await knownOf(reader.id)
  await cancelSubscription(reader, 'immediately')
  const { userId, ticket, reconciledAt, ...state } = stored
  const written = await writeState(
    userId,
    early,
    known,
    {
      state,
      charges: [],
      takenBack: null,
      trial: null,
      closesAttempt: false,
      nextCheckAt: null,
      recipient: reader.email,
      notices: [],
    },
    reconciledAt,
  )
  expect(written).toBe(false)
  expect(early).toBeGreaterThan(ticket)
  expect(await accessOf(reader)).toBe('free')
  await expectTruth(reader)
})

test('ten looks at once ask Stripe twice: the one that runs, and one for all who came after', async () => {
  const reader = await trialReader()
  const calls = await callsOf(world, () =>
    Promise.all(Array.from({ length: 10 }, () => reconcile(reader.id))),
  )
  expect(calls.length).toBeLessThanOrEqual(2)
})

test('another reader’s subscription cannot be touched: everything goes by who asks', async () => {
  const reader = await payingReader(world)
  const stranger = await newReader()
  for (const attempt of [
    () => cancelSubscription(stranger, 'immediately'),
    () => change(stranger, YEARLY),
    () => portalUrl(stranger),
  ]) {
    expect(await outcome(attempt())).toMatch(/^conflict/)
  }
  await expectTruth(reader)
  expect(await accessOf(reader)).toBe('full')
})

test('a year on, nobody was looked at for nothing: a reader without a subscription is never due', async () => {
  const reader = await newReader()
  await startSubscription(reader, { planId: MONTHLY })
  await world.advance(2 * DAY)
  await catchUp()
  const account = await db().billingAccount.findUnique({ where: { userId: reader.id } })
  expect(account!.nextCheckAt).toBeNull()
  expect(now().getTime()).toBe(world.emulator.clock.now() * 1000)
})
