import { beforeEach, describe, expect, test } from 'vitest'
import { userById, type UserRow } from '#app/accounts/store/users.server.ts'
import { cancelSubscription } from '#app/billing/service/cancel-subscription.server.ts'
import { loadLog } from '#app/admin/service/load-log.server.ts'
import { refundReader } from '#app/admin/service/refund-reader.server.ts'
import { catchUpWithStripe } from '#app/billing/service/catch-up-with-stripe.server.ts'
import { closeAccount } from '#app/billing/service/close-account.server.ts'
import { guaranteeOf } from '#app/billing/service/find-guarantee.server.ts'
import { setComplimentaryAccess } from '#app/billing/service/set-complimentary-access.server.ts'
import { listCharges } from '#app/billing/service/list-charges.server.ts'
import { refreshSubscription } from '#app/billing/service/reconcile.server.ts'
import { refundableCharges } from '#app/billing/service/refund-charge.server.ts'
import { requestGuaranteeRefund } from '#app/billing/service/request-guarantee-refund.server.ts'
import { startSubscription } from '#app/billing/service/start-subscription.server.ts'
import { env } from '#app/platform/env.server.ts'
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
  HOUR,
  MONTHLY,
  newCard,
  payingReader,
  trialReader,
  viewOf,
  YEARLY,
} from './billing.ts'
import { emailsTo, newReader, outcome, outcomes } from './readers.ts'

const world = billingWorld({ livemode: true })

beforeEach(async () => {
  world.emulator.webhooks.setFaults({})
  world.emulator.calls.clearFaults()
})

const paying = async (planId = MONTHLY, card = newCard(world)) =>
  payingReader(world, planId, await card())
/** A reader whose plan renews within the guarantee: a month that starts in February is shorter. */
async function payingInFebruary() {
  const at = new Date(world.emulator.clock.now() * 1000)
  const february = Date.UTC(at.getUTCFullYear() + 1, 1, 1) / 1000
  await world.emulator.clock.advanceTo(february - 7 * DAY)
  const reader = await paying()
  const { currentPeriodEnd } = await viewOf(reader)
  return { reader, end: currentPeriodEnd!.getTime() / 1000 }
}
const offerTo = async (reader: UserRow) => (await guaranteeOf(reader)).offer
const refundOf = async (reader: UserRow) => (await guaranteeOf(reader)).refund
const subjectsTo = async (reader: UserRow) =>
  (await emailsTo(reader.email))
    .map(({ subject }) => subject)
    .filter((subject) => /refund|reversed|canceled/i.test(subject))

/** The reader's charges at Stripe. */
async function chargesOf(reader: UserRow) {
  const customer = await customerOf(reader)
  return (await stripe().charges.list({ customer, expand: ['data.refunds'] })).data
}

/** The reader's refunds at Stripe. */
const refundsOf = async (reader: UserRow) =>
  (await chargesOf(reader)).flatMap(({ refunds }) => refunds!.data)

async function expectRefunded(reader: UserRow, cents: number) {
  await world.emulator.webhooks.settled()
  expect(await refundOf(reader)).toMatchObject({ status: 'succeeded', amountCents: cents })
  expect(await accessOf(reader)).toBe('free')
  expect(await viewOf(reader)).toMatchObject({ status: 'canceled', nextCharge: null })
  expect((await refundsOf(reader)).reduce((sum, { amount }) => sum + amount, 0)).toBe(cents)
  expect((await subjectsTo(reader)).filter((one) => /refund/.test(one))).toEqual([
    `Your refund from Readr: $${(cents / 100).toFixed(2)}`,
  ])
  await expectTruth(reader)
}

