import type { Stripe } from 'stripe'
import { afterEach, describe, expect, test } from 'vitest'
import type { UserRow } from '#app/accounts/store/users.server.ts'
import { cancelSubscription } from '#app/billing/service/cancel-subscription.server.ts'
import { listCharges } from '#app/billing/service/list-charges.server.ts'
import { closeAccount } from '#app/billing/service/close-account.server.ts'
import { refreshSubscription } from '#app/billing/service/reconcile.server.ts'
import {
  refusedCardLabel,
  subscribeWithRefusedCard,
} from '#app/billing/service/pay-with-refused-card.server.ts'
import { checkoutUrl, startSubscription } from '#app/billing/service/start-subscription.server.ts'
import { catchUpWithStripe } from '#app/billing/service/catch-up-with-stripe.server.ts'
import { mayStartTrial } from '#app/billing/store/billing-state.server.ts'
import { db } from '#app/platform/database.server.ts'
import { personHashes } from '#app/platform/person-hash.server.ts'
import { stripe } from '#app/platform/stripe.server.ts'
import {
  accessOf,
  atStripe,
  billingWorld,
  callsOf,
  confirm,
  customerOf,
  DAY,
  expectTruth,
  HOUR,
  MONTHLY,
  newCard,
  payOnStripesPage,
  viewOf,
  YEARLY,
} from './billing.ts'
import { emailsTo, newReader, outcome } from './readers.ts'

const world = billingWorld({ livemode: true })
afterEach(async () => {
  world.emulator.webhooks.setFaults({})
  await world.emulator.webhooks.settled()
})

/** Starts a trial and confirms its card, as the page does. */
async function tryTrial(reader: UserRow, card: string, planId = MONTHLY) {
  const started = await startSubscription(reader, { planId })
  expect(started.intentType).toBe('setup')
  await confirm(started, card)
  return refreshSubscription(reader)
}

/** A reader whose card was already used for a trial with another account. */
async function refusedReader(planId = MONTHLY, number?: string) {
  const card = newCard(world, number)
  await tryTrial(await newReader(), await card())
  const reader = await newReader()
  await tryTrial(reader, await card(), planId)
  return reader
}

const subjects = async ({ email }: UserRow) => (await emailsTo(email)).map(({ subject }) => subject)
const paid = async (reader: UserRow) =>
  (await listCharges(reader)).past
    .filter(({ status }) => status === 'paid')
    .map(({ cents }) => cents)
const REFUSED_SUBJECT = 'Your free trial did not start'
const NONE = { status: 'none', isSubscribed: false, trialAvailable: false, trialRefused: true }

/** Expects no trial and no payments. */
async function expectRefused(reader: UserRow, hint?: string) {
  expect(await viewOf(reader), hint).toMatchObject(NONE)
  expect(await accessOf(reader), hint).toBe('free')
  expect(await atStripe(await customerOf(reader)), hint).toEqual([])
  expect(await paid(reader), hint).toEqual([])
  expect(await subjects(reader), hint).toEqual([REFUSED_SUBJECT])
}

