import { setTimeout as after } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import type { UserRow } from '#app/accounts/store/users.server.ts'
import { cancelSubscription } from '#app/billing/service/cancel-subscription.server.ts'
import { resubscribe } from '#app/billing/service/resubscribe.server.ts'
import { cancelPlanChange } from '#app/billing/service/cancel-plan-change.server.ts'
import { previewChange } from '#app/billing/service/preview-plan-change.server.ts'
import { listCharges } from '#app/billing/service/list-charges.server.ts'
import { listPlans } from '#app/billing/service/list-plans.server.ts'
import { portalUrl } from '#app/billing/service/open-portal.server.ts'
import { refreshSubscription } from '#app/billing/service/reconcile.server.ts'
import { checkoutUrl, startSubscription } from '#app/billing/service/start-subscription.server.ts'
import { accountOf, ensureAccount, setCustomer } from '#app/billing/store/billing-state.server.ts'
import { followClock, now as clockNow } from '#app/platform/clock.server.ts'
import { connectStripe, stripe } from '#app/platform/stripe.server.ts'
import {
  accessOf,
  atStripe,
  billingWorld,
  buyBeside,
  change,
  confirm,
  customerOf,
  DAY,
  expectTruth,
  HOUR,
  viewOf,
} from '#tests/store/billing.ts'
import { newReader } from '#tests/store/readers.ts'

/**
 * Checks with test clocks what Readr relies on at Stripe: with the emulator, or with the real Stripe if
 * STRIPE_SANDBOX_KEY has the key of a sandbox.
 */
const KEY = process.env['STRIPE_SANDBOX_KEY']

const world = billingWorld()
let MONTHLY = ''
let YEARLY = ''

beforeAll(async () => {
  if (KEY) connectStripe({ secretKey: KEY, publishableKey: '', webhookSecret: '' })
  const [monthly, yearly] = await listPlans()
  MONTHLY = monthly!.id
  YEARLY = yearly!.id
})

interface Life {
  reader: UserRow
  /** Moves the reader's clock and reconciles. */
  advance(seconds: number): Promise<void>
}

/** A reader with a separate test clock. */
async function newLife(): Promise<Life> {
  let now = KEY ? Math.floor(Date.now() / 1000) : world.emulator.clock.now()
  const { testClocks } = stripe().testHelpers
  const clock = await testClocks.create({ frozen_time: now })
  const email = KEY ? `sandbox-${clock.id}@example.com` : undefined
  const reader = await newReader(email ? { email } : {})
  followClock(() => now * 1000)
  await ensureAccount(reader.id, new Date())
  const { customerKey } = (await accountOf(reader.id))!
  const { id } = await stripe().customers.create({ email: reader.email, test_clock: clock.id })
  await setCustomer(reader.id, customerKey, id)
  return {
    reader,
    async advance(seconds) {
      now += seconds
      await testClocks.advance(clock.id, { frozen_time: now })
      while ((await testClocks.retrieve(clock.id)).status !== 'ready') await after(KEY ? 1000 : 5)
      await refreshSubscription(reader)
    },
  }
}

/** A reader whose trial was used, without a subscription. */
async function withoutTrial(): Promise<Life> {
  const life = await newLife()
  await confirm(await startSubscription(life.reader, { planId: MONTHLY }))
  await refreshSubscription(life.reader)
  await cancelSubscription(life.reader, 'immediately')
  return life
}

/** Subscribes and pays. */
async function buy({ reader }: Life, planId: string, card?: string): Promise<void> {
  await confirm(await startSubscription(reader, { planId }), card)
  await refreshSubscription(reader)
}

