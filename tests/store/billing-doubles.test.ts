import { describe, expect, test, vi } from 'vitest'
import { cancelSubscription } from '#app/billing/service/cancel-subscription.server.ts'
import { listCharges } from '#app/billing/service/list-charges.server.ts'
import { refreshSubscription } from '#app/billing/service/reconcile.server.ts'
import {
  checkoutUrl,
  type Started,
  startSubscription,
} from '#app/billing/service/start-subscription.server.ts'
import { catchUpWithStripe } from '#app/billing/service/catch-up-with-stripe.server.ts'
import * as attempts from '#app/billing/store/subscription-attempts.server.ts'
import {
  releaseSubscriptionStartLock,
  takeSubscriptionStartLock,
} from '#app/billing/store/subscription-start-lock.server.ts'
import { accountOf, ensureAccount } from '#app/billing/store/billing-state.server.ts'
import * as clock from '#app/platform/clock.server.ts'
import * as database from '#app/platform/database.server.ts'
import * as errors from '#app/platform/errors.ts'
import * as provider from '#app/platform/stripe.server.ts'
import {
  accessOf,
  atStripe,
  billingWorld,
  buyBeside,
  confirm,
  customerOf,
  DAY,
  expectTruth,
  HOUR,
  MONTHLY,
  payingReader,
  payOnStripesPage,
  viewOf,
  YEARLY,
} from './billing.ts'
import { emailsTo, newReader, outcome } from './readers.ts'

const { stripe } = provider
const world = billingWorld()

/** The modules that both processes share. */
const shared = {
  '#app/platform/database.server.ts': database,
  '#app/platform/clock.server.ts': clock,
  '#app/platform/stripe.server.ts': provider,
  '#app/platform/errors.ts': errors,
}

/**
 * Imports the product again, as another process on the same database.
 * @param own replaced modules, which can delay it
 */
async function otherProcess(own: Record<string, object> = {}) {
  vi.resetModules()
  const given = { ...shared, ...own }
  for (const [path, module] of Object.entries(given)) vi.doMock(path, () => module)
  const start = await import('#app/billing/service/start-subscription.server.ts')
  for (const path of Object.keys(given)) vi.doUnmock(path)
  return start
}