describe('the money-back guarantee', () => {
  test('refunds the first payment, ends access, is in the ledger, and is emailed once', async () => {
    const reader = await paying()
    expect(await offerTo(reader)).toMatchObject({ cents: 1600, payments: [{ cents: 1600 }] })
    await requestGuaranteeRefund(reader, 1600)
    await expectRefunded(reader, 1600)
    expect(await subjectsTo(reader)).toHaveLength(1)
    expect((await listCharges(reader)).past).toMatchObject([{ cents: 1600, refundedCents: 1600 }])
    expect((await listCharges(reader)).coming).toEqual([])
    const [email] = (await emailsTo(reader.email)).slice(-1)
    expect(email!.text).toMatch(/we refunded \$16\.00 to the card you paid with/)
    await world.advance(40 * DAY)
    await catchUpWithStripe()
    await expectRefunded(reader, 1600)
  })

  test('is offered for 30 days after the first payment, and not before it', async () => {
    const trial = await trialReader(MONTHLY, await newCard(world)())
    expect(await offerTo(trial)).toBeNull()
    expect(await outcome(requestGuaranteeRefund(trial, 0))).toMatch(
      /^conflict: The money-back guarantee/,
    )
    const reader = await paying(YEARLY)
    const { until, payments } = (await offerTo(reader))!
    expect(until.getTime() - payments[0]!.at.getTime()).toBe(30 * DAY * 1000)
    await world.advance(until.getTime() / 1000 - world.emulator.clock.now() - 1)
    expect(await offerTo(reader)).toMatchObject({ cents: 9900 })
    await world.advance(1)
    expect(await offerTo(reader)).toBeNull()
    expect(await outcome(requestGuaranteeRefund(reader, 9900))).toMatch(/^conflict/)
    expect(await accessOf(reader)).toBe('full')
  })

  test('does not start again with a later subscription', async () => {
    const reader = await paying()
    await cancelSubscription(reader, 'immediately')
    await world.advance(31 * DAY)
    await confirm(await startSubscription(reader, { planId: MONTHLY }), await newCard(world)())
    await refreshSubscription(reader)
    expect(await viewOf(reader)).toMatchObject({ status: 'active' })
    expect(await offerTo(reader)).toBeNull()
  })

  test('is not offered to administrators', async () => {
    expect(await offerTo({ ...(await paying()), role: 'admin' })).toBeNull()
  })

  test.each(['immediately', 'atPeriodEnd'] as const)(
    'is for readers with gifted access who paid on the website and canceled %s',
    async (when) => {
      const reader = await paying()
      await cancelSubscription(reader, when)
      await setComplimentaryAccess(
        reader.id,
        new Date((world.emulator.clock.now() + 90 * DAY) * 1000),
      )
      expect(await offerTo(reader)).toMatchObject({ cents: 1600 })
      await requestGuaranteeRefund(reader, 1600)
      expect(await refundOf(reader)).toMatchObject({ status: 'succeeded', amountCents: 1600 })
      expect(await refundsOf(reader)).toHaveLength(1)
      expect(await accessOf(reader)).toBe('full')
      expect(await viewOf(reader)).toMatchObject({ source: 'complimentary', nextCharge: null })
      await expectTruth(reader)
    },
  )

  test('refunds an upgrade and an early renewal too', async () => {
    const reader = await paying()
    await world.advance(2 * DAY)
    const { paidCents } = await change(reader, YEARLY)
    const cents = 1600 + paidCents
    expect(await offerTo(reader)).toMatchObject({ cents })
    expect(await outcome(requestGuaranteeRefund(reader, 1600))).toMatch(
      /amount of your refund has changed/,
    )
    expect(await accessOf(reader)).toBe('full')
    await requestGuaranteeRefund(reader, cents)
    await expectRefunded(reader, cents)
  })

  test('is there after an immediate cancellation, which refunds nothing', async () => {
    const reader = await paying()
    await cancelSubscription(reader, 'immediately')
    expect(await refundsOf(reader)).toEqual([])
    await requestGuaranteeRefund(reader, 1600)
    await expectRefunded(reader, 1600)
  })

  test('can be used once for each person', async () => {
    const card = newCard(world)
    const reader = await paying(MONTHLY, card)
    await requestGuaranteeRefund(reader, 1600)
    await world.advance(HOUR)
    await confirm(await startSubscription(reader, { planId: MONTHLY }), await card())
    await refreshSubscription(reader)
    expect(await offerTo(reader)).toBeNull()
    await requestGuaranteeRefund(reader, 1600)
    expect(await accessOf(reader)).toBe('full')
    expect(await refundsOf(reader)).toHaveLength(1)
    // The same card with another account, which had its trial with a different card.
    const other = await paying()
    const customer = await customerOf(other)
    const same = await stripe().paymentMethods.attach(await card(), { customer })
    const { subscriptionId } = await viewOf(other)
    await stripe().subscriptions.update(subscriptionId!, { default_payment_method: same.id })
    await cancelSubscription(other, 'immediately')
    await confirm(await startSubscription(other, { planId: MONTHLY }), await card())
    await refreshSubscription(other)
    expect(await outcome(requestGuaranteeRefund(other, 3200))).toMatch(
      /has already been used with this card/,
    )
    expect(await refundOf(other)).toBeNull()
    expect(await accessOf(other)).toBe('full')
    // The same address after the account was deleted.
    await closeAccount(reader.id)
    const again = await newReader({ email: reader.email })
    await confirm(await startSubscription(again, { planId: MONTHLY }), await newCard(world)())
    await refreshSubscription(again)
    expect(await viewOf(again)).toMatchObject({ status: 'active' })
    expect(await offerTo(again)).toBeNull()
  })

  test('finds the payment among many declined ones', async () => {
    const card = newCard(world)
    const reader = await paying(MONTHLY, card)
    const [charge] = await chargesOf(reader)
    for (let i = 0; i < 100; i++) {
      const declined = { ...charge!, id: `ch_${reader.id}_${i}`, status: 'failed' as const }
      world.emulator.account.store.insert(declined, [await customerOf(reader)])
    }
    await requestGuaranteeRefund(reader, 1600)
    expect(await refundOf(reader)).toMatchObject({ status: 'succeeded', amountCents: 1600 })
    expect((await listCharges(reader)).past).toMatchObject([{ refundedCents: 1600 }])
    // Its card is remembered.
    const other = await paying(MONTHLY, card)
    await confirm(await startSubscription(other, { planId: MONTHLY }), await card())
    await refreshSubscription(other)
    expect(await viewOf(other)).toMatchObject({ status: 'active' })
    expect(await offerTo(other)).toBeNull()
  })

  test('asked for in several windows at the same time is one refund', async () => {
    const reader = await paying()
    expect(await outcomes([1, 2, 3].map(() => requestGuaranteeRefund(reader, 1600)))).toEqual({
      done: 3,
    })
    await expectRefunded(reader, 1600)
  })
})

