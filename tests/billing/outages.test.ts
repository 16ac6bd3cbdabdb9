import { http, HttpResponse } from 'msw/http'
import { Stripe } from 'stripe'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { cancelSubscription } from '#app/billing/service/cancel-subscription.server.ts'
import { closeAccount } from '#app/billing/service/close-account.server.ts'
import { forgetPlans, listPlans } from '#app/billing/service/list-plans.server.ts'
import { portalUrl } from '#app/billing/service/open-portal.server.ts'
import { reconcile, refreshSubscription } from '#app/billing/service/reconcile.server.ts'
import { startSubscription } from '#app/billing/service/start-subscription.server.ts'
import { catchUpWithStripe } from '#app/billing/service/catch-up-with-stripe.server.ts'
import { RENEWAL_GRACE_MS } from '#app/billing/rules/subscription-status.ts'
import { nextFetchSequence } from '#app/billing/store/billing-state.server.ts'
import {
  storedBillingOf,
  writeBillingState,
} from '#app/billing/store/write-billing-state.server.ts'
import { userById } from '#app/accounts/store/users.server.ts'
import { followClock, now } from '#app/platform/clock.server.ts'
import { db } from '#app/platform/database.server.ts'
import { connectStripe, stripe, stripeConnection } from '#app/platform/stripe.server.ts'
import { playOutside } from '#tests/outside/outside.ts'
import { answerLost, copyOf, everyCall, forward, OUTAGES } from '#tests/outside/stripe.ts'
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
} from '#tests/store/billing.ts'
import { newReader, outcome } from '#tests/store/readers.ts'

const outside = playOutside()
const world = billingWorld()
// The retries of the SDK matter here, the delays between them do not.
beforeEach(() => {
  vi.spyOn(Stripe.prototype, 'getInitialNetworkRetryDelay').mockReturnValue(0.01)
})

describe.each(Object.entries(OUTAGES))('while Stripe %s', (_, answer) => {
  test('every action that needs Stripe fails with its message and changes nothing', async () => {
    const reader = await newReader()
    const subscriber = await payingReader(world)
    const before = await viewOf(subscriber)
    await listPlans()
    outside.use(everyCall(answer))
    expect(await outcome(startSubscription(reader, { planId: MONTHLY }))).toBe(
      'provider-unavailable: Failed to create subscription',
    )
    expect(await outcome(change(subscriber, YEARLY))).toBe(
      'provider-unavailable: Failed to update subscription',
    )
    expect(await outcome(cancelSubscription(subscriber, 'immediately'))).toBe(
      'provider-unavailable: Failed to cancel subscription',
    )
    expect(await outcome(portalUrl(subscriber))).toBe(
      'provider-unavailable: Failed to create billing portal session',
    )
    expect(await outcome(refreshSubscription(subscriber))).toBe(
      'provider-unavailable: Failed to reconcile subscription',
    )
    expect(await outcome(closeAccount(subscriber.id))).toBe(
      'provider-unavailable: Failed to delete account. Please try again later.',
    )
    expect(await userById(subscriber.id)).not.toBeNull()
    expect(await viewOf(subscriber)).toEqual(before)
    expect(await accessOf(subscriber)).toBe('full')
    expect(await accessOf(reader)).toBe('free')
    // Cached plans are still shown.
    expect(await listPlans()).toHaveLength(2)
    forgetPlans()
    expect(await outcome(listPlans())).toBe('provider-unavailable: Failed to fetch plans')
    outside.resetHandlers()
    await confirm(await startSubscription(reader, { planId: MONTHLY }))
    await refreshSubscription(reader)
    expect(await accessOf(reader)).toBe('full')
    await expectTruth(subscriber)
    expect(await outcome(closeAccount(subscriber.id))).toBe('done')
  })
})

test('an account stays if Stripe could not delete its customer, and can be closed later', async () => {
  const reader = await trialReader()
  outside.use(http.delete('*/v1/customers/:id', OUTAGES['is broken']))
  expect(await outcome(closeAccount(reader.id))).toMatch(/^provider-unavailable: Failed to delete/)
  expect(await userById(reader.id)).not.toBeNull()
  expect(await accessOf(reader)).toBe('full')
  outside.resetHandlers()
  const customer = await customerOf(reader)
  await stripe().customers.del(customer)
  expect(await outcome(closeAccount(reader.id))).toBe('done')
  expect(await userById(reader.id)).toBeNull()
})