describe('subscriptions started in two processes', () => {
  test('with two plans leave one that can be confirmed', async () => {
    const there = await otherProcess()
    expect(there.startSubscription).not.toBe(startSubscription)
    for (const [match, ms] of [
      ['POST /v1/subscriptions', 300],
      ['GET /v1/subscriptions', 200],
      ['POST /v1/customers', 200],
    ] as const) {
      const reader = await newReader()
      // Delays the first process where the other could overtake it.
      world.emulator.calls.addFault({ kind: 'slow', match, ms, times: 1 })
      const begun = await Promise.all([
        startSubscription(reader, { planId: MONTHLY }),
        there.startSubscription(reader, { planId: YEARLY }),
      ])
      world.emulator.calls.clearFaults()
      expect(await atStripe(await customerOf(reader)), match).toHaveLength(1)
      const confirmed = await Promise.allSettled(begun.map((one) => confirm(one)))
      expect(confirmed.map(({ status }) => status).toSorted(), match).toEqual([
        'fulfilled',
        'rejected',
      ])
      await refreshSubscription(reader)
      expect(await accessOf(reader), match).toBe('full')
      await expectTruth(reader)
    }
  })

  test('for one plan are the same, with one secret', async () => {
    const there = await otherProcess()
    const reader = await newReader()
    const begun = await Promise.all(
      [startSubscription, there.startSubscription, startSubscription, there.startSubscription].map(
        (start) => start(reader, { planId: MONTHLY }),
      ),
    )
    expect(new Set(begun.map(({ clientSecret }) => clientSecret)).size).toBe(1)
    expect(await atStripe(await customerOf(reader))).toHaveLength(1)
  })

  test('leave no lock behind when a process dies: it expires', async () => {
    const reader = await newReader()
    const at = (seconds: number) => new Date(seconds * 1000)
    await ensureAccount(reader.id, at(0))
    expect(await takeSubscriptionStartLock(reader.id, 'one', at(0), at(20))).toBe(true)
    expect(await takeSubscriptionStartLock(reader.id, 'two', at(19), at(39))).toBe(false)
    expect(await takeSubscriptionStartLock(reader.id, 'one', at(19), at(39))).toBe(true)
    expect(await takeSubscriptionStartLock(reader.id, 'two', at(39), at(59))).toBe(true)
    expect(await releaseSubscriptionStartLock(reader.id, 'one')).toBe(false)
    expect(await releaseSubscriptionStartLock(reader.id, 'two')).toBe(true)
    const taken = await Promise.all(
      ['a', 'b', 'c', 'd'].map((holder) =>
        takeSubscriptionStartLock(reader.id, holder, at(60), at(80)),
      ),
    )
    expect(taken.filter(Boolean)).toHaveLength(1)
  })

  test.each([
    [MONTHLY, 'done'],
    [YEARLY, 'conflict: You just started a subscription in another window.'],
  ])('of which one lost the lock to the other (%s) leave one', async (planId, result) => {
    const reader = await newReader()
    const there = await otherProcess()
    const { subscriptions } = stripe()
    const create = subscriptions.create.bind(subscriptions)
    let second: Started | undefined
    vi.spyOn(subscriptions, 'create').mockImplementationOnce((async (
      ...what: Parameters<typeof create>
    ) => {
      // As if this process had hung until its lock expired.
      const { startHolder } = (await accountOf(reader.id))!
      await releaseSubscriptionStartLock(reader.id, startHolder!)
      second = await there.startSubscription(reader, { planId })
      return create(...what)
    }) as never)
    const first = startSubscription(reader, { planId: MONTHLY })
    expect(await outcome(first)).toContain(result)
    expect(await atStripe(await customerOf(reader))).toHaveLength(1)
    await confirm(second!)
    await refreshSubscription(reader)
    await expectTruth(reader)
    expect(await accessOf(reader)).toBe('full')
  })

  test('of which one listed subscriptions before the other created its own leave one', async () => {
    const reader = await newReader()
    const listed = Promise.withResolvers<void>()
    const created = Promise.withResolvers<void>()
    const there = await otherProcess({
      '#app/billing/store/subscription-attempts.server.ts': {
        ...attempts,
        async isSubscriptionAttemptOpen(
          ...asked: Parameters<typeof attempts.isSubscriptionAttemptOpen>
        ) {
          const isOpen = await attempts.isSubscriptionAttemptOpen(...asked)
          created.resolve()
          return isOpen
        },
      },
    })
    const { subscriptions } = stripe()
    const [create, list] = [subscriptions.create, subscriptions.list].map((one) =>
      one.bind(subscriptions),
    ) as unknown as [(...what: unknown[]) => Promise<unknown>, (...what: unknown[]) => unknown]
    // Nothing else may list subscriptions in the meantime.
    await world.emulator.webhooks.settled()
    world.emulator.webhooks.setFaults({ drop: true })
    let second: Promise<Started> | undefined
    vi.spyOn(subscriptions, 'create').mockImplementationOnce((async (...what: unknown[]) => {
      const { startHolder } = (await accountOf(reader.id))!
      await releaseSubscriptionStartLock(reader.id, startHolder!)
      vi.spyOn(subscriptions, 'list').mockImplementationOnce((async (...query: unknown[]) => {
        const page = await list(...query)
        listed.resolve()
        // Its list is out of date from here on.
        await created.promise
        return page
      }) as never)
      second = startSubscription(reader, { planId: YEARLY })
      await listed.promise
      return create(...what)
    }) as never)
    const first = await there.startSubscription(reader, { planId: MONTHLY })
    const other = await second!
    world.emulator.webhooks.setFaults({})
    expect(await atStripe(await customerOf(reader))).toHaveLength(1)
    await expect(confirm(other)).rejects.toThrow(/canceled/)
    await confirm(first)
    await refreshSubscription(reader)
    await expectTruth(reader)
  })
})

