import type { Stripe } from 'stripe'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { UserRow } from '#app/accounts/store/users.server.ts'
import { userById } from '#app/accounts/store/users.server.ts'
import { cancelSubscription } from '#app/billing/service/cancel-subscription.server.ts'
import { resubscribe } from '#app/billing/service/resubscribe.server.ts'
import { listCharges } from '#app/billing/service/list-charges.server.ts'
import { closeAccount } from '#app/billing/service/close-account.server.ts'
import { guaranteeOf } from '#app/billing/service/find-guarantee.server.ts'
import { refreshSubscription } from '#app/billing/service/reconcile.server.ts'
import { requestGuaranteeRefund } from '#app/billing/service/request-guarantee-refund.server.ts'
import { startSubscription } from '#app/billing/service/start-subscription.server.ts'
import { refundReader } from '#app/admin/service/refund-reader.server.ts'
import { refundableCharges } from '#app/billing/service/refund-charge.server.ts'
import { catchUpWithStripe } from '#app/billing/service/catch-up-with-stripe.server.ts'
import { env } from '#app/platform/env.server.ts'
import { stripe } from '#app/platform/stripe.server.ts'
import {
  accessOf,
  atStripe,
  billingWorld,
  buyBeside,
  change,
  confirm,
  customerOf,
  expectTruth,
  HOUR,
  MONTHLY,
  trialReader,
  viewOf,
  YEARLY,
} from '#tests/store/billing.ts'
import { emailsTo, newReader, outcome } from '#tests/store/readers.ts'