describe('an answer of Stripe that is lost', () => {
  test.each([
    ['post', '/v1/customers'],
    ['post', '/v1/subscriptions'],
    ['get', '/v1/subscriptions'],
  ] as const)('to %s %s creates no duplicate', async (method, path) => {
    const reader = await newReader()
    outside.use(http[method](`*${path}`, answerLost))
    await outcome(startSubscription(reader, { planId: MONTHLY }))
    outside.resetHandlers()
    const started = await startSubscription(reader, { planId: MONTHLY })
    expect((await stripe().customers.list({ email: reader.email })).data).toHaveLength(1)
    expect(await atStripe(await customerOf(reader))).toHaveLength(1)
    await confirm(started)
    await refreshSubscription(reader)
    await expectTruth(reader)
  })

  test('by a timeout creates no duplicate, even if the request is done after the next try', async () => {
    const reader = await newReader()
    let late: Request | undefined
    outside.use(
      http.post('*/v1/subscriptions', async ({ request }) => {
        late = await copyOf(request)
        return HttpResponse.error()
      }),
    )
    expect(await outcome(startSubscription(reader, { planId: MONTHLY }))).toBe(
      'provider-unavailable: Failed to create subscription',
    )
    outside.resetHandlers()
    const started = await startSubscription(reader, { planId: MONTHLY })
    expect((await forward(late!)).ok).toBe(true)
    expect(await atStripe(await customerOf(reader))).toHaveLength(1)
    await confirm(started)
    await refreshSubscription(reader)
    await expectTruth(reader)
  })

  test('because Stripe is slow is given up after a timeout', async () => {
    const reader = await newReader()
    await listPlans()
    const connection = stripeConnection()
    connectStripe({ ...connection, timeoutMs: 100 })
    world.emulator.calls.addFault({ kind: 'slow', match: 'POST /v1/customers', ms: 1500 })
    expect(await outcome(startSubscription(reader, { planId: MONTHLY }))).toBe(
      'provider-unavailable: Failed to create subscription',
    )
    world.emulator.calls.clearFaults()
    connectStripe(connection)
  })

  test('without a client secret is reported, and the next try succeeds', async () => {
    const reader = await trialReader()
    await cancelSubscription(reader, 'immediately')
    const withoutSecret = async ({ request }: { request: Request }) => {
      const made = (await (await forward(request)).json()) as object
      return HttpResponse.json({ ...made, latest_invoice: null })
    }
    outside.use(http.post('*/v1/subscriptions', withoutSecret, { once: true }))
    expect(await outcome(startSubscription(reader, { planId: MONTHLY }))).toBe(
      'provider-unavailable: Failed to create payment intent',
    )
    await confirm(await startSubscription(reader, { planId: MONTHLY }))
    await refreshSubscription(reader)
    expect(await accessOf(reader)).toBe('full')
    await expectTruth(reader)
  })

  test('to a cancellation is not a failure', async () => {
    const reader = await trialReader()
    outside.use(http.delete('*/v1/subscriptions/:id', answerLost, { once: true }))
    expect(await outcome(cancelSubscription(reader, 'immediately'))).toBe('done')
    expect(await accessOf(reader)).toBe('free')
    await expectTruth(reader)
  })

  test('to an upgrade charges once', async () => {
    const reader = await payingReader(world)
    outside.use(http.post('*/v1/subscriptions/:id', answerLost))
    expect(await outcome(change(reader, YEARLY))).toMatch(/^provider-unavailable/)
    outside.resetHandlers()
    await refreshSubscription(reader)
    expect(await viewOf(reader)).toMatchObject({ plan: 'yearly' })
    const { data } = await stripe().invoices.list({ customer: await customerOf(reader) })
    expect(data.filter(({ amount_paid: paid }) => paid > 0)).toHaveLength(2)
    await expectTruth(reader)
  })
})

test('a subscriber keeps access for three days past the period’s end while Stripe is down', async () => {
  const reader = await payingReader(world)
  const canceled = await payingReader(world)
  await cancelSubscription(canceled, 'atPeriodEnd')
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
  const last = (await viewOf(canceled)).currentPeriodEnd!.getTime()
  expect(await at(canceled, last - 1)).toBe('full')
  expect(await at(canceled, last)).toBe('free')
})

test('an earlier fetch never overwrites a later one', async () => {
  const reader = await trialReader()
  const stored = (await db().subscription.findUnique({ where: { userId: reader.id } }))!
  const { fetchSequence: early } = (await nextFetchSequence(reader.id))!
  const known = await storedBillingOf(reader.id)
  await cancelSubscription(reader, 'immediately')
  const { userId, fetchSequence, reconciledAt, ...state } = stored
  const written = await writeBillingState(
    userId,
    early,
    known,
    {
      state,
      charges: [],
      reversals: null,
      trial: null,
      guarantee: null,
      refund: null,
      refunds: [],
      closesAttempt: false,
      nextCheckAt: null,
      recipient: reader.email,
      operator: 'support@example.com',
      emails: [],
    },
    reconciledAt,
  )
  expect(written).toBe(false)
  expect(early).toBeGreaterThan(fetchSequence)
  expect(await accessOf(reader)).toBe('free')
  await expectTruth(reader)
})

test('ten simultaneous reconciliations fetch twice: the running one, and one for all the others', async () => {
  const reader = await trialReader()
  const calls = await callsOf(world, () =>
    Promise.all(Array.from({ length: 10 }, () => reconcile(reader.id))),
  )
  expect(calls.length).toBeLessThanOrEqual(2)
})

test('a reader cannot change another reader’s subscription', async () => {
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

test('a reader without a subscription is never due to be reconciled', async () => {
  const reader = await newReader()
  await startSubscription(reader, { planId: MONTHLY })
  await world.advance(2 * DAY)
  await catchUpWithStripe()
  const account = await db().billingAccount.findUnique({ where: { userId: reader.id } })
  expect(account!.nextCheckAt).toBeNull()
  expect(now().getTime()).toBe(world.emulator.clock.now() * 1000)
})
