import { beforeEach, describe, expect, test } from 'vitest'
import { cancelSubscription } from '#app/billing/service/cancel-subscription.server.ts'
import { refreshSubscription } from '#app/billing/service/reconcile.server.ts'
import { checkoutUrl, startSubscription } from '#app/billing/service/start-subscription.server.ts'
import { subscriptionTermsOf } from '#app/billing/rules/compute-terms.server.ts'
import { planById } from '#app/billing/service/list-plans.server.ts'
import { now } from '#app/platform/clock.server.ts'
import { db } from '#app/platform/database.server.ts'
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
  HOUR,
  MONTHLY,
  payingReader,
  payOnStripesPage,
  payWithNewCard,
  trialReader,
  viewOf,
  YEARLY,
} from '#tests/store/billing.ts'
import { newReader } from '#tests/store/readers.ts'

const world = billingWorld()

/** Moves both clocks to a time of a day to come, in UTC. */
async function goTo(hours: number, minutes = 0) {
  const time = hours * HOUR + minutes * 60
  const clock = world.emulator.clock.now()
  const today = Math.floor(clock / DAY) * DAY
  await world.advance((today + time > clock ? today : today + DAY) + time - clock)
}

const noonAfterDays = (days: number) => {
  const over = world.emulator.clock.now() + days * DAY
  return new Date((Math.ceil((over - DAY / 2) / DAY) * DAY + DAY / 2) * 1000)
}

/** What the plans and the checkout would say now. */
const shownNow = async () =>
  subscriptionTermsOf(await planById(MONTHLY), { trial: true }, now()).trialEnd!

beforeEach(() => world.emulator.calls.clearFaults())

describe('a trial', () => {
  test.each([
    [0, 0],
    [11, 59],
    [12, 0],
    [12, 1],
    [23, 59],
  ])('that starts at %i:%i ends at the first noon after seven days', async (hours, minutes) => {
    await goTo(hours, minutes)
    const end = noonAfterDays(7)
    const reader = await trialReader()
    expect(await shownNow()).toEqual(end)
    expect(await viewOf(reader)).toMatchObject({
      trialEnd: end,
      nextCharge: { cents: 1600, at: end },
    })
    const [subscription] = await atStripe(await customerOf(reader))
    expect(subscription).toMatchObject({
      trial_end: end.getTime() / 1000,
      billing_cycle_anchor: end.getTime() / 1000,
    })
    expect(await accessOf(reader)).toBe('full')
  })

  test('has its end stored with the attempt, and stays one subscription if the answer is lost', async () => {
    await goTo(11)
    const reader = await newReader()
    const end = noonAfterDays(7)
    world.emulator.calls.addFault({ kind: 'answer_lost', match: 'POST /v1/subscriptions' })
    await expect(startSubscription(reader, { planId: MONTHLY })).rejects.toThrow('Failed to create')
    world.emulator.calls.clearFaults()
    const { trialEnd } = (await db().subscriptionAttempt.findUnique({
      where: { userId: reader.id },
    }))!
    expect(trialEnd).toEqual(end)
    await world.advance(HOUR / 2)
    const again = await startSubscription(reader, { planId: MONTHLY })
    expect(again.terms.trialEnd).toEqual(end)
    expect(await atStripe(await customerOf(reader))).toHaveLength(1)
    const { clientSecret } = await startSubscription(reader, { planId: MONTHLY })
    expect(clientSecret).toBe(again.clientSecret)
  })

  test('that was begun before noon and is confirmed after it ends no earlier than the page says', async () => {
    await goTo(11, 55)
    const reader = await newReader()
    const before = await startSubscription(reader, { planId: MONTHLY })
    await goTo(12, 5)
    const shown = await shownNow()
    const after = await startSubscription(reader, { planId: MONTHLY })
    expect(after.clientSecret).not.toBe(before.clientSecret)
    await confirm(after)
    await refreshSubscription(reader)
    expect((await viewOf(reader)).trialEnd).toEqual(shown)
    expect(shown.getTime() - before.terms.trialEnd!.getTime()).toBe(DAY * 1000)
    expect(await atStripe(await customerOf(reader))).toHaveLength(1)
  })

  test('renews at noon UTC, month after month', async () => {
    await goTo(17, 30)
    const reader = await payingReader(world)
    for (let month = 0; month < 14; month++) {
      const { status, currentPeriodEnd } = await viewOf(reader)
      expect(status).toBe('active')
      expect(currentPeriodEnd!.toISOString()).toMatch(/T12:00:00\.000Z$/)
      await world.advance(
        currentPeriodEnd!.getTime() / 1000 + 2 * HOUR - world.emulator.clock.now(),
      )
    }
    await expectTruth(reader)
  })

  test('keeps its end when the plan changes in it, and the next plan starts at noon', async () => {
    await goTo(17, 30)
    const end = noonAfterDays(7)
    const up = await trialReader()
    await change(up, YEARLY)
    const down = await trialReader(YEARLY)
    await change(down, MONTHLY)
    expect(await viewOf(up)).toMatchObject({ trialEnd: end, plan: 'yearly' })
    expect(await viewOf(down)).toMatchObject({ trialEnd: end, pendingChange: { at: end } })
    await world.endTrials()
    expect(await viewOf(down)).toMatchObject({ status: 'active', plan: 'monthly' })
    for (const reader of [up, down]) {
      const { currentPeriodEnd } = await viewOf(reader)
      expect(currentPeriodEnd!.toISOString()).toMatch(/T12:00:00\.000Z$/)
    }
  })
})