describe('a refund of the guarantee', () => {
  test('that is pending is looked at until the bank has accepted it', async () => {
    const reader = await paying(MONTHLY, newCard(world, '4000000000007726'))
    await requestGuaranteeRefund(reader, 1600)
    expect(await refundOf(reader)).toMatchObject({ status: 'pending' })
    expect(await accessOf(reader)).toBe('free')
    world.emulator.webhooks.setFaults({ drop: true })
    await world.advance(3 * DAY)
    await catchUpWithStripe()
    await expectRefunded(reader, 1600)
  })

  test.each([
    ['that is pending and then fails', '4000000000007726', true],
    ['that succeeds and then fails', '4000000000005126', false],
  ])(
    '%s is reported to the reader and the operator; access stays ended',
    async (_, number, byHand) => {
      const reader = await paying(MONTHLY, newCard(world, number))
      await requestGuaranteeRefund(reader, 1600)
      const operator = env().supportEmail
      const before = (await emailsTo(operator)).length
      if (byHand) world.emulator.dashboard.failRefund((await refundsOf(reader))[0]!.id)
      await world.advance(3 * DAY)
      expect(await refundOf(reader)).toMatchObject({ status: 'failed', amountCents: 1600 })
      expect(await accessOf(reader)).toBe('free')
      expect((await listCharges(reader)).past).toMatchObject([{ refundedCents: 0 }])
      expect(await subjectsTo(reader)).toEqual([
        'Your refund from Readr: $16.00',
        'Your refund did not go through',
      ])
      const notes = (await emailsTo(operator)).slice(before)
      expect(notes.map(({ subject }) => subject)).toEqual(['A refund of $16.00 failed'])
      expect(notes[0]!.text).toContain(reader.email)
      await expectTruth(reader)
      await catchUpWithStripe()
      await refreshSubscription(reader)
      expect(await subjectsTo(reader)).toHaveLength(2)
    },
  )

  test('that the bank took back first is not paid twice', async () => {
    const reader = await paying()
    world.emulator.webhooks.setFaults({ drop: true })
    const { data } = await stripe().charges.list({ customer: await customerOf(reader) })
    // Between the check and the refund.
    world.emulator.calls.addFault({ kind: 'down', match: 'POST /v1/refunds', times: 9 })
    await requestGuaranteeRefund(reader, 1600)
    expect(await refundOf(reader)).toMatchObject({ status: 'requested' })
    world.emulator.calls.clearFaults()
    world.emulator.dashboard.dispute(data[0]!.id)
    await catchUpWithStripe()
    expect(await refundOf(reader)).toMatchObject({ status: 'returned' })
    expect(await refundsOf(reader)).toEqual([])
    expect(await accessOf(reader)).toBe('free')
    expect(await subjectsTo(reader)).toContain('Your bank reversed a payment')
    await expectTruth(reader)
  })

  test('of a disputed payment is not offered; of one that the bank only asks about, it is', async () => {
    const disputed = await paying()
    const [charge] = (await stripe().charges.list({ customer: await customerOf(disputed) })).data
    world.emulator.dashboard.dispute(charge!.id)
    await world.emulator.webhooks.settled()
    expect(await offerTo(disputed)).toBeNull()
    const asked = await paying()
    const [other] = (await stripe().charges.list({ customer: await customerOf(asked) })).data
    world.emulator.dashboard.inquire(other!.id)
    await world.emulator.webhooks.settled()
    await requestGuaranteeRefund(asked, 1600)
    expect(await refundOf(asked)).toMatchObject({ status: 'succeeded' })
    expect(await refundsOf(asked)).toHaveLength(1)
  })

  test.each(['POST /v1/refunds', 'DELETE /v1/subscriptions', 'GET /v1/invoices'])(
    'is completed by the timer if %s fails after the request was recorded',
    async (match) => {
      const reader = await paying()
      world.emulator.webhooks.setFaults({ drop: true })
      world.emulator.calls.addFault({ kind: 'down', match, times: 9 })
      await requestGuaranteeRefund(reader, 1600)
      expect(await refundOf(reader)).toMatchObject({ status: 'requested', amountCents: 1600 })
      expect(await outcome(closeAccount(reader.id))).toMatch(/^provider-unavailable: Failed to del/)
      world.emulator.calls.clearFaults()
      world.emulator.webhooks.setFaults({})
      await world.advance(HOUR)
      await catchUpWithStripe()
      await expectRefunded(reader, 1600)
    },
  )

  test('fails before it is recorded while Stripe is down', async () => {
    const reader = await paying()
    world.emulator.calls.addFault({ kind: 'down' })
    expect(await outcome(requestGuaranteeRefund(reader, 1600))).toBe(
      'provider-unavailable: Failed to refund your payment',
    )
    world.emulator.calls.clearFaults()
    expect(await guaranteeOf(reader)).toMatchObject({ refund: null, offer: { cents: 1600 } })
    expect(await accessOf(reader)).toBe('full')
  })

  test('does not end or refund a subscription that was started after it', async () => {
    const reader = await paying()
    await cancelSubscription(reader, 'immediately')
    world.emulator.webhooks.setFaults({ drop: true })
    world.emulator.calls.addFault({ kind: 'down', match: 'POST /v1/refunds', times: 9 })
    await requestGuaranteeRefund(reader, 1600)
    world.emulator.calls.clearFaults()
    await world.advance(60)
    await buyBeside(reader, YEARLY)
    await catchUpWithStripe()
    expect(await viewOf(reader)).toMatchObject({ status: 'active', plan: 'yearly' })
    expect((await refundsOf(reader)).map(({ amount }) => amount)).toEqual([1600])
    expect(await refundOf(reader)).toMatchObject({ status: 'succeeded', amountCents: 1600 })
    await expectTruth(reader)
  })
})