describe('a card that was used for a trial', () => {
  test('gets no second one: no access and no charge, not even after the trial period', async () => {
    const reader = await refusedReader()
    await expectRefused(reader)
    await world.advance(9 * DAY)
    await catchUpWithStripe()
    await expectRefused(reader)
    expect((await stripe().charges.list({ customer: await customerOf(reader) })).data).toEqual([])
    await expectTruth(reader)
  })

  test('sends an email with the reason and the price', async () => {
    const reader = await refusedReader(YEARLY)
    const [mail] = await emailsTo(reader.email)
    expect(mail!.text).toContain('You have not been charged.')
    expect(mail!.text).toContain('The Yearly Plan costs $99.00 today and renews every year.')
    expect(mail!.text).toContain(`/checkout?priceId=${YEARLY}`)
  })

  test('gets none when only the webhook reports it', async () => {
    const card = newCard(world)
    await tryTrial(await newReader(), await card())
    const reader = await newReader()
    await confirm(await startSubscription(reader, { planId: MONTHLY }), await card())
    await world.emulator.webhooks.settled()
    await expectRefused(reader)
  })

  test('gets none when only the timer finds it', async () => {
    const card = newCard(world)
    await tryTrial(await newReader(), await card())
    world.emulator.webhooks.setFaults({ drop: true })
    const reader = await newReader()
    await confirm(await startSubscription(reader, { planId: MONTHLY }), await card())
    expect(await accessOf(reader)).toBe('free')
    await world.advance(2 * HOUR)
    await catchUpWithStripe()
    await expectRefused(reader)
  })

  test('never becomes the payment method of the refused trial', async () => {
    const reader = await refusedReader()
    const customer = await customerOf(reader)
    const { data } = await stripe().subscriptions.list({ customer, status: 'all' })
    expect(data).toMatchObject([{ status: 'canceled', default_payment_method: null }])
  })

  test('gets none even if Stripe makes it the payment method', async () => {
    world.emulator.account.settings.setupSavesDefault = true
    try {
      await expectRefused(await refusedReader())
    } finally {
      world.emulator.account.settings.setupSavesDefault = false
    }
  })

  test('gets none after the first account was deleted', async () => {
    const card = newCard(world)
    const first = await newReader()
    await tryTrial(first, await card())
    await closeAccount(first.id)
    const again = await newReader()
    await tryTrial(again, await card())
    await expectRefused(again)
    const stored = JSON.stringify(await db().usedTrial.findMany())
    expect(stored).not.toContain('card-')
    expect(stored).not.toContain('@')
  })

  test('ends the trial offer of the account that uses it, also for other cards', async () => {
    const reader = await refusedReader()
    expect(await startSubscription(reader, { planId: YEARLY })).toMatchObject({
      intentType: 'payment',
      terms: { trialEnd: null, dueNowCents: 9900 },
    })
    await closeAccount(reader.id)
    const again = await newReader({ email: reader.email })
    expect(await viewOf(again)).toMatchObject({ trialAvailable: false, trialRefused: false })
  })

  test('by several accounts at the same time gets one trial', async () => {
    for (let round = 0; round < 2; round++) {
      const card = newCard(world)
      const readers = await Promise.all([newReader(), newReader(), newReader()])
      await Promise.all(
        readers.map(async (reader) => {
          const started = await startSubscription(reader, { planId: MONTHLY })
          await confirm(started, await card())
        }),
      )
      // The return page, the button, and the webhook at the same time.
      await Promise.all(
        readers.flatMap((reader) => [refreshSubscription(reader), refreshSubscription(reader)]),
      )
      await world.emulator.webhooks.settled()
      const access = await Promise.all(readers.map(accessOf))
      expect(access.toSorted()).toEqual(['free', 'free', 'full'])
      for (const [at, reader] of readers.entries()) {
        if (access[at] === 'free') await expectRefused(reader)
        else expect(await viewOf(reader)).toMatchObject({ status: 'trialing', trialRefused: false })
      }
    }
  })

  test('pays the full price when the reader starts again before the refusal was noticed', async () => {
    const card = newCard(world)
    await tryTrial(await newReader(), await card())
    world.emulator.webhooks.setFaults({ drop: true })
    const reader = await newReader()
    await confirm(await startSubscription(reader, { planId: MONTHLY }), await card())
    expect(await startSubscription(reader, { planId: MONTHLY })).toMatchObject({
      intentType: 'payment',
      terms: { dueNowCents: 1600 },
    })
  })

  test('can be entered again by the same account, which keeps its trial', async () => {
    const card = newCard(world)
    const reader = await newReader()
    await tryTrial(reader, await card())
    const { subscriptionId } = await viewOf(reader)
    const customer = await customerOf(reader)
    const again = await stripe().paymentMethods.attach(await card(), { customer })
    await stripe().subscriptions.update(subscriptionId!, { default_payment_method: again.id })
    await world.emulator.webhooks.settled()
    await refreshSubscription(reader)
    expect(await viewOf(reader)).toMatchObject({ status: 'trialing', trialRefused: false })
    await world.endTrials()
    await catchUpWithStripe()
    expect(await viewOf(reader)).toMatchObject({ status: 'active' })
    expect(await paid(reader)).toEqual([1600])
  })

  test('is looked up only when the trial starts', async () => {
    const reader = await newReader()
    await tryTrial(reader, await newCard(world)())
    const calls = await callsOf(world, () => refreshSubscription(reader))
    expect(calls).toEqual(['GET /v1/subscriptions'])
  })

  test('does not stop a trial that another process has just started', async () => {
    const reader = await newReader()
    await tryTrial(reader, await newCard(world)())
    const { subscriptionId } = await viewOf(reader)
    const { recognize } = personHashes(reader.email)
    expect(await mayStartTrial(reader.id, subscriptionId!, recognize)).toBe(true)
    expect(await mayStartTrial(reader.id, 'sub_another', recognize)).toBe(false)
  })

  test('is remembered later for a trial from before cards were remembered', async () => {
    const card = newCard(world)
    const early = await newReader()
    await tryTrial(early, await card())
    await db().billingAccount.update({ where: { userId: early.id }, data: { cardHash: null } })
    const { remember } = personHashes(early.email)
    await db().usedTrial.deleteMany({ where: { personHash: { notIn: remember } } })
    await refreshSubscription(early)
    expect(await viewOf(early)).toMatchObject({ status: 'trialing' })
    const reader = await newReader()
    await tryTrial(reader, await card())
    await expectRefused(reader)
  })

  test('without a fingerprint is accepted, and the address still counts', async () => {
    const address = 'link@example.com'
    const card = newCard(world)
    const withoutFingerprint = async () => {
      const id = await card()
      const { account } = world.emulator
      account.find<Stripe.PaymentMethod>('payment_method', id).card!.fingerprint = null
      return id
    }
    for (let accounts = 0; accounts < 2; accounts++) {
      const view = await tryTrial(await newReader(), await withoutFingerprint())
      expect(view.status).toBe('trialing')
    }
    await tryTrial(await newReader({ email: address }), await withoutFingerprint())
    const variant = await newReader({ email: address.replace('@', '+1@') })
    expect(await viewOf(variant)).toMatchObject({ trialAvailable: false })
  })

  test('does not stop a trial or a free month that an operator grants at Stripe', async () => {
    const card = newCard(world)
    const reader = await newReader()
    await tryTrial(reader, await card())
    await world.endTrials()
    await catchUpWithStripe()
    const { subscriptionId } = await viewOf(reader)
    const { account, clock } = world.emulator
    const paying = account.find<Stripe.Subscription>('subscription', subscriptionId!)
    const trial_end = clock.now() + 30 * DAY
    Object.assign(paying, { status: 'trialing', trial_start: clock.now(), trial_end })
    await refreshSubscription(reader)
    expect(await viewOf(reader)).toMatchObject({ status: 'trialing', isSubscribed: true })
    const refused = await refusedReader()
    const customer = await customerOf(refused)
    const method = await stripe().paymentMethods.attach(await card(), { customer })
    await stripe().subscriptions.create({
      customer,
      items: [{ price: MONTHLY }],
      trial_period_days: 14,
      default_payment_method: method.id,
    })
    await world.emulator.webhooks.settled()
    expect(await viewOf(refused)).toMatchObject({ status: 'trialing', isSubscribed: true })
  })
})

