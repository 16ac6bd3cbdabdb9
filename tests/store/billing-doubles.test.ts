import { describe, expect, test, vi } from 'vitest'
import { cancelSubscription } from '#app/billing/service/cancel-subscription.server.ts'
import { chargesOf } from '#app/billing/service/charges.server.ts'
import { refreshSubscription } from '#app/billing/service/reconcile.server.ts'
import {
  checkoutUrl,
  type Started,
  startSubscription,
} from '#app/billing/service/start-subscription.server.ts'
import { catchUp } from '#app/billing/service/timer.server.ts'
import * as attempts from '#app/billing/store/attempts.server.ts'
import { accountOf, ensureAccount } from '#app/billing/store/state.server.ts'
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
  viewOf,
  YEARLY,
} from './billing.ts'
import { emailsTo, newReader, outcome } from './readers.ts'

const { stripe } = provider
const { endTurn, takeTurn } = attempts
const world = billingWorld()

/** What two processes have in common, as far as they have anything. */
const shared = {
  '#app/platform/database.server.ts': database,
  '#app/platform/clock.server.ts': clock,
  '#app/platform/stripe.server.ts': provider,
  '#app/platform/errors.ts': errors,
}

/**
 * Another process on the same database: it has nothing of this one in its memory.
 * @param own modules of its own, by which it can be held up
 */
async function otherProcess(own: Record<string, object> = {}) {
  vi.resetModules()
  const given = { ...shared, ...own }
  for (const [path, module] of Object.entries(given)) vi.doMock(path, () => module)
  const start = await import('#app/billing/service/start-subscription.server.ts')
  for (const path of Object.keys(given)) vi.doUnmock(path)
  return start
}