describe('a refund that Stripe refuses', () => {
  const refuse = (match: string) => world.emulator.calls.addFault({ kind: 'refused', match })
  const later = async () => {
    world.emulator.calls.clearFaults()
    await world.advance(HOUR)
    await catchUpWithStripe()
  }

  test('waits while the subscription cannot be ended: nothing is refunded, and no email says so', async () => {
    const reader = await paying()
    refuse('DELETE /v1/subscriptions')
    await requestGuaranteeRefund(reader, 1600)
    await catchUpWithStripe()
    expect(await refundOf(reader)).toMatchObject({ status: 'requested', amountCents: 1600 })
    expect(await refundsOf(reader)).toEqual([])
    expect(await viewOf(reader)).toMatchObject({ status: 'active' })
    expect(await subjectsTo(reader)).toEqual([])
    await later()
    await expectRefunded(reader, 1600)
    expect(await subjectsTo(reader)).toHaveLength(1)
  })

  test('is tried again as a new refund, the same day', async () => {
    const reader = await paying()
    refuse('POST /v1/refunds')
    await requestGuaranteeRefund(reader, 1600)
    await catchUpWithStripe()
    expect(await refundOf(reader)).toMatchObject({ status: 'requested' })
    expect(await accessOf(reader)).toBe('free')
    expect(await subjectsTo(reader)).toEqual([])
    await later()
    await expectRefunded(reader, 1600)
    expect(await refundsOf(reader)).toHaveLength(1)
    expect(await subjectsTo(reader)).toHaveLength(1)
  })

  test('in part is one refund and one email in the end', async () => {
    const reader = await paying()
    await world.advance(2 * DAY)
    const { paidCents } = await change(reader, YEARLY)
    const cents = 1600 + paidCents
    refuse('POST /v1/refunds')
    await requestGuaranteeRefund(reader, cents)
    // As if the other payment alone had been refused.
    world.emulator.calls.clearFaults()
    const [charge] = await chargesOf(reader)
    const metadata = { purpose: 'guarantee' }
    await stripe().refunds.create({ charge: charge!.id, metadata })
    refuse('POST /v1/refunds')
    await world.emulator.webhooks.settled()
    await catchUpWithStripe()
    expect(await refundOf(reader)).toMatchObject({ status: 'requested', amountCents: cents })
    expect(await subjectsTo(reader)).toEqual([])
    await later()
    await expectRefunded(reader, cents)
    expect(await subjectsTo(reader)).toHaveLength(1)
  })

  test('while the plan renews returns the renewal too', async () => {
    const { reader, end } = await payingInFebruary()
    refuse('DELETE /v1/subscriptions')
    await requestGuaranteeRefund(reader, 1600)
    await world.emulator.clock.advanceTo(end + 2 * HOUR)
    await world.emulator.webhooks.settled()
    expect((await chargesOf(reader)).map(({ amount }) => amount)).toEqual([1600, 1600])
    expect(await refundsOf(reader)).toEqual([])
    await later()
    await expectRefunded(reader, 3200)
    expect(await subjectsTo(reader)).toHaveLength(1)
  })

  test('waits for an open invoice that cannot be voided', async () => {
    const { reader, end } = await payingInFebruary()
    const card = await stripe().paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: await customerOf(reader),
    })
    const { subscriptionId } = await viewOf(reader)
    await stripe().subscriptions.update(subscriptionId!, { default_payment_method: card.id })
    await world.emulator.clock.advanceTo(end + 2 * HOUR)
    await world.emulator.webhooks.settled()
    expect(await viewOf(reader)).toMatchObject({ status: 'past_due' })
    refuse('POST /v1/invoices')
    await requestGuaranteeRefund(reader, 1600)
    expect(await refundOf(reader)).toMatchObject({ status: 'requested' })
    expect(await subjectsTo(reader)).toEqual([])
    await later()
    await expectRefunded(reader, 1600)
    expect(await subjectsTo(reader)).toHaveLength(1)
  })
})

