import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UserRow } from '#app/accounts/store/users.server.ts'
import { chargesOf } from '#app/billing/service/charges.server.ts'
import { refreshSubscription } from '#app/billing/service/reconcile.server.ts'
import { subscribeWithRefusedCard } from '#app/billing/service/refused-card.server.ts'
import { startSubscription } from '#app/billing/service/start-subscription.server.ts'
import { catchUp } from '#app/billing/service/timer.server.ts'
import { stripe } from '#app/platform/stripe.server.ts'
import {
  accessOf,
  atStripe,
  billingWorld,
  confirm,
  customerOf,
  DAY,
  expectTruth,
  MONTHLY,
  newCard,
  viewOf,
} from '#tests/store/billing.ts'
import { emailsTo, newReader, outcome } from '#tests/store/readers.ts'

const { atEachStep, live, mortalModule, mortalStripe } = await vi.hoisted(
  () => import('./mortal.ts'),
)

vi.mock('#app/billing/store/state.server.ts', async (original) => mortalModule(await original()))
vi.mock('#app/billing/store/write-state.server.ts', async (original) =>
  mortalModule(await original()),
)
vi.mock('#app/billing/store/attempts.server.ts', async (original) => mortalModule(await original()))
vi.mock('#app/billing/store/events.server.ts', async (original) => mortalModule(await original()))
vi.mock('#app/platform/used-offers.server.ts', async (original) => mortalModule(await original()))
vi.mock('#app/platform/stripe.server.ts', async (original) => {
  const actual = await original<typeof import('#app/platform/stripe.server.ts')>()
  return { ...actual, stripe: () => mortalStripe(actual.stripe()) }
})

const world = billingWorld({ livemode: true })

beforeEach(() => world.emulator.webhooks.setFaults({ drop: true }))
afterEach(live)

/** Somebody who has confirmed a card for a trial, which nobody has looked at yet. */
async function confirmedReader(card: () => Promise<string>): Promise<UserRow> {
  const reader = await newReader()
  await confirm(await startSubscription(reader, { planId: MONTHLY }), await card())
  return reader
}

/** A card that has had its trial. */
async function usedCard() {
  const card = newCard(world)
  await refreshSubscription(await confirmedReader(card))
  return card
}

const paid = async (reader: UserRow) =>
  (await chargesOf(reader)).past.filter(({ status }) => status === 'paid').map(({ cents }) => cents)

test('killed while a second trial is refused, it opens nothing, is never charged, is told once', async () => {
  const card = await usedCard()
  const readers: UserRow[] = []
  const steps = await atEachStep(
    () => confirmedReader(card),
    (reader) => refreshSubscription(reader),
    async (reader, hint) => {
      readers.push(reader)
      expect(await accessOf(reader), hint).toBe('free')
      await refreshSubscription(reader)
      expect(await accessOf(reader), hint).toBe('free')
      expect(await viewOf(reader), hint).toMatchObject({
        status: 'none',
        trialRefused: true,
        trialAvailable: false,
      })
      expect(await atStripe(await customerOf(reader)), hint).toEqual([])
      expect(await emailsTo(reader.email), hint).toHaveLength(1)
    },
  )
  expect(steps).toBeGreaterThan(15)
  await world.advance(9 * DAY)
  await catchUp()
  for (const reader of readers) {
    const customer = await customerOf(reader)
    expect((await stripe().charges.list({ customer })).data).toEqual([])
  }
})

test('killed and never asked again, the timer refuses it', async () => {
  const card = await usedCard()
  const readers: UserRow[] = []
  await atEachStep(
    () => confirmedReader(card),
    (reader) => refreshSubscription(reader),
    async (reader) => void readers.push(reader),
  )
  await world.advance(2 * 3600)
  await catchUp()
  for (const reader of readers) {
    expect(await viewOf(reader)).toMatchObject({ status: 'none', trialRefused: true })
    expect(await atStripe(await customerOf(reader))).toEqual([])
  }
})

test('killed while a first trial begins, it is not taken for a second', async () => {
  await atEachStep(
    () => confirmedReader(newCard(world)),
    (reader) => refreshSubscription(reader),
    async (reader, hint) => {
      await refreshSubscription(reader)
      expect(await viewOf(reader), hint).toMatchObject({ status: 'trialing', trialRefused: false })
      await expectTruth(reader)
    },
  )
})

test('killed while the refused card is charged, it is charged once', async () => {
  const card = await usedCard()
  const input = { planId: MONTHLY, shownCents: 1600 }
  const steps = await atEachStep(
    async () => {
      const reader = await confirmedReader(card)
      await refreshSubscription(reader)
      return reader
    },
    (reader) => subscribeWithRefusedCard(reader, input),
    async (reader, hint) => {
      const again = await outcome(subscribeWithRefusedCard(reader, input))
      expect(again, hint).toMatch(/^done|^conflict: You have a subscription already/)
      await refreshSubscription(reader)
      expect(await paid(reader), hint).toEqual([1600])
      expect(await accessOf(reader), hint).toBe('full')
      await expectTruth(reader)
    },
  )
  expect(steps).toBeGreaterThan(15)
})