describe('a trial on Stripe’s page', () => {
  test.each([
    [10, 20, 0],
    [10, 40, 1],
    [13, 0, 1],
  ])('opened at %i:%i lasts seven days also if it is filled in at last', async (hours, minutes) => {
    await goTo(hours, minutes)
    const reader = await newReader()
    const shown = await shownNow()
    const url = await checkoutUrl(reader, { planId: MONTHLY })
    await world.advance(89 * 60)
    const page = await (await fetch(url)).text()
    expect(page).toContain('In 7 days')
    const latest = noonAfterDays(7)
    expect((await payOnStripesPage(url)).status).toBe(303)
    await refreshSubscription(reader)
    const { status, trialEnd } = await viewOf(reader)
    expect(status).toBe('trialing')
    expect(trialEnd).toEqual(latest)
    expect(trialEnd!.getTime()).toBeGreaterThanOrEqual(shown.getTime())
  })

  test('cannot start once the page has closed', async () => {
    const reader = await newReader()
    const url = await checkoutUrl(reader, { planId: MONTHLY })
    expect(await callsOf(world, () => checkoutUrl(reader, { planId: MONTHLY }))).toContain(
      'POST /v1/checkout/sessions',
    )
    await world.advance(91 * 60)
    expect((await payOnStripesPage(url)).status).toBe(404)
    expect(await atStripe(await customerOf(reader))).toEqual([])
  })
})

describe('a subscription that Stripe has stopped', () => {
  test('is inactive, can be paid or canceled, and continues once it is paid', async () => {
    world.emulator.account.settings.afterRetries = 'unpaid'
    const reader = await trialReader(MONTHLY, 'pm_card_chargeCustomerFail')
    const other = await trialReader(MONTHLY, 'pm_card_chargeCustomerFail')
    await world.endTrials()
    expect(await viewOf(reader)).toMatchObject({ label: 'Past Due', isSubscribed: true })
    await world.advance(28 * DAY)
    world.emulator.account.settings.afterRetries = 'cancel'
    await refreshSubscription(reader)
    const [subscription] = await atStripe(await customerOf(reader))
    expect(subscription!.status).toBe('unpaid')
    const view = await viewOf(reader)
    expect(view).toMatchObject({
      status: 'none',
      label: 'Inactive',
      isHalted: true,
      isSubscribed: false,
      trialRefused: false,
      nextCharge: null,
      can: { subscribe: false, cancelNow: true, cancelAtPeriodEnd: false, changePlan: false },
    })
    expect(view.openInvoiceUrl).toMatch(/^http/)
    expect(await accessOf(reader)).toBe('free')
    await expect(startSubscription(reader, { planId: MONTHLY })).rejects.toThrow('already have')
    await payWithNewCard(world, reader)
    expect(await viewOf(reader)).toMatchObject({ status: 'active', isHalted: false })
    expect(await accessOf(reader)).toBe('full')
    await refreshSubscription(other)
    await cancelSubscription(other, 'immediately')
    expect(await viewOf(other)).toMatchObject({ status: 'canceled', can: { subscribe: true } })
  })
})