describe('deleting an account while its refund is open', () => {
  const request = async (match: string) => {
    const reader = await paying()
    const customer = await customerOf(reader)
    world.emulator.calls.addFault({ kind: 'refused', match })
    await requestGuaranteeRefund(reader, 1600)
    expect(await refundOf(reader)).toMatchObject({ status: 'requested' })
    const notes = (await emailsTo(env().supportEmail)).length
    expect(await outcome(closeAccount(reader.id))).toBe('done')
    expect(await userById(reader.id)).toBeNull()
    expect(await stripe().customers.retrieve(customer)).toMatchObject({ deleted: true })
    const goodbye = (await emailsTo(reader.email)).at(-1)!
    expect(goodbye.subject).toBe('Your Readr account is deleted')
    expect(goodbye.text).toContain('You will still get your refund of $16.00')
    const { data } = await stripe().charges.list({ customer, expand: ['data.refunds'] })
    return {
      refunds: data.flatMap(({ refunds }) => refunds!.data.map(({ amount }) => amount)),
      notes: (await emailsTo(env().supportEmail)).slice(notes),
      customer,
    }
  }

  test('completes it if the subscription could not be ended', async () => {
    const { refunds, notes } = await request('DELETE /v1/subscriptions')
    expect(refunds).toEqual([1600])
    expect(notes).toEqual([])
  })

  test('leaves it to the operator if the refund itself is refused', async () => {
    const { refunds, notes, customer } = await request('POST /v1/refunds')
    expect(refunds).toEqual([])
    expect(notes.map(({ subject }) => subject)).toEqual(['A refund of $16.00 is open'])
    expect(notes[0]!.text).toContain(customer)
  })
})

