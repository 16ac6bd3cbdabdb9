import { describe, expect, test } from 'vitest'
import { cancelSubscription } from '#app/billing/service/cancel-subscription.server.ts'
import { listCharges, listBillingEmails } from '#app/billing/service/list-charges.server.ts'
import { closeAccount } from '#app/billing/service/close-account.server.ts'
import { planById, listPlans } from '#app/billing/service/list-plans.server.ts'
import { lookUpPromotion } from '#app/billing/service/look-up-promotion.server.ts'
import { deadlineDay } from '#app/billing/rules/format-money.ts'
import { refreshSubscription } from '#app/billing/service/reconcile.server.ts'
import { startSubscription } from '#app/billing/service/start-subscription.server.ts'
import { catchUpWithStripe } from '#app/billing/service/catch-up-with-stripe.server.ts'
import { accountOf } from '#app/billing/store/billing-state.server.ts'
import { db } from '#app/platform/database.server.ts'
import { stripe } from '#app/platform/stripe.server.ts'
import {
  accessOf,
  atStripe,
  billingWorld,
  callsOf,
  confirm,
  customerOf,
  DAY,
  HOUR,
  MONTHLY,
  payingReader,
  trialReader,
  viewOf,
  YEARLY,
} from '#tests/store/billing.ts'
import { emailsTo, newReader, outcome, outcomes } from '#tests/store/readers.ts'

const world = billingWorld()
const SUBSCRIBED = 'conflict: You already have a subscription. You can change it in your settings.'

describe('a trial', () => {
  test('gives full access once its card is confirmed, and not before', async () => {
    const reader = await newReader()
    expect(await accessOf(reader)).toBe('free')
    const started = await startSubscription(reader, { planId: MONTHLY })
    expect(started.intentType).toBe('setup')
    await refreshSubscription(reader)
    expect(await accessOf(reader)).toBe('free')
    expect(await viewOf(reader)).toMatchObject({ status: 'none', isSubscribed: false })
    await confirm(started)
    await world.emulator.webhooks.settled()
    expect(await accessOf(reader)).toBe('full')
    expect(await viewOf(reader)).toMatchObject({
      status: 'trialing',
      label: 'Trial',
      plan: 'monthly',
      nextCharge: { cents: 1600 },
      trialAvailable: false,
    })
  })

  test('sends emails when it starts, three days and one day before it ends, and after the payment', async () => {
    const reader = await trialReader()
    const day = deadlineDay((await viewOf(reader)).trialEnd!)
    for (let days = 0; days < 9; days++) {
      await world.advance(DAY)
      await catchUpWithStripe()
    }
    expect(await viewOf(reader)).toMatchObject({ status: 'active', lastPayment: { cents: 1600 } })
    const titles = [
      'Your free trial of Readr has started',
      `Your plan starts on ${day}`,
      `Your plan starts on ${day}`,
      'Your receipt from Readr: $16.00',
    ]
    expect((await emailsTo(reader.email)).map(({ subject }) => subject)).toEqual(titles)
    expect((await listBillingEmails(reader)).map(({ title }) => title)).toEqual(titles.toReversed())
    const { past, coming } = await listCharges(reader)
    expect(past).toMatchObject([{ cents: 1600, status: 'paid', refundedCents: 0 }])
    expect(past[0]!.url).toMatch(/^https?:/)
    expect(coming).toMatchObject([{ cents: 1600, status: 'coming' }])
  })

  test('says in its email what is charged when, and how to cancel', async () => {
    const reader = await trialReader(YEARLY)
    const [mail] = await emailsTo(reader.email)
    expect(mail!.text).toMatch(/Yearly Plan has started/)
    expect(mail!.text).toMatch(/On \w+ \d+, 20\d\d, we will charge your card \$99\.00/)
    expect(mail!.text).toMatch(/cancel in your settings/)
    expect(mail!.text).toContain('/settings')
  })

  test('whose card is never confirmed ends after an hour, without access or emails', async () => {
    const reader = await newReader()
    const started = await startSubscription(reader, { planId: MONTHLY })
    await confirm(started, 'pm_card_authenticationRequiredOnSetup')
    await world.advance(HOUR + 60)
    await catchUpWithStripe()
    expect(await atStripe(await customerOf(reader))).toEqual([])
    expect(await viewOf(reader)).toMatchObject({
      status: 'none',
      isSubscribed: false,
      trialAvailable: true,
    })
    expect(await emailsTo(reader.email)).toEqual([])
    const again = await startSubscription(reader, { planId: MONTHLY })
    expect(again.clientSecret).not.toBe(started.clientSecret)
    await confirm(again)
    await refreshSubscription(reader)
    expect(await accessOf(reader)).toBe('full')
  })

  test.each(['pm_card_visa_chargeDeclined', 'pm_card_visa_chargeDeclinedInsufficientFunds'])(
    'does not start with a declined card (%s), and does with the next one',
    async (card) => {
      const reader = await newReader()
      const started = await startSubscription(reader, { planId: MONTHLY })
      await expect(confirm(started, card)).rejects.toMatchObject({ type: 'StripeCardError' })
      await refreshSubscription(reader)
      expect(await accessOf(reader)).toBe('free')
      const again = await startSubscription(reader, { planId: MONTHLY })
      expect(again.clientSecret).toBe(started.clientSecret)
      await confirm(again)
      await refreshSubscription(reader)
      expect(await accessOf(reader)).toBe('full')
    },
  )

  test('is given once: not again for another plan', async () => {
    const reader = await trialReader()
    await cancelSubscription(reader, 'immediately')
    expect(await viewOf(reader)).toMatchObject({ trialAvailable: false, status: 'canceled' })
    expect(await accessOf(reader)).toBe('free')
    const started = await startSubscription(reader, { planId: YEARLY })
    expect(started).toMatchObject({ intentType: 'payment', terms: { dueNowCents: 9900 } })
    expect(await accessOf(reader)).toBe('free')
    await confirm(started)
    await refreshSubscription(reader)
    expect(await accessOf(reader)).toBe('full')
    expect(await viewOf(reader)).toMatchObject({ status: 'active', plan: 'yearly' })
  })

  test('is given once: not again to a new account with the same address', async () => {
    const reader = await trialReader()
    await closeAccount(reader.id)
    const again = await newReader({ email: reader.email })
    expect(await viewOf(again)).toMatchObject({ trialAvailable: false })
    expect(await startSubscription(again, { planId: MONTHLY })).toMatchObject({
      intentType: 'payment',
    })
    expect(JSON.stringify(await db().usedTrial.findMany())).not.toContain(reader.email)
  })
})