describe('an address', () => {
  test.each([
    ['tagged', 'ann.b@example.com', 'ann.b+1@example.com'],
    ['tagged first', 'cat+x@example.com', 'cat@example.com'],
    ['dotted at Gmail', 'dana.lee@gmail.com', 'd.analee+z@googlemail.com'],
    ['of a domain in two spellings', 'eve@münchen.example', 'eve+2@xn--mnchen-3ya.example'],
  ])('that is a variant of another gets no second trial: %s', async (_, one, other) => {
    await tryTrial(await newReader({ email: one }), await newCard(world)())
    const variant = await newReader({ email: other })
    expect(await viewOf(variant)).toMatchObject({ trialAvailable: false, trialRefused: false })
    const started = await startSubscription(variant, { planId: MONTHLY })
    expect(started).toMatchObject({ intentType: 'payment', terms: { dueNowCents: 1600 } })
  })

  test('of another person gets a trial', async () => {
    await tryTrial(await newReader({ email: 'fay.lee@example.com' }), await newCard(world)())
    const other = await newReader({ email: 'faylee@example.com' })
    expect(await tryTrial(other, await newCard(world)())).toMatchObject({ status: 'trialing' })
  })

  test('in two variants gets one trial if both were started before either was confirmed', async () => {
    const one = await newReader({ email: 'gus@example.com' })
    const two = await newReader({ email: 'gus+2@example.com' })
    const begun = await Promise.all(
      [one, two].map((reader) => startSubscription(reader, { planId: MONTHLY })),
    )
    expect(begun.map(({ intentType }) => intentType)).toEqual(['setup', 'setup'])
    for (const started of begun) await confirm(started, await newCard(world)())
    await Promise.all([one, two].map((reader) => refreshSubscription(reader)))
    await world.emulator.webhooks.settled()
    const access = await Promise.all([one, two].map(accessOf))
    expect(access.toSorted()).toEqual(['free', 'full'])
    await expectRefused(access[0] === 'free' ? one : two)
  })

  test('that was remembered before variants counted still counts', async () => {
    const [exact] = personHashes('Hal+old@example.com'.toLowerCase()).remember
    await db().usedTrial.create({ data: { personHash: exact!, usedAt: new Date(0) } })
    const again = await newReader({ email: 'hal+old@example.com' })
    expect(await viewOf(again)).toMatchObject({ trialAvailable: false })
  })
})