test('a refund that the bank sends back after the account was deleted is left to the operator', async () => {
  const reader = await paying(MONTHLY, newCard(world, '4000000000007726'))
  await requestGuaranteeRefund(reader, 1600)
  expect(await refundOf(reader)).toMatchObject({ status: 'pending' })
  const [refund] = await refundsOf(reader)
  await closeAccount(reader.id)
  const goodbye = (await emailsTo(reader.email)).at(-1)!
  expect(goodbye.text).toContain('You will still get your refund of $16.00')
  const before = (await emailsTo(env().supportEmail)).length
  world.emulator.dashboard.failRefund(refund!.id)
  await world.emulator.webhooks.settled()
  const notes = (await emailsTo(env().supportEmail)).slice(before)
  expect(notes.map(({ subject }) => subject)).toEqual(['A refund of $16.00 is open'])
})

describe('a refund raced', () => {
  test.each([
    ['in order', {}],
    ['twice and out of order', { duplicate: true, reorder: true }],
    ['before the answers that caused them', { beforeAnswer: true }],
    ['never', { drop: true }],
  ])('against a cancellation, with events arriving %s, is right', async (_, faults) => {
    for (const when of ['immediately', 'atPeriodEnd'] as const) {
      const reader = await paying()
      world.emulator.webhooks.setFaults(faults)
      await Promise.all([
        requestGuaranteeRefund(reader, 1600),
        outcome(cancelSubscription(reader, when)),
        refreshSubscription(reader),
      ])
      await world.emulator.webhooks.settled()
      world.emulator.webhooks.setFaults({})
      await catchUpWithStripe()
      await expectRefunded(reader, 1600)
    }
  })

  test.each([
    ['before its invoice is charged', 0],
    ['after it', 2 * HOUR],
  ])('against a renewal, %s, leaves nothing paid', async (_, later) => {
    const { reader, end } = await payingInFebruary()
    world.emulator.webhooks.setFaults({ drop: true })
    await world.emulator.clock.advanceTo(end + 60 + later)
    const cents = later === 0 ? 1600 : 3200
    await refreshSubscription(reader)
    expect(await offerTo(reader)).toMatchObject({ cents })
    await requestGuaranteeRefund(reader, cents)
    await world.advance(3 * HOUR)
    world.emulator.webhooks.setFaults({})
    await catchUpWithStripe()
    await expectRefunded(reader, cents)
  })
})