describe('a trial confirmed in one window while another window starts a subscription', () => {
  /** Confirms the trial right after the other start has listed subscriptions. */
  function confirmAfterListing(begun: Started) {
    const { subscriptions } = stripe()
    const list = subscriptions.list.bind(subscriptions)
    vi.spyOn(subscriptions, 'list').mockImplementationOnce((async (...query: never[]) => {
      const page = await list(...(query as unknown as Parameters<typeof list>))
      await confirm(begun)
      return page
    }) as never)
  }
  const processes = [
    ['this process', () => Promise.resolve({ startSubscription, checkoutUrl })],
    ['another process', otherProcess],
  ] as const

  describe.each(processes)('in %s', (_, process) => {
    test.each([
      ['the other plan', 'startSubscription', YEARLY],
      ['the other plan on Stripe’s page', 'checkoutUrl', YEARLY],
    ] as const)('stays: %s is refused', async (_label, start, planId) => {
      const there = await process()
      const reader = await newReader()
      const begun = await startSubscription(reader, { planId: MONTHLY })
      await world.emulator.webhooks.settled()
      world.emulator.webhooks.setFaults({ drop: true })
      confirmAfterListing(begun)
      expect(await outcome(there[start](reader, { planId }))).toMatch(
        /^conflict: You just started a subscription in another window/,
      )
      world.emulator.webhooks.setFaults({})
      await refreshSubscription(reader)
      expect(await accessOf(reader)).toBe('full')
      expect(await viewOf(reader)).toMatchObject({ status: 'trialing', plan: 'monthly' })
      await expectTruth(reader)
      expect(await outcome(there[start](reader, { planId }))).toMatch(
        /^conflict: You already have a subs/,
      )
    })

    test('stays when both windows chose the same plan', async () => {
      const there = await process()
      const reader = await newReader()
      const { subscriptions } = stripe()
      const create = subscriptions.create.bind(subscriptions)
      vi.spyOn(subscriptions, 'create').mockImplementationOnce((async (...what: never[]) => {
        const made = await create(...(what as unknown as Parameters<typeof create>))
        // The other window got the same subscription and has already confirmed it.
        const { client_secret: clientSecret } = made.pending_setup_intent as {
          client_secret: string
        }
        await confirm({ clientSecret, intentType: 'setup' })
        await refreshSubscription(reader)
        return made
      }) as never)
      await outcome(there.startSubscription(reader, { planId: MONTHLY }))
      await refreshSubscription(reader)
      expect(await viewOf(reader)).toMatchObject({ status: 'trialing', plan: 'monthly' })
      expect(await accessOf(reader)).toBe('full')
    })

    test('is refused by Stripe when it comes too late, and the other can be confirmed', async () => {
      const there = await process()
      const reader = await newReader()
      const begun = await startSubscription(reader, { planId: MONTHLY })
      const { subscriptions } = stripe()
      const create = subscriptions.create.bind(subscriptions)
      const late = Promise.withResolvers<void>()
      vi.spyOn(subscriptions, 'create').mockImplementationOnce((async (...what: never[]) => {
        await expect(confirm(begun)).rejects.toThrow(/canceled/)
        late.resolve()
        return create(...(what as unknown as Parameters<typeof create>))
      }) as never)
      const other = await there.startSubscription(reader, { planId: YEARLY })
      await late.promise
      await expect(confirm(begun)).rejects.toThrow(/canceled/)
      await confirm(other)
      await refreshSubscription(reader)
      expect(await viewOf(reader)).toMatchObject({ status: 'trialing', plan: 'yearly' })
      await expectTruth(reader)
    })
  })

  test('stays even if it is being canceled as abandoned', async () => {
    const reader = await newReader()
    const begun = await startSubscription(reader, { planId: MONTHLY })
    await world.emulator.webhooks.settled()
    world.emulator.webhooks.setFaults({ drop: true })
    await world.advance(HOUR + 60)
    confirmAfterListing(begun)
    await refreshSubscription(reader)
    world.emulator.webhooks.setFaults({})
    expect(await accessOf(reader)).toBe('full')
    await expectTruth(reader)
  })
})