describe('an account', () => {
  test('gets one trial, also with a card that was saved before', async () => {
    const reader = await newReader()
    const started = await startSubscription(reader, { planId: MONTHLY })
    // Added in the portal: the trial needs no confirmation.
    const customer = await customerOf(reader)
    const { id } = await stripe().paymentMethods.attach(await newCard(world)(), { customer })
    await stripe().customers.update(customer, { invoice_settings: { default_payment_method: id } })
    await stripe().setupIntents.cancel(started.clientSecret!.split('_secret_')[0]!)
    await startSubscription(reader, { planId: YEARLY })
    await refreshSubscription(reader)
    expect(await viewOf(reader)).toMatchObject({ status: 'trialing', trialAvailable: false })
    // As in earlier versions, which did not count such a trial.
    const forgotten = { trialUsedAt: null, cardHash: null }
    await db().billingAccount.update({ where: { userId: reader.id }, data: forgotten })
    await db().usedTrial.deleteMany()
    await refreshSubscription(reader)
    expect(await viewOf(reader)).toMatchObject({ status: 'trialing', trialAvailable: false })
    await cancelSubscription(reader, 'immediately')
    expect(await viewOf(reader)).toMatchObject({ isSubscribed: false, trialAvailable: false })
  })

  test('that opened Stripe’s page before its trial was used gets no trial there', async () => {
    const card = newCard(world)
    const reader = await newReader({ email: 'ida@example.com' })
    const address = await checkoutUrl(reader, { planId: MONTHLY })
    await tryTrial(await newReader({ email: 'ida+1@example.com' }), await card())
    expect((await payOnStripesPage(address)).status).toBe(303)
    await world.emulator.webhooks.settled()
    await refreshSubscription(reader)
    await expectRefused(reader)
    await world.advance(9 * DAY)
    await catchUpWithStripe()
    await expectRefused(reader)
  })
})

describe('on Stripe’s page', () => {
  test('a card that was used for a trial starts none and can then be charged', async () => {
    const [one, two] = [await newReader(), await newReader()]
    await payOnStripesPage(await checkoutUrl(one, { planId: MONTHLY }), '5555555555554444')
    await world.emulator.webhooks.settled()
    expect(await accessOf(one)).toBe('full')
    const page = await checkoutUrl(two, { planId: YEARLY })
    expect((await payOnStripesPage(page, '5555555555554444', 'HALF')).status).toBe(303)
    await world.emulator.webhooks.settled()
    await expectRefused(two)
    expect(await refusedCardLabel(two)).toBe('Mastercard ending in 4444')
    const input = { planId: YEARLY, promotionCode: 'HALF', shownCents: 4950 }
    expect(await subscribeWithRefusedCard(two, input)).toBeNull()
    await refreshSubscription(two)
    expect(await paid(two)).toEqual([4950])
    await expectTruth(two)
  })
})

describe('a reader whose trial was refused', () => {
  test('pays with the same card after confirming the amount, and only once', async () => {
    const reader = await refusedReader()
    expect(await refusedCardLabel(reader)).toBe('Visa ending in 4242')
    const input = { planId: MONTHLY, shownCents: 1600 }
    const all = await Promise.all(
      Array.from({ length: 5 }, () => outcome(subscribeWithRefusedCard(reader, input))),
    )
    expect(all).toContain('done')
    await refreshSubscription(reader)
    expect(await accessOf(reader)).toBe('full')
    expect(await viewOf(reader)).toMatchObject({ status: 'active', trialRefused: false })
    expect(await paid(reader)).toEqual([1600])
    await expectTruth(reader)
    expect(await subjects(reader)).toEqual([REFUSED_SUBJECT, 'Your receipt from Readr: $16.00'])
    await cancelSubscription(reader, 'immediately')
    expect(await viewOf(reader)).toMatchObject({ status: 'canceled', trialRefused: false })
  })

  test('is only charged the amount that was shown', async () => {
    const reader = await refusedReader()
    for (const shownCents of [0, 1599, 9900]) {
      const input = { planId: MONTHLY, shownCents }
      expect(await outcome(subscribeWithRefusedCard(reader, input))).toMatch(
        /^conflict: The amount due today has changed/,
      )
    }
    await refreshSubscription(reader)
    expect(await paid(reader)).toEqual([])
    expect(await accessOf(reader)).toBe('free')
  })

  test('sees that the card was declined and can pay with another one', async () => {
    const asked = await refusedReader(MONTHLY, '4000000000000341')
    const input = { planId: MONTHLY, shownCents: 1600 }
    expect(await outcome(subscribeWithRefusedCard(asked, input))).toBe(
      'invalid-input: Your card was declined.',
    )
    expect(await accessOf(asked)).toBe('free')
    // Another card pays the same subscription.
    await confirm(await startSubscription(asked, { planId: MONTHLY }), await newCard(world)())
    await refreshSubscription(asked)
    expect(await paid(asked)).toEqual([1600])
  })

  test('is the only one who can pay this way', async () => {
    const reader = await newReader()
    const input = { planId: MONTHLY, shownCents: 1600 }
    expect(await outcome(subscribeWithRefusedCard(reader, input))).toMatch(/^conflict: This card/)
    expect(await refusedCardLabel(reader)).toBeNull()
  })
})
