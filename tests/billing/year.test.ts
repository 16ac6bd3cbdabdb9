import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import type { UserRow } from '#app/accounts/store/users.server.ts'
import { cancelSubscription } from '#app/billing/service/cancel-subscription.server.ts'
import { resubscribe } from '#app/billing/service/resubscribe.server.ts'
import { cancelPlanChange } from '#app/billing/service/cancel-plan-change.server.ts'
import { guaranteeOf } from '#app/billing/service/find-guarantee.server.ts'
import { requestGuaranteeRefund } from '#app/billing/service/request-guarantee-refund.server.ts'
import { refundProgress } from '#app/billing/rules/guarantee.ts'
import { startSubscription } from '#app/billing/service/start-subscription.server.ts'
import { catchUpWithStripe } from '#app/billing/service/catch-up-with-stripe.server.ts'
import { DomainError } from '#app/platform/errors.ts'
import { stripe } from '#app/platform/stripe.server.ts'
import {
  accessOf,
  billingWorld,
  buyBeside,
  change,
  confirm,
  customerOf,
  DAY,
  expectTruth,
  MONTHLY,
  viewOf,
  YEARLY,
} from '#tests/store/billing.ts'
import { newReader } from '#tests/store/readers.ts'

/** Enough for every outcome. YEAR_SUBSCRIBERS=1000 takes half an hour on a busy machine. */
const SUBSCRIBERS = Number(process.env['YEAR_SUBSCRIBERS'] ?? 40)
const DAYS = 365
/** Days between rounds of actions. */
const STEP_DAYS = 5
/** Actions in each round. */
const ACTIONS_PER_ROUND = Math.ceil(SUBSCRIBERS / 33)

/** Random numbers that are the same in every run (mulberry32). */
function randomFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

const pick = randomFrom(20261121)
const oneOf = <T>(...things: T[]): T => things[pick(things.length)]!

const world = billingWorld()

/** Ignores refusals: not every action is possible in every state. */
async function unlessRefused(action: Promise<unknown>): Promise<void> {
  try {
    await action
  } catch (error) {
    const isRefused =
      error instanceof DomainError
        ? error.code !== 'provider-unavailable'
        : error instanceof Stripe.errors.StripeInvalidRequestError
    if (!isRefused) throw error
  }
}

async function subscribe(reader: UserRow): Promise<void> {
  const started = await startSubscription(reader, { planId: oneOf(MONTHLY, YEARLY, MONTHLY) })
  // One in ten never confirms; one in ten has a card that fails later.
  if (started.clientSecret === null || pick(10) === 0) return
  const good = oneOf('pm_card_visa', 'pm_card_visa', 'pm_card_pendingRefund', 'pm_card_refundFail')
  await confirm(started, pick(10) === 0 ? 'pm_card_chargeCustomerFail' : good).catch(
    () => undefined,
  )
}

async function moneyBack(reader: UserRow): Promise<void> {
  const { offer } = await guaranteeOf(reader)
  if (offer) await requestGuaranteeRefund(reader, offer.cents)
}

/** The reader's refunds under the guarantee at Stripe. */
async function guaranteed(reader: UserRow): Promise<Stripe.Refund[]> {
  const customer = await customerOf(reader)
  const { data } = await stripe().charges.list({ customer, limit: 100, expand: ['data.refunds'] })
  return data.flatMap(({ refunds }) =>
    refunds!.data.filter(({ metadata }) => metadata?.['purpose'] === 'guarantee'),
  )
}

const chargesOfCustomer = async (reader: UserRow) =>
  (await stripe().charges.list({ customer: await customerOf(reader), limit: 10 })).data.filter(
    ({ status, disputed, refunded }) => status === 'succeeded' && !disputed && !refunded,
  )