describe('a refund by an administrator', () => {
  const ADMIN = 900_001
  const chargeOf = async (reader: UserRow) => (await refundableCharges(reader.id)).at(-1)!
  /** The form of an administrator who has just opened the page. */
  async function form(reader: UserRow, amount: number, actor = ADMIN) {
    const { invoiceId, refunds } = await chargeOf(reader)
    const input = { amount, reason: 'Charged by mistake', number: refunds.length + 1 }
    return () => refundReader(actor, reader.id, invoiceId, input)
  }
  const refundNow = async (reader: UserRow, amount: number) => (await form(reader, amount))()
  const amountsOf = async (reader: UserRow) => (await refundsOf(reader)).map((one) => one.amount)
  const logOf = async ({ id }: UserRow) =>
    (await loadLog(null, { subjectKind: 'reader', subjectId: id })).lines.map(
      ({ action, detail }) => `${action}: ${detail}`,
    )

  test('in parts and then in full is in the ledger and the log, emailed once each, and changes no access', async () => {
    const reader = await paying()
    expect(await refundNow(reader, 500)).toBe('sent')
    expect((await listCharges(reader)).past).toMatchObject([{ cents: 1600, refundedCents: 500 }])
    expect(await outcome(refundNow(reader, 1101))).toBe(
      'invalid-input: At most $11.00 of this charge can be refunded.',
    )
    expect(await refundNow(reader, 1100)).toBe('sent')
    await world.emulator.webhooks.settled()
    await catchUpWithStripe()
    expect(await amountsOf(reader)).toEqual([1100, 500])
    expect(await chargeOf(reader)).toMatchObject({ refundedCents: 1600, leftCents: 0 })
    expect(await subjectsTo(reader)).toEqual([
      'Your refund from Readr: $5.00',
      'Your refund from Readr: $11.00',
    ])
    expect(await logOf(reader)).toEqual([
      expect.stringMatching(/^Asked Stripe to refund a charge: \$11\.00 of the \$16\.00 paid on /),
      expect.stringMatching(/\$5\.00 of the \$16\.00 paid on .* 20\d\d: Charged by mistake$/),
    ])
    expect(await accessOf(reader)).toBe('full')
    await expectTruth(reader)
    expect(await outcome(refundNow(reader, 1))).toBe(
      'invalid-input: Nothing is left to refund of this charge.',
    )
  })

  test('sent twice, also at the same time, is one refund', async () => {
    const reader = await paying()
    const send = await form(reader, 500)
    expect(await Promise.all([send(), send(), send()])).toEqual(['sent', 'sent', 'sent'])
    expect(await send()).toBe('sent')
    expect(await amountsOf(reader)).toEqual([500])
    expect(await logOf(reader)).toHaveLength(1)
  })

  test('by two administrators at the same time is one refund', async () => {
    const reader = await paying()
    const forms = await Promise.all([form(reader, 500), form(reader, 500, ADMIN + 1)])
    expect(await outcomes(forms.map((send) => send()))).toEqual({
      done: 1,
      'conflict: This charge has changed in the meantime, so nothing was refunded. Please check it again.': 1,
    })
    expect(await amountsOf(reader)).toEqual([500])
    expect(await logOf(reader)).toHaveLength(1)
  })

  test('that Stripe does not answer is completed by the timer; until then its money counts as returned', async () => {
    const reader = await paying()
    world.emulator.webhooks.setFaults({ drop: true })
    world.emulator.calls.addFault({ kind: 'down', match: 'POST /v1/refunds', times: 9 })
    expect(await refundNow(reader, 1000)).toBe('requested')
    expect(await chargeOf(reader)).toMatchObject({ leftCents: 600 })
    expect(await subjectsTo(reader)).toEqual([])
    expect(await outcome(closeAccount(reader.id))).toMatch(/^provider-unavailable: Failed to del/)
    world.emulator.calls.clearFaults()
    await world.advance(HOUR)
    await catchUpWithStripe()
    expect(await amountsOf(reader)).toEqual([1000])
    expect(await chargeOf(reader)).toMatchObject({ refundedCents: 1000, leftCents: 600 })
    expect(await subjectsTo(reader)).toEqual(['Your refund from Readr: $10.00'])
  })

  test('whose answer is lost is found at Stripe, even when its key is forgotten', async () => {
    const reader = await paying()
    world.emulator.webhooks.setFaults({ drop: true })
    world.emulator.calls.addFault({ kind: 'answer_lost', match: 'POST /v1/refunds', times: 9 })
    await refundNow(reader, 500)
    world.emulator.calls.clearFaults()
    world.emulator.calls.forgetKeys()
    await world.advance(2 * DAY)
    await catchUpWithStripe()
    expect(await amountsOf(reader)).toEqual([500])
    expect(await subjectsTo(reader)).toEqual(['Your refund from Readr: $5.00'])
    expect(await chargeOf(reader)).toMatchObject({ refunds: [{ status: 'sent' }] })
  })

  test('that Stripe refuses is not made, and can be asked for again', async () => {
    const reader = await paying()
    world.emulator.calls.addFault({ kind: 'refused', match: 'POST /v1/refunds' })
    expect(await outcome(refundNow(reader, 500))).toMatch(
      /^conflict: Stripe refused, so nothing was refunded: ./,
    )
    expect(await chargeOf(reader)).toMatchObject({ leftCents: 1600 })
    world.emulator.calls.clearFaults()
    await world.advance(HOUR)
    expect(await amountsOf(reader)).toEqual([])
    expect(await refundNow(reader, 500)).toBe('sent')
    expect(await amountsOf(reader)).toEqual([500])
  })

  test('is not recorded while Stripe is down, and not made of a disputed or foreign charge', async () => {
    const reader = await paying()
    world.emulator.calls.addFault({ kind: 'down' })
    expect(await outcome(refundNow(reader, 500))).toBe(
      'provider-unavailable: Stripe cannot be reached, so nothing was refunded',
    )
    world.emulator.calls.clearFaults()
    expect(await logOf(reader)).toEqual([])
    const { invoiceId } = await chargeOf(reader)
    const input = { amount: 500, reason: 'x', number: 1 }
    const other = await paying()
    expect(await outcome(refundReader(ADMIN, other.id, invoiceId, input))).toMatch(/^not-found/)
    world.emulator.dashboard.dispute((await chargesOf(reader))[0]!.id)
    await world.emulator.webhooks.settled()
    expect(await chargeOf(reader)).toMatchObject({ leftCents: 0 })
    expect(await outcome(refundNow(reader, 500))).toMatch(/Nothing is left to refund/)
  })

  test('that the bank sends back is reported to the reader and the operator, and can be made again', async () => {
    const reader = await paying(MONTHLY, newCard(world, '4000000000007726'))
    expect(await refundNow(reader, 500)).toBe('sent')
    const before = (await emailsTo(env().supportEmail)).length
    await world.advance(3 * DAY)
    await catchUpWithStripe()
    world.emulator.dashboard.failRefund((await refundsOf(reader))[0]!.id)
    await world.emulator.webhooks.settled()
    expect((await listCharges(reader)).past).toMatchObject([
      { refundedCents: 0, failedRefundCents: 500 },
    ])
    expect(await refundNow(reader, 500)).toBe('sent')
    expect(await subjectsTo(reader)).toEqual([
      'Your refund from Readr: $5.00',
      'Your refund did not go through',
      'Your refund from Readr: $5.00',
    ])
    const [failed] = (await emailsTo(reader.email)).slice(-2)
    expect(failed!.text).not.toContain('plan has ended')
    const notes = (await emailsTo(env().supportEmail)).slice(before)
    expect(notes.map(({ subject }) => subject)).toEqual(['A refund of $5.00 failed'])
    expect(await accessOf(reader)).toBe('full')
  })

  test('and the guarantee together return what was paid, once', async () => {
    const reader = await paying()
    await refundNow(reader, 600)
    expect(await offerTo(reader)).toMatchObject({ cents: 1000 })
    world.emulator.calls.addFault({ kind: 'refused', match: 'POST /v1/refunds' })
    await requestGuaranteeRefund(reader, 1000)
    expect(await outcome(refundNow(reader, 500))).toMatch(/money-back guarantee/)
    world.emulator.calls.clearFaults()
    await world.advance(HOUR)
    await catchUpWithStripe()
    expect(await amountsOf(reader)).toEqual([1000, 600])
    expect(await chargeOf(reader)).toMatchObject({ refundedCents: 1600, leftCents: 0 })
  })
})