describe('with test keys, whose cards everybody uses', () => {
  test('every account and every variant of an address gets a trial, even with the same card', async () => {
    for (const email of ['test.keys@gmail.com', 'test.keys+1@gmail.com', 'testkeys@gmail.com']) {
      const reader = await newReader({ email })
      const started = await startSubscription(reader, { planId: MONTHLY })
      expect(started.intentType).toBe('setup')
      await confirm(started)
      await refreshSubscription(reader)
      expect(await viewOf(reader)).toMatchObject({ status: 'trialing', trialRefused: false })
    }
    const made = world.emulator.calls.made()
    expect(made.filter((call) => call.startsWith('GET /v1/payment_methods/'))).toEqual([])
  })
})

describe('starting a subscription', () => {
  test('makes at most four requests to Stripe', async () => {
    await listPlans()
    const reader = await newReader()
    const first = await callsOf(world, () => startSubscription(reader, { planId: MONTHLY }))
    expect(first).toEqual(['POST /v1/customers', 'POST /v1/subscriptions'])
    const instead = await callsOf(world, () => startSubscription(reader, { planId: YEARLY }))
    expect(instead).toHaveLength(4)
    await world.advance(2 * HOUR)
    await catchUpWithStripe()
    const input = { planId: YEARLY, promotionCode: 'HALF' }
    expect(await callsOf(world, () => startSubscription(reader, input))).toHaveLength(3)
    const other = await newReader()
    expect(await callsOf(world, () => startSubscription(other, input))).toHaveLength(3)
    await confirm(await startSubscription(other, input))
    await refreshSubscription(other)
    await cancelSubscription(other, 'immediately')
    const free = { planId: YEARLY, promotionCode: 'FREE' }
    expect(await callsOf(world, () => startSubscription(other, free))).toHaveLength(4)
  })

  test('is not needed to show anything: pages make no request to Stripe', async () => {
    const reader = await payingReader(world)
    const calls = await callsOf(world, async () => {
      await viewOf(reader)
      await listCharges(reader)
      await listBillingEmails(reader)
      await accessOf(reader)
      await listPlans()
    })
    expect(calls).toEqual([])
  })

  test('ten times at the same time creates one subscription', async () => {
    const reader = await newReader()
    const all = await Promise.all(
      Array.from({ length: 10 }, () => startSubscription(reader, { planId: MONTHLY })),
    )
    expect(new Set(all.map(({ clientSecret }) => clientSecret)).size).toBe(1)
    expect(await atStripe(await customerOf(reader))).toHaveLength(1)
    expect((await stripe().customers.list({ email: reader.email })).data).toHaveLength(1)
  })

  test('in two windows with two plans leaves one that can be confirmed', async () => {
    for (let round = 0; round < 5; round++) {
      const reader = await newReader()
      const tally = await outcomes(
        [MONTHLY, YEARLY, MONTHLY, YEARLY].map((planId) => startSubscription(reader, { planId })),
      )
      for (const result of Object.keys(tally))
        expect(result).toMatch(/^done|^conflict: You just started/)
      expect((await atStripe(await customerOf(reader))).length).toBeLessThanOrEqual(1)
      const last = await startSubscription(reader, { planId: YEARLY })
      await confirm(last)
      await refreshSubscription(reader)
      expect(await atStripe(await customerOf(reader))).toHaveLength(1)
      expect(await viewOf(reader)).toMatchObject({ status: 'trialing', plan: 'yearly' })
    }
  })

  test('and confirming in two windows leaves one subscription', async () => {
    const reader = await newReader()
    const one = await startSubscription(reader, { planId: MONTHLY })
    // The first window does not know about this one, as if two processes had raced.
    const { customerId } = (await accountOf(reader.id))!
    const other = await stripe().subscriptions.create({
      customer: customerId!,
      items: [{ price: YEARLY }],
      trial_period_days: 7,
      payment_behavior: 'default_incomplete',
      expand: ['pending_setup_intent'],
    })
    await confirm(one)
    const { client_secret: clientSecret } = other.pending_setup_intent as { client_secret: string }
    await confirm({ clientSecret, intentType: 'setup' })
    await refreshSubscription(reader)
    expect(await atStripe(customerId!)).toHaveLength(1)
    await world.advance(9 * DAY)
    await catchUpWithStripe()
    expect((await listCharges(reader)).past.filter(({ status }) => status === 'paid')).toHaveLength(
      1,
    )
  })

  test('again for the same plan returns the same secret, and for another plan ends the first', async () => {
    const reader = await newReader()
    const first = await startSubscription(reader, { planId: MONTHLY })
    expect((await startSubscription(reader, { planId: MONTHLY })).clientSecret).toBe(
      first.clientSecret,
    )
    const other = await startSubscription(reader, { planId: YEARLY })
    expect(other.clientSecret).not.toBe(first.clientSecret)
    expect(await atStripe(await customerOf(reader))).toMatchObject([
      { items: { data: [{ price: { id: YEARLY } }] } },
    ])
  })

  test('is refused to subscribers and administrators, and for unknown plans', async () => {
    const reader = await trialReader()
    expect(await outcome(startSubscription(reader, { planId: YEARLY }))).toBe(SUBSCRIBED)
    const admin = await newReader({ role: 'admin' })
    expect(await outcome(startSubscription(admin, { planId: MONTHLY }))).toBe(SUBSCRIBED)
    const other = await newReader()
    expect(await outcome(startSubscription(other, { planId: '' }))).toBe(
      'invalid-input: No price ID provided',
    )
    for (const planId of ['price_readr_lifetime', 'monthly', "' OR 1=1", 'x'.repeat(200)]) {
      expect(await outcome(startSubscription(other, { planId })), planId).toBe(
        'invalid-input: This plan is not available. Please choose another one.',
      )
    }
    expect(await outcome(planById('x'))).toMatch(/^invalid-input/)
  })

  test('with a promotion code applies the discount; wrong codes are refused and limited', async () => {
    const reader = await newReader()
    expect(await lookUpPromotion(reader, { code: 'HALF', planId: YEARLY })).toEqual({
      code: 'HALF',
      label: '50% off the first payment',
      firstChargeCents: 4950,
    })
    const wrong = { planId: YEARLY, promotionCode: 'NOPE' }
    expect(await outcome(startSubscription(reader, wrong))).toMatch(/^invalid-input: This code/)
    const tally = await outcomes(
      Array.from({ length: 12 }, () => lookUpPromotion(reader, { code: 'X', planId: YEARLY })),
    )
    expect(
      Object.keys(tally)
        .toSorted()
        .map((text) => text.split(':')[0]),
    ).toEqual(['invalid-input', 'too-many-requests'])
    const other = await newReader()
    await confirm(await startSubscription(other, { planId: YEARLY, promotionCode: 'HALF' }))
    await refreshSubscription(other)
    expect(await viewOf(other)).toMatchObject({ nextCharge: { cents: 4950 } })
    await world.endTrials()
    expect(await viewOf(other)).toMatchObject({ lastPayment: { cents: 4950 } })
  })

  test('with a code for the full price needs no card if there is no trial', async () => {
    const reader = await trialReader()
    await cancelSubscription(reader, 'immediately')
    const started = await startSubscription(reader, { planId: MONTHLY, promotionCode: 'FREE' })
    expect(started).toMatchObject({ clientSecret: null, intentType: null })
    expect(await accessOf(reader)).toBe('full')
  })

  test('after the customer was deleted in the dashboard creates a new one', async () => {
    const reader = await trialReader()
    const before = await customerOf(reader)
    await stripe().customers.del(before)
    await world.emulator.webhooks.settled()
    expect(await accessOf(reader)).toBe('free')
    const started = await startSubscription(reader, { planId: MONTHLY })
    await confirm(started)
    await refreshSubscription(reader)
    expect(await customerOf(reader)).not.toBe(before)
    expect(await accessOf(reader)).toBe('full')
  })
})