describe('subscriptions that are begun in two processes', () => {
  test('with two plans leave one that can be confirmed', async () => {
    const there = await otherProcess()
    expect(there.startSubscription).not.toBe(startSubscription)
    for (const [match, ms] of [
      ['POST /v1/subscriptions', 300],
      ['GET /v1/subscriptions', 200],
      ['POST /v1/customers', 200],
    ] as const) {
      const reader = await newReader()
      // The first is held up just where the other could overtake it.
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

  test('for one plan are one, with one secret', async () => {
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

  test('of which one stops in the middle: its turn ends by itself', async () => {
    const reader = await newReader()
    const at = (seconds: number) => new Date(seconds * 1000)
    await ensureAccount(reader.id, at(0))
    expect(await takeTurn(reader.id, 'one', at(0), at(20))).toBe(true)
    expect(await takeTurn(reader.id, 'two', at(19), at(39))).toBe(false)
    expect(await takeTurn(reader.id, 'one', at(19), at(39))).toBe(true)
    expect(await takeTurn(reader.id, 'two', at(39), at(59))).toBe(true)
    expect(await endTurn(reader.id, 'one')).toBe(false)
    expect(await endTurn(reader.id, 'two')).toBe(true)
    const taken = await Promise.all(
      ['a', 'b', 'c', 'd'].map((holder) => takeTurn(reader.id, holder, at(60), at(80))),
    )
    expect(taken.filter(Boolean)).toHaveLength(1)
  })

  test.each([
    [MONTHLY, 'done'],
    [YEARLY, 'conflict: A subscription was begun in another window just now.'],
  ])('of which one lost its turn on the way to the other (%s) are one', async (planId, result) => {
    const reader = await newReader()
    const there = await otherProcess()
    const { subscriptions } = stripe()
    const create = subscriptions.create.bind(subscriptions)
    let second: Started | undefined
    vi.spyOn(subscriptions, 'create').mockImplementationOnce((async (
      ...what: Parameters<typeof create>
    ) => {
      // As if this process had hung for longer than its turn lasts.
      const { startHolder } = (await accountOf(reader.id))!
      await endTurn(reader.id, startHolder!)
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

  test('of which one looked at Stripe before the other had made its own are one', async () => {
    const reader = await newReader()
    const looked = Promise.withResolvers<void>()
    const made = Promise.withResolvers<void>()
    const there = await otherProcess({
      '#app/billing/store/attempts.server.ts': {
        ...attempts,
        async isOpenAttempt(...asked: Parameters<typeof attempts.isOpenAttempt>) {
          const isOpen = await attempts.isOpenAttempt(...asked)
          made.resolve()
          return isOpen
        },
      },
    })
    const { subscriptions } = stripe()
    const [create, list] = [subscriptions.create, subscriptions.list].map((one) =>
      one.bind(subscriptions),
    ) as unknown as [(...what: unknown[]) => Promise<unknown>, (...what: unknown[]) => unknown]
    // Nobody else looks meanwhile.
    await world.emulator.webhooks.settled()
    world.emulator.webhooks.setFaults({ drop: true })
    let second: Promise<Started> | undefined
    vi.spyOn(subscriptions, 'create').mockImplementationOnce((async (...what: unknown[]) => {
      const { startHolder } = (await accountOf(reader.id))!
      await endTurn(reader.id, startHolder!)
      vi.spyOn(subscriptions, 'list').mockImplementationOnce((async (...query: unknown[]) => {
        const page = await list(...query)
        looked.resolve()
        // What it goes on with is old by then.
        await made.promise
        return page
      }) as never)
      second = startSubscription(reader, { planId: YEARLY })
      await looked.promise
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

describe('a trial that is confirmed in one window while another begins', () => {
  /** Has the reader confirm just after a start has looked at Stripe: what it goes on with is old. */
  function confirmBehindTheLook(begun: Started) {
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
      confirmBehindTheLook(begun)
      expect(await outcome(there[start](reader, { planId }))).toMatch(
        /^conflict: A subscription was begun in another window/,
      )
      world.emulator.webhooks.setFaults({})
      await refreshSubscription(reader)
      expect(await accessOf(reader)).toBe('full')
      expect(await viewOf(reader)).toMatchObject({ status: 'trialing', plan: 'monthly' })
      await expectTruth(reader)
      expect(await outcome(there[start](reader, { planId }))).toMatch(/^conflict: You have a subs/)
    })

    test('for the same plan stays, whoever made it', async () => {
      const there = await process()
      const reader = await newReader()
      const { subscriptions } = stripe()
      const create = subscriptions.create.bind(subscriptions)
      vi.spyOn(subscriptions, 'create').mockImplementationOnce((async (...what: never[]) => {
        const made = await create(...(what as unknown as Parameters<typeof create>))
        // The other window was told the same, and was quicker: its attempt is closed by now.
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

    test('too late is refused by Stripe, and the other can be confirmed', async () => {
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

  test('in the moment in which it is cleared away as abandoned stays', async () => {
    const reader = await newReader()
    const begun = await startSubscription(reader, { planId: MONTHLY })
    await world.emulator.webhooks.settled()
    world.emulator.webhooks.setFaults({ drop: true })
    await world.advance(HOUR + 60)
    confirmBehindTheLook(begun)
    await refreshSubscription(reader)
    world.emulator.webhooks.setFaults({})
    expect(await accessOf(reader)).toBe('full')
    await expectTruth(reader)
  })
})

test('what needs no confirmation stays, also if its event comes before the answer', async () => {
  const reader = await payingReader(world)
  await cancelSubscription(reader, 'immediately')
  world.emulator.webhooks.setFaults({ beforeAnswer: true })
  const free = { planId: YEARLY, promotionCode: 'FREE' }
  expect(await outcome(startSubscription(reader, free))).toBe('done')
  world.emulator.webhooks.setFaults({})
  expect(await viewOf(reader)).toMatchObject({ status: 'active', plan: 'yearly' })
  expect(await atStripe(await customerOf(reader))).toMatchObject([{ status: 'active' }])
})

test('Stripe’s own page that is paid while another window begins is what counts', async () => {
  const reader = await newReader()
  const page = await checkoutUrl(reader, { planId: MONTHLY })
  const { sessions } = stripe().checkout
  const expire = sessions.expire.bind(sessions)
  vi.spyOn(sessions, 'expire').mockImplementationOnce((async (id: string) => {
    const card = { number: '4242424242424242', expiry: '12/34', cvc: '123' }
    const body = new URLSearchParams({ action: 'pay', ...card })
    await fetch(page, { method: 'POST', body, redirect: 'manual' })
    return expire(id)
  }) as never)
  expect(await outcome(startSubscription(reader, { planId: YEARLY }))).toMatch(
    /^conflict: A subscription was begun in another window/,
  )
  await world.emulator.webhooks.settled()
  expect(await atStripe(await customerOf(reader))).toHaveLength(1)
  expect(await viewOf(reader)).toMatchObject({ status: 'trialing', plan: 'monthly' })
  await expectTruth(reader)
})

describe('two subscriptions that are both paid for', () => {
  test.each([
    ['the first is kept', MONTHLY, YEARLY, 9900],
    ['also where that is the dearer', YEARLY, MONTHLY, 1600],
  ])('become one: %s, the second paid back at once', async (_, first, second, cents) => {
    const reader = await payingReader(world, first)
    const { subscriptionId, currentPeriodEnd } = await viewOf(reader)
    const beside = await buyBeside(reader, second)
    await world.emulator.webhooks.settled()
    await Promise.all([refreshSubscription(reader), refreshSubscription(reader)])
    await catchUp()
    expect(await viewOf(reader)).toMatchObject({
      status: 'active',
      subscriptionId,
      currentPeriodEnd,
      cancelAtPeriodEnd: false,
    })
    expect(await accessOf(reader)).toBe('full')
    expect((await stripe().subscriptions.retrieve(beside)).status).toBe('canceled')
    expect((await chargesOf(reader)).past.filter((one) => one.refundedCents > 0)).toMatchObject([
      { cents, refundedCents: cents },
    ])
    const mails = (await emailsTo(reader.email)).filter(({ subject }) => /refund/.test(subject))
    expect(mails).toHaveLength(1)
    expect(mails[0]!.text).toMatch(/two subscriptions of Readr at the same time/)
    await expectTruth(reader)
    await world.advance(32 * DAY)
    await catchUp()
    expect(await atStripe(await customerOf(reader))).toHaveLength(1)
    await expectTruth(reader)
  })

  test('of which the first cannot be charged any more: the second goes on, and nothing is owed', async () => {
    const reader = await payingReader(world, MONTHLY, 'pm_card_chargeCustomerFail')
    expect(await viewOf(reader)).toMatchObject({ status: 'past_due' })
    const beside = await buyBeside(reader, YEARLY)
    await world.emulator.webhooks.settled()
    await refreshSubscription(reader)
    expect(await viewOf(reader)).toMatchObject({ status: 'active', subscriptionId: beside })
    const { past } = await chargesOf(reader)
    expect(past.map(({ status, refundedCents }) => ({ status, refundedCents }))).toEqual([
      { status: 'paid', refundedCents: 0 },
      { status: 'void', refundedCents: 0 },
    ])
    expect(await outcome(startSubscription(reader, { planId: MONTHLY }))).toMatch(/^conflict/)
    await expectTruth(reader)
  })
})