test('a subscription that needs no confirmation stays, even if its event arrives before the answer', async () => {
  const reader = await payingReader(world)
  await cancelSubscription(reader, 'immediately')
  world.emulator.webhooks.setFaults({ beforeAnswer: true })
  const free = { planId: YEARLY, promotionCode: 'FREE' }
  expect(await outcome(startSubscription(reader, free))).toBe('done')
  world.emulator.webhooks.setFaults({})
  expect(await viewOf(reader)).toMatchObject({ status: 'active', plan: 'yearly' })
  expect(await atStripe(await customerOf(reader))).toMatchObject([{ status: 'active' }])
})

test('a payment on Stripe’s page wins over a start in another window', async () => {
  const reader = await newReader()
  const page = await checkoutUrl(reader, { planId: MONTHLY })
  const { sessions } = stripe().checkout
  const expire = sessions.expire.bind(sessions)
  vi.spyOn(sessions, 'expire').mockImplementationOnce((async (id: string) => {
    await payOnStripesPage(page)
    return expire(id)
  }) as never)
  expect(await outcome(startSubscription(reader, { planId: YEARLY }))).toMatch(
    /^conflict: You just started a subscription in another window/,
  )
  await world.emulator.webhooks.settled()
  expect(await atStripe(await customerOf(reader))).toHaveLength(1)
  expect(await viewOf(reader)).toMatchObject({ status: 'trialing', plan: 'monthly' })
  await expectTruth(reader)
})

describe('two paid subscriptions', () => {
  test.each([
    ['monthly', MONTHLY, YEARLY, 9900],
    ['yearly', YEARLY, MONTHLY, 1600],
  ])(
    'become one: the first (%s) is kept, the second is refunded',
    async (_, first, second, cents) => {
      const reader = await payingReader(world, first)
      const { subscriptionId, currentPeriodEnd } = await viewOf(reader)
      const beside = await buyBeside(reader, second)
      await world.emulator.webhooks.settled()
      await Promise.all([refreshSubscription(reader), refreshSubscription(reader)])
      await catchUpWithStripe()
      expect(await viewOf(reader)).toMatchObject({
        status: 'active',
        subscriptionId,
        currentPeriodEnd,
        cancelAtPeriodEnd: false,
      })
      expect(await accessOf(reader)).toBe('full')
      expect((await stripe().subscriptions.retrieve(beside)).status).toBe('canceled')
      expect((await listCharges(reader)).past.filter((one) => one.refundedCents > 0)).toMatchObject(
        [{ cents, refundedCents: cents }],
      )
      const emails = (await emailsTo(reader.email)).filter(({ subject }) => /refund/.test(subject))
      expect(emails).toHaveLength(1)
      expect(emails[0]!.text).toMatch(/two Readr subscriptions at the same time/)
      await expectTruth(reader)
      await world.advance(32 * DAY)
      await catchUpWithStripe()
      expect(await atStripe(await customerOf(reader))).toHaveLength(1)
      await expectTruth(reader)
    },
  )

  test('become one: if the first can no longer be charged, the second is kept and the debt is void', async () => {
    const reader = await payingReader(world, MONTHLY, 'pm_card_chargeCustomerFail')
    expect(await viewOf(reader)).toMatchObject({ status: 'past_due' })
    const beside = await buyBeside(reader, YEARLY)
    await world.emulator.webhooks.settled()
    await refreshSubscription(reader)
    expect(await viewOf(reader)).toMatchObject({ status: 'active', subscriptionId: beside })
    const { past } = await listCharges(reader)
    expect(past.map(({ status, refundedCents }) => ({ status, refundedCents }))).toEqual([
      { status: 'paid', refundedCents: 0 },
      { status: 'void', refundedCents: 0 },
    ])
    expect(await outcome(startSubscription(reader, { planId: MONTHLY }))).toMatch(/^conflict/)
    await expectTruth(reader)
  })
})