const { atEachStep, killable, killableModule, killableStripe, restart } = await vi.hoisted(
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
vi.mock('#app/billing/store/guarantee-refunds.server.ts', async (original) =>
  killableModule(await original()),
)
vi.mock('#app/billing/store/charge-refunds.server.ts', async (original) =>
  killableModule(await original()),
)
vi.mock('#app/billing/store/stripe-events.server.ts', async (original) =>
  killableModule(await original()),
)
vi.mock('#app/accounts/service/delete-account.server.ts', async (original) => {
  const actual = await original<typeof import('#app/accounts/service/delete-account.server.ts')>()
  return { ...actual, deleteAccount: killable('deleteAccount', actual.deleteAccount) }
})
vi.mock('#app/platform/stripe.server.ts', async (original) => {
  const actual = await original<typeof import('#app/platform/stripe.server.ts')>()
  return { ...actual, stripe: () => killableStripe(actual.stripe()) }
})

const world = billingWorld()

beforeEach(() => world.emulator.webhooks.setFaults({ drop: true }))
afterEach(restart)

/** Readers whose first month is paid. */
async function payingReaders(length: number): Promise<UserRow[]> {
  const readers = await Promise.all(Array.from({ length }, () => trialReader()))
  await world.endTrials()
  while (await catchUpWithStripe()) {}
  return readers
}

describe('killed while starting a subscription', () => {
  test('the next try continues: one customer, one subscription, one charge', async () => {
    const readers: UserRow[] = []
    const steps = await atEachStep(
      newReader,
      (reader) => startSubscription(reader, { planId: MONTHLY }),
      async (reader, hint) => {
        readers.push(reader)
        expect(await accessOf(reader), hint).toBe('free')
        await confirm(await startSubscription(reader, { planId: MONTHLY }))
        await refreshSubscription(reader)
        expect(await accessOf(reader), hint).toBe('full')
        expect(await atStripe(await customerOf(reader)), hint).toHaveLength(1)
        const { data } = await stripe().customers.list({ email: reader.email })
        expect(data, hint).toHaveLength(1)
      },
    )
    expect(steps).toBeGreaterThan(7)
    await world.endTrials()
    await catchUpWithStripe()
    for (const reader of readers) {
      expect((await listCharges(reader)).past).toMatchObject([{ cents: 1600, status: 'paid' }])
      await expectTruth(reader)
    }
  })

  test('and never tried again: nothing is left at Stripe, and there is no access', async () => {
    const readers: UserRow[] = []
    await atEachStep(
      newReader,
      (reader) => startSubscription(reader, { planId: MONTHLY }),
      async (reader) => void readers.push(reader),
    )
    await catchUpWithStripe()
    await world.advance(2 * HOUR)
    await catchUpWithStripe()
    for (const reader of readers) {
      const { data } = await stripe().customers.list({ email: reader.email })
      for (const { id } of data) expect(await atStripe(id)).toEqual([])
      expect(await accessOf(reader)).toBe('free')
    }
  })

  test('for another plan: the first one is gone', async () => {
    await atEachStep(
      async () => {
        const reader = await newReader()
        await startSubscription(reader, { planId: MONTHLY })
        return reader
      },
      (reader) => startSubscription(reader, { planId: YEARLY }),
      async (reader, hint) => {
        await confirm(await startSubscription(reader, { planId: YEARLY }))
        await refreshSubscription(reader)
        expect(await viewOf(reader), hint).toMatchObject({ status: 'trialing', plan: 'yearly' })
        expect(await atStripe(await customerOf(reader)), hint).toHaveLength(1)
      },
    )
  })
})

test('killed while reconciling: the timer repairs the state', async () => {
  await atEachStep(
    async () => {
      const reader = await newReader()
      await confirm(await startSubscription(reader, { planId: MONTHLY }))
      return reader
    },
    (reader) => refreshSubscription(reader),
    async (reader, hint) => {
      await catchUpWithStripe()
      await expectTruth(reader)
      expect(await accessOf(reader), hint).toBe('full')
    },
  )
})

describe('killed while changing a subscription', () => {
  test.each<[string, (reader: UserRow) => Promise<unknown>, object]>([
    [
      'cancel immediately',
      (reader) => cancelSubscription(reader, 'immediately'),
      { status: 'canceled' },
    ],
    [
      'cancel at the end of the period',
      (reader) => cancelSubscription(reader, 'atPeriodEnd'),
      { status: 'trialing', cancelAtPeriodEnd: true },
    ],
    ['change the plan', (reader) => change(reader, YEARLY), { status: 'trialing', plan: 'yearly' }],
  ])('%s: the next try or the timer completes it', async (_, run, expected) => {
    await atEachStep(trialReader, run, async (reader, hint) => {
      await catchUpWithStripe()
      await expectTruth(reader)
      const again = await outcome(run(reader))
      expect(again, hint).toMatch(/^done|^conflict|^invalid-input/)
      expect(await viewOf(reader), hint).toMatchObject(expected)
      await expectTruth(reader)
    })
  })

  test('resubscribe: the next try or the timer completes it', async () => {
    await atEachStep(
      async () => {
        const reader = await trialReader()
        await cancelSubscription(reader, 'atPeriodEnd')
        return reader
      },
      (reader) => resubscribe(reader),
      async (reader, hint) => {
        await catchUpWithStripe()
        expect(await outcome(resubscribe(reader)), hint).toMatch(/^done|^conflict/)
        expect(await viewOf(reader), hint).toMatchObject({ cancelAtPeriodEnd: false })
        await expectTruth(reader)
      },
    )
  })

  test('upgrade: charged once; downgrade: scheduled completely', async () => {
    const paying = await payingReaders(20)
    await atEachStep(
      async () => paying.pop()!,
      (reader) => change(reader, YEARLY),
      async (reader, hint) => {
        await catchUpWithStripe()
        await outcome(change(reader, YEARLY))
        expect(await viewOf(reader), hint).toMatchObject({ status: 'active', plan: 'yearly' })
        expect((await listCharges(reader)).past, hint).toHaveLength(2)
        await expectTruth(reader)
      },
    )
    const steps = await atEachStep(
      async () => {
        const reader = paying.pop()!
        await change(reader, YEARLY)
        return reader
      },
      (reader) => change(reader, MONTHLY),
      async (reader, hint) => {
        await catchUpWithStripe()
        expect(await viewOf(reader), hint).toMatchObject({ status: 'active', plan: 'yearly' })
        expect(await outcome(change(reader, MONTHLY)), hint).toBe('done')
        const { pendingChange, subscriptionId } = await viewOf(reader)
        expect(pendingChange, hint).toMatchObject({ plan: 'monthly', kind: 'scheduled' })
        const { schedule } = await stripe().subscriptions.retrieve(subscriptionId!, {
          expand: ['schedule'],
        })
        const { phases, metadata } = schedule as Stripe.SubscriptionSchedule
        expect(metadata, hint).toEqual({ kind: 'downgrade' })
        expect(phases, hint).toHaveLength(2)
        expect((await listCharges(reader)).past, hint).toHaveLength(2)
        await expectTruth(reader)
      },
    )
    expect(steps).toBeGreaterThan(4)
  })
})

test('killed while refunding a second subscription: it is refunded once', async () => {
  const steps = await atEachStep(
    async () => {
      const reader = await newReader()
      await startSubscription(reader, { planId: MONTHLY })
      await buyBeside(reader, MONTHLY)
      await buyBeside(reader, YEARLY)
      return reader
    },
    (reader) => refreshSubscription(reader),
    async (reader, hint) => {
      await catchUpWithStripe()
      await refreshSubscription(reader)
      await expectTruth(reader)
      const { past } = await listCharges(reader)
      expect(
        past.filter((one) => one.refundedCents === one.cents),
        hint,
      ).toHaveLength(1)
      const subjects = (await emailsTo(reader.email)).map(({ subject }) => subject)
      expect(
        subjects.filter((one) => /refund/.test(one)),
        hint,
      ).toHaveLength(1)
      expect(await accessOf(reader), hint).toBe('full')
    },
  )
  expect(steps).toBeGreaterThan(4)
})

/** The cents of the refunds to a customer. */
async function refundsTo(customer: string): Promise<number[]> {
  const { data } = await stripe().charges.list({ customer, expand: ['data.refunds'] })
  return data.flatMap(({ refunds }) => refunds!.data.map(({ amount }) => amount))
}

const refundSubjects = async (reader: UserRow) =>
  (await emailsTo(reader.email))
    .map(({ subject }) => subject)
    .filter((one) => /refund|canceled/.test(one))

test('killed while using the money-back guarantee: refunded once, by the timer if it was recorded', async () => {
  const paying = await payingReaders(15)
  let recorded = 0
  const steps = await atEachStep(
    async () => paying.pop()!,
    (reader) => requestGuaranteeRefund(reader, 1600),
    async (reader, hint) => {
      await catchUpWithStripe()
      if ((await guaranteeOf(reader)).refund) recorded += 1
      else {
        expect(await accessOf(reader), hint).toBe('full')
        await requestGuaranteeRefund(reader, 1600)
      }
      expect((await guaranteeOf(reader)).refund, hint).toMatchObject({
        status: 'succeeded',
        amountCents: 1600,
      })
      expect(await accessOf(reader), hint).toBe('free')
      expect(await refundsTo(await customerOf(reader)), hint).toEqual([1600])
      expect(await refundSubjects(reader), hint).toEqual(['Your refund from Readr: $16.00'])
      await expectTruth(reader)
    },
  )
  expect(steps).toBeGreaterThan(8)
  expect(recorded).toBeGreaterThan(5)
})

test('killed while an administrator refunds a charge: refunded once, or not recorded', async () => {
  const paying = await payingReaders(12)
  let recorded = 0
  const steps = await atEachStep(
    async () => paying.pop()!,
    async (reader) => {
      const [charge] = await refundableCharges(reader.id)
      const input = { amount: 700, reason: 'Charged by mistake', number: 1 }
      await refundReader(1, reader.id, charge!.invoiceId, input)
    },
    async (reader, hint) => {
      await catchUpWithStripe()
      const [charge] = await refundableCharges(reader.id)
      const expected = charge!.refunds.length === 0 ? [] : [700]
      recorded += expected.length
      expect(await refundsTo(await customerOf(reader)), hint).toEqual(expected)
      expect(charge, hint).toMatchObject({
        refundedCents: 700 * expected.length,
        leftCents: 1600 - 700 * expected.length,
        refunds: expected.map(() => ({ status: 'sent' })),
      })
      expect(await refundSubjects(reader), hint).toEqual(
        expected.map(() => 'Your refund from Readr: $7.00'),
      )
      expect(await accessOf(reader), hint).toBe('full')
      await expectTruth(reader)
    },
  )
  expect(steps).toBeGreaterThan(5)
  expect(recorded).toBeGreaterThan(3)
})

test('killed while Stripe refuses to end the plan and then to refund it: refunded once in the end', async () => {
  const paying = await payingReaders(15)
  const refuse = (match: string) =>
    world.emulator.calls.addFault({ kind: 'refused', match, times: 1 })
  const steps = await atEachStep(
    async () => {
      const reader = paying.pop()!
      refuse('DELETE /v1/subscriptions')
      await requestGuaranteeRefund(reader, 1600)
      expect(await accessOf(reader)).toBe('full')
      refuse('POST /v1/refunds')
      return reader
    },
    async (reader) => {
      await refreshSubscription(reader)
      await refreshSubscription(reader)
    },
    async (reader, hint) => {
      world.emulator.calls.clearFaults()
      expect(await refundSubjects(reader), hint).toHaveLength(
        (await guaranteeOf(reader)).refund!.status === 'requested' ? 0 : 1,
      )
      await world.advance(HOUR / 6)
      await catchUpWithStripe()
      expect((await guaranteeOf(reader)).refund, hint).toMatchObject({ status: 'succeeded' })
      expect(await refundsTo(await customerOf(reader)), hint).toEqual([1600])
      expect(await refundSubjects(reader), hint).toEqual(['Your refund from Readr: $16.00'])
      expect(await accessOf(reader), hint).toBe('free')
      await expectTruth(reader)
    },
  )
  expect(steps).toBeGreaterThan(8)
})

test.each(['DELETE /v1/subscriptions', 'POST /v1/refunds'])(
  'killed while closing an account whose refund is open, because Stripe refuses %s: nothing is lost',
  async (match) => {
    const paying = await payingReaders(12)
    const notesTo = async () =>
      (await emailsTo(env().supportEmail)).filter(({ subject }) => subject.endsWith('is open'))
        .length
    let notes = 0
    let customer = ''
    const steps = await atEachStep(
      async () => {
        const reader = paying.pop()!
        world.emulator.calls.addFault({ kind: 'refused', match })
        await requestGuaranteeRefund(reader, 1600)
        customer = await customerOf(reader)
        notes = await notesTo()
        return reader
      },
      (reader) => closeAccount(reader.id),
      async (reader, hint) => {
        if (await userById(reader.id)) {
          expect(await outcome(closeAccount(reader.id)), hint).toBe('done')
        }
        world.emulator.calls.clearFaults()
        expect(await userById(reader.id), hint).toBeNull()
        expect(await atStripe(customer), hint).toEqual([])
        // The reader has the money, or the operator knows that they must get it.
        const refunded = match.startsWith('DELETE')
        expect(await refundsTo(customer), hint).toEqual(refunded ? [1600] : [])
        expect((await notesTo()) - notes, hint).toBe(refunded ? 0 : 1)
      },
    )
    expect(steps).toBeGreaterThan(5)
  },
)

test('killed while closing an account: no subscription survives its account', async () => {
  await atEachStep(
    trialReader,
    (reader) => closeAccount(reader.id),
    async (reader, hint) => {
      const customers = async () =>
        (await stripe().customers.list({ email: reader.email })).data.map(({ id }) => id)
      if (!(await userById(reader.id))) expect(await customers(), hint).toEqual([])
      else expect(await outcome(closeAccount(reader.id)), hint).toBe('done')
      expect(await userById(reader.id), hint).toBeNull()
      expect(await customers(), hint).toEqual([])
    },
  )
})