// A clock of the real Stripe takes many seconds for each step.
describe('at Stripe', { timeout: KEY ? 600_000 : 60_000 }, () => {
  test('a trial gives access with its card and is charged at its end; a failed card is retried', async () => {
    const life = await newLife()
    const { reader } = life
    const started = await startSubscription(reader, { planId: MONTHLY })
    expect(started).toMatchObject({ intentType: 'setup', terms: { dueNowCents: 0 } })
    expect(await accessOf(reader)).toBe('free')
    await confirm(started)
    await refreshSubscription(reader)
    expect(await viewOf(reader)).toMatchObject({ status: 'trialing', nextCharge: { cents: 1600 } })
    const end = (await viewOf(reader)).trialEnd!.getTime()
    await life.advance((end - clockNow().getTime()) / 1000 + 2 * HOUR)
    expect(await viewOf(reader)).toMatchObject({ status: 'active', lastPayment: { cents: 1600 } })
    const customer = await customerOf(reader)
    const bad = await stripe().paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    const { subscriptionId } = await viewOf(reader)
    await stripe().subscriptions.update(subscriptionId!, { default_payment_method: bad.id })
    await life.advance(31 * DAY + 2 * HOUR)
    expect(await viewOf(reader)).toMatchObject({ status: 'past_due', isSubscribed: true })
    expect((await viewOf(reader)).openInvoiceUrl).toMatch(/^http/)
    await expectTruth(reader)
  })

  test('an unconfirmed subscription ends automatically, and a declined card starts none', async () => {
    const life = await newLife()
    const { reader } = life
    const started = await startSubscription(reader, { planId: MONTHLY })
    await expect(confirm(started, 'pm_card_visa_chargeDeclined')).rejects.toMatchObject({
      type: 'StripeCardError',
    })
    await life.advance(2 * HOUR)
    expect(await atStripe(await customerOf(reader))).toEqual([])
    expect(await accessOf(reader)).toBe('free')
    const again = await withoutTrial()
    const unpaid = await startSubscription(again.reader, { planId: YEARLY })
    expect(unpaid).toMatchObject({ intentType: 'payment', terms: { dueNowCents: 9900 } })
    // Another plan voids the unpaid invoice.
    const other = await startSubscription(again.reader, { planId: MONTHLY })
    expect(await atStripe(await customerOf(again.reader))).toHaveLength(1)
    await expect(confirm(unpaid)).rejects.toThrow(/canceled/)
    await confirm(other)
    await refreshSubscription(again.reader)
    await expectTruth(again.reader)
  })

  test('an upgrade charges the shown amount, a downgrade is scheduled, a cancellation drops it', async () => {
    const life = await withoutTrial()
    const { reader } = life
    await buy(life, MONTHLY)
    const shown = await previewChange(reader, YEARLY)
    expect(await change(reader, YEARLY)).toMatchObject({
      outcome: 'changed',
      paidCents: shown.dueNowCents,
    })
    await life.advance(10 * DAY)
    expect(await change(reader, MONTHLY)).toMatchObject({ outcome: 'scheduled' })
    expect(await viewOf(reader)).toMatchObject({
      plan: 'yearly',
      pendingChange: { plan: 'monthly' },
    })
    const { lastDay } = await cancelSubscription(reader, 'atPeriodEnd')
    expect(await viewOf(reader)).toMatchObject({ pendingChange: null, endsAt: lastDay })
    await resubscribe(reader)
    await change(reader, MONTHLY)
    await life.advance(366 * DAY)
    expect(await viewOf(reader)).toMatchObject({ status: 'active', plan: 'monthly' })
    await cancelSubscription(reader, 'immediately')
    expect(await accessOf(reader)).toBe('free')
    await expectTruth(reader)
  })

  test('an unpaid upgrade is pending and ends with its invoice', async () => {
    const life = await withoutTrial()
    const { reader } = life
    await buy(life, MONTHLY)
    const customer = await customerOf(reader)
    const bad = await stripe().paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    const { subscriptionId } = await viewOf(reader)
    await stripe().subscriptions.update(subscriptionId!, { default_payment_method: bad.id })
    expect(await change(reader, YEARLY)).toMatchObject({ outcome: 'unconfirmed' })
    expect(await viewOf(reader)).toMatchObject({
      plan: 'monthly',
      pendingChange: { kind: 'unconfirmed' },
    })
    expect(await cancelPlanChange(reader)).toMatchObject({ plan: 'monthly', pendingChange: null })
    await expectTruth(reader)
  })

  test('a second paid subscription is refunded and ended', async () => {
    const life = await withoutTrial()
    const { reader } = life
    await buy(life, MONTHLY)
    await life.advance(DAY)
    await buyBeside(reader, YEARLY)
    await refreshSubscription(reader)
    expect(await viewOf(reader)).toMatchObject({ status: 'active', plan: 'monthly' })
    expect(await atStripe(await customerOf(reader))).toHaveLength(1)
    const { past } = await listCharges(reader)
    expect(past.map(({ cents, refundedCents }) => [cents, refundedCents]).toSorted()).toEqual([
      [1600, 0],
      [9900, 9900],
    ])
    await expectTruth(reader)
  })

  test('its own pages work for browsers without JavaScript', async () => {
    const { reader } = await withoutTrial()
    expect(await checkoutUrl(reader, { planId: MONTHLY })).toMatch(/^https?:/)
    // Starting it here closes that page.
    const started = await startSubscription(reader, { planId: MONTHLY })
    const { data } = await stripe().checkout.sessions.list({ customer: await customerOf(reader) })
    expect(data.map(({ status }) => status)).toEqual(['expired'])
    await confirm(started)
    await refreshSubscription(reader)
    expect(await portalUrl(reader)).toMatch(/^https?:/)
  })
})