const ACTIONS: ((reader: UserRow) => Promise<unknown>)[] = [
  (reader) => change(reader, YEARLY),
  (reader) => change(reader, MONTHLY),
  (reader) => cancelPlanChange(reader),
  (reader) => cancelSubscription(reader, 'atPeriodEnd'),
  (reader) => resubscribe(reader),
  (reader) => cancelSubscription(reader, oneOf('immediately', 'atPeriodEnd')),
  (reader) => subscribe(reader),
  (reader) => subscribe(reader),
  (reader) => moneyBack(reader),
  async function newCard(reader) {
    const customer = await customerOf(reader)
    const { data } = await stripe().subscriptions.list({ customer, limit: 1 })
    if (!data[0]) return
    const card = await stripe().paymentMethods.attach('pm_card_visa', { customer })
    await stripe().subscriptions.update(data[0].id, { default_payment_method: card.id })
  },
  async function atThePortal(reader) {
    const { data } = await stripe().subscriptions.list({
      customer: await customerOf(reader),
      limit: 1,
      status: 'active',
    })
    if (!data[0] || data[0].schedule) return
    await stripe().subscriptions.update(data[0].id, { cancel_at_period_end: true })
  },
  async function besideIt(reader) {
    if ((await viewOf(reader)).status === 'active' && pick(2) === 0) await buyBeside(reader, YEARLY)
  },
  async function dispute(reader) {
    const [charge] = await chargesOfCustomer(reader)
    if (charge && pick(3) === 0) world.emulator.dashboard.dispute(charge.id)
  },
  async function refund(reader) {
    const [charge] = await chargesOfCustomer(reader)
    if (charge && pick(3) === 0) world.emulator.dashboard.refund(charge.id)
  },
]

const FAULTS = [
  {},
  {},
  { duplicate: true },
  { reorder: true },
  { duplicate: true, reorder: true },
  { delay: DAY },
  { drop: true },
]

test(
  `a year of ${SUBSCRIBERS} subscribers ends with Stripe’s state for each of them`,
  { timeout: 600_000 + SUBSCRIBERS * 10_000 },
  async () => {
    const readers: UserRow[] = []
    for (let i = 0; i < SUBSCRIBERS; i += 20) {
      const some = await Promise.all(Array.from({ length: 20 }, () => newReader()))
      await Promise.all(some.map(subscribe))
      readers.push(...some)
    }
    for (let day = 0; day < DAYS; day += STEP_DAYS) {
      world.emulator.webhooks.setFaults(oneOf(...FAULTS))
      await Promise.all(
        Array.from({ length: ACTIONS_PER_ROUND }, async () => {
          const reader = readers[pick(readers.length)]!
          await unlessRefused(oneOf(...ACTIONS)(reader))
        }),
      )
      // Most first payments are made in the second week.
      if (day >= 10 && day < 40) {
        const asking = Array.from(
          { length: ACTIONS_PER_ROUND },
          () => readers[pick(readers.length)]!,
        )
        const match = oneOf('DELETE /v1/subscriptions', 'POST /v1/refunds', 'POST /v1/invoices')
        world.emulator.calls.addFault({ kind: 'refused', match, times: 2 })
        await Promise.all(asking.map((reader) => unlessRefused(moneyBack(reader))))
        world.emulator.calls.clearFaults()
      }
      await world.advance(STEP_DAYS * DAY)
      await catchUpWithStripe()
    }
    world.emulator.webhooks.setFaults({})
    await world.advance(2 * DAY)
    // One run takes at most a thousand events.
    while (await catchUpWithStripe()) {}
    await catchUpWithStripe()
    const seen: Record<string, number> = {}
    for (const reader of readers) {
      await expectTruth(reader)
      const { status, isSubscribed } = await viewOf(reader)
      expect(await accessOf(reader)).toBe(isSubscribed ? 'full' : 'free')
      seen[status] = (seen[status] ?? 0) + 1
      const { refund } = await guaranteeOf(reader)
      const refunds = await guaranteed(reader)
      if (refund) {
        expect(refund).toMatchObject(refundProgress(refunds))
        seen[`refund ${refund.status}`] = (seen[`refund ${refund.status}`] ?? 0) + 1
      } else expect(refunds).toEqual([])
    }
    // Every outcome has occurred.
    for (const status of ['active', 'canceled', 'none', 'refund succeeded', 'refund failed']) {
      expect(seen[status], JSON.stringify(seen)).toBeGreaterThan(0)
    }
  },
)
