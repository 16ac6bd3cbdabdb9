import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UserRow } from '#app/accounts/store/users.server.ts'
import { listCharges } from '#app/billing/service/list-charges.server.ts'
import { refreshSubscription } from '#app/billing/service/reconcile.server.ts'
import { subscribeWithRefusedCard } from '#app/billing/service/pay-with-refused-card.server.ts'
import { startSubscription } from '#app/billing/service/start-subscription.server.ts'
import { catchUpWithStripe } from '#app/billing/service/catch-up-with-stripe.server.ts'
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

const { atEachStep, killableModule, killableStripe, restart } = await vi.hoisted(
  () => import('./killable-process.ts'),
)

vi.mock('#app/billing/store/billing-state.server.ts', async (original) =>
  killableModule(await original()),
)
vi.mock('#app/billing/store/write-billing-state.server.ts', async (original) =>
  killableModule(await original()),
)
vi.mock('#app/billing/store/subscription-attempts.server.ts', async (original) =>
  killableModule(await original()),
)
vi.mock('#app/billing/store/subscription-start-lock.server.ts', async (original) =>
  killableModule(await original()),
)
vi.mock('#app/billing/store/stripe-events.server.ts', async (original) =>
  killableModule(await original()),
)
vi.mock('#app/platform/used-offers.server.ts', async (original) => killableModule(await original()))
vi.mock('#app/platform/stripe.server.ts', async (original) => {
  const actual = await original<typeof import('#app/platform/stripe.server.ts')>()
  return { ...actual, stripe: () => killableStripe(actual.stripe()) }
})

const world = billingWorld({ livemode: true })

beforeEach(() => world.emulator.webhooks.setFaults({ drop: true }))
afterEach(restart)

/** A reader who has confirmed a card for a trial that is not reconciled yet. */
async function confirmedReader(card: () => Promise<string>): Promise<UserRow> {
  const reader = await newReader()
  await confirm(await startSubscription(reader, { planId: MONTHLY }), await card())
  return reader
}

/** A card that was already used for a trial. */
async function usedCard() {
  const card = newCard(world)
  await refreshSubscription(await confirmedReader(card))
  return card
}

const paid = async (reader: UserRow) =>
  (await listCharges(reader)).past
    .filter(({ status }) => status === 'paid')
    .map(({ cents }) => cents)

test('killed while refusing a second trial: no access, no charge, and one email', async () => {
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
  expect(steps).toBeGreaterThan(3)
  await world.advance(9 * DAY)
  await catchUpWithStripe()
  for (const reader of readers) {
    const customer = await customerOf(reader)
    expect((await stripe().charges.list({ customer })).data).toEqual([])
  }
})

test('killed while refusing a second trial: the timer refuses it later', async () => {
  const card = await usedCard()
  const readers: UserRow[] = []
  await atEachStep(
    () => confirmedReader(card),
    (reader) => refreshSubscription(reader),
    async (reader) => void readers.push(reader),
  )
  await world.advance(2 * 3600)
  await catchUpWithStripe()
  for (const reader of readers) {
    expect(await viewOf(reader)).toMatchObject({ status: 'none', trialRefused: true })
    expect(await atStripe(await customerOf(reader))).toEqual([])
  }
})

test('killed while a first trial starts: it is not mistaken for a second one', async () => {
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

test('killed while charging the refused card: it is charged once', async () => {
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
      expect(again, hint).toMatch(/^done|^conflict: You already have a subscription/)
      await refreshSubscription(reader)
      expect(await paid(reader), hint).toEqual([1600])
      expect(await accessOf(reader), hint).toBe('full')
      await expectTruth(reader)
    },
  )
  expect(steps).toBeGreaterThan(7)
})
