import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Stripe } from 'stripe'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startStripeEmulator } from '../src/emulator.ts'
import { addInterval, nextBillingDate, Timeline } from '../src/engine/timeline.ts'
import {
  clientOf,
  customerWith,
  DAY,
  MONTHLY,
  sandbox,
  START,
  subscribed,
  subscribing,
} from './sandbox.ts'

const at = (iso: string) => Date.parse(iso) / 1000

describe('calendar', () => {
  test('short months bill on their last day, and later months on the anchor', () => {
    const anchor = at('2027-01-31T10:00:00Z')
    expect(addInterval(anchor, 'month', 1)).toBe(at('2027-02-28T10:00:00Z'))
    const second = nextBillingDate(anchor, 'month', anchor)
    expect(nextBillingDate(anchor, 'month', second)).toBe(at('2027-03-31T10:00:00Z'))
    expect(addInterval(at('2028-02-29T00:00:00Z'), 'year', 1)).toBe(at('2029-02-28T00:00:00Z'))
  })

  test('jobs run in order of time, rank, and creation', async () => {
    const timeline = new Timeline(() => 0)
    const moments = Array.from({ length: 500 }, (_, index) => (index * 7919) % 501)
    for (const moment of moments) timeline.schedule(moment, 'x', `${moment}`)
    timeline.schedule(100, 'x', 'first', 1)
    const seen: [number, string][] = []
    await timeline.advanceTo(
      600,
      ({ at: moment, id }) => seen.push([moment, id]),
      async () => {},
    )
    expect(seen.map(([moment]) => moment)).toEqual(
      seen.map(([moment]) => moment).toSorted((a, b) => a - b),
    )
    expect(seen.length).toBe(501)
    expect(seen.filter(([moment]) => moment === 100)[0]![1]).toBe('first')
    expect(timeline.now()).toBe(600)
  })
})

describe('a renewal that fails', () => {
  test('is retried after three, five, and seven days, and then the subscription ends', async () => {
    const { emulator, stripe, received } = await sandbox()
    const made = await subscribed({ emulator, stripe }, { number: '4242424242424242' })
    const customer = made.customer as string
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    await stripe.subscriptions.update(made.id, { default_payment_method: bad.id })
    const end = made.items.data[0]!.current_period_end
    const state = async () => {
      const now = await stripe.subscriptions.retrieve(made.id, { expand: ['latest_invoice'] })
      const invoice = now.latest_invoice as Stripe.Invoice
      return [now.status, invoice.status, invoice.attempt_count, invoice.next_payment_attempt]
    }
    const first = end + 3600
    await emulator.clock.advanceTo(first)
    expect(await state()).toEqual(['past_due', 'open', 1, first + 3 * DAY])
    await emulator.clock.advance(3 * DAY)
    expect(await state()).toEqual(['past_due', 'open', 2, first + 8 * DAY])
    await emulator.clock.advance(5 * DAY)
    expect(await state()).toEqual(['past_due', 'open', 3, first + 15 * DAY])
    await emulator.clock.advance(7 * DAY)
    expect(await state()).toEqual(['canceled', 'open', 4, null])
    expect(received.types().filter((type) => type === 'invoice.payment_failed').length).toBe(4)
    const ended = await stripe.subscriptions.retrieve(made.id)
    expect(ended.cancellation_details!.reason).toBe('payment_failed')
  })
})

test('a charge is refunded in parts, but not when it is disputed', async () => {
  const { emulator, stripe, received } = await sandbox()
  const paymentOf = async () => {
    const made = await subscribed({ emulator, stripe })
    return (await stripe.charges.list({ customer: made.customer as string })).data[0]!
  }
  const { id, payment_intent: intent } = await paymentOf()
  await stripe.refunds.create({ charge: id, amount: 600 })
  await stripe.refunds.create({ payment_intent: intent as string })
  const charge = await stripe.charges.retrieve(id, { expand: ['refunds'] })
  expect([charge.amount_refunded, charge.refunded, charge.refunds!.data.length]).toEqual([
    1600,
    true,
    2,
  ])
  const refund = (payment: string) => stripe.refunds.create({ charge: payment })
  await expect(refund(id)).rejects.toMatchObject({ code: 'charge_already_refunded' })
  const disputed = await paymentOf()
  const { id: dispute } = emulator.dashboard.dispute(disputed.id)
  expect((await stripe.disputes.retrieve(dispute)).status).toBe('needs_response')
  await expect(refund(disputed.id)).rejects.toMatchObject({ code: 'charge_disputed' })
  emulator.dashboard.closeDispute(dispute, 'lost')
  await emulator.webhooks.settled()
  const events = ['charge.refunded', 'charge.dispute.created', 'charge.dispute.closed']
  expect(received.types()).toEqual(expect.arrayContaining(events))
})

describe('test clocks', () => {
  test('are independent of the main clock', async () => {
    const { emulator, stripe } = await sandbox()
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: START + DAY })
    const customer = await stripe.customers.create({ test_clock: clock.id })
    const made = await stripe.subscriptions.create({
      ...subscribing(customer.id),
      trial_period_days: 7,
    })
    expect(made.trial_end).toBe(START + 8 * DAY)
    const moving = await stripe.testHelpers.testClocks.advance(clock.id, {
      frozen_time: START + 9 * DAY,
    })
    expect(moving.status).toBe('advancing')
    await expect
      .poll(async () => (await stripe.testHelpers.testClocks.retrieve(clock.id)).status)
      .toBe('ready')
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('canceled')
    expect(emulator.clock.now()).toBe(START)
  })
})

describe('the state file', () => {
  function newFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'readr-stripe-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    return folder
  }

  test('keeps events that were not delivered, and skips jobs of other versions', async () => {
    const stateFile = join(newFolder(), 'stripe.json')
    const first = await sandbox({ stateFile })
    first.received.answerWith(500)
    await first.stripe.customers.create({})
    await first.emulator.webhooks.settled()
    first.emulator.account.mainClock.schedule(START + 30, 'kind of another version', 'x')
    await first.emulator.close()
    const { emulator, received } = await sandbox({ stateFile })
    await emulator.clock.advance(60)
    expect(received.types()).toEqual(['customer.created'])
  })

  test('restores everything after a restart, including scheduled jobs', async () => {
    const folder = newFolder()
    const stateFile = join(folder, 'data', 'stripe.json')
    const first = await startStripeEmulator({ frozenAt: START, stateFile })
    const stripe = clientOf(first)
    const customer = await customerWith(stripe, 'pm_card_visa')
    const made = await stripe.subscriptions.create(
      { customer: customer.id, items: [{ price: MONTHLY }], trial_period_days: 7 },
      { idempotencyKey: 'one' },
    )
    await first.clock.advance(DAY)
    await first.close()
    expect(readdirSync(join(folder, 'data'))).toEqual(['stripe.json'])

    const second = await startStripeEmulator({ frozenAt: START, stateFile })
    onTestFinished(() => second.close())
    expect(second.clock.now()).toBe(START + DAY)
    const again = clientOf(second)
    const replayed = await again.subscriptions.create(
      { customer: customer.id, items: [{ price: MONTHLY }], trial_period_days: 7 },
      { idempotencyKey: 'one' },
    )
    expect(replayed.id).toBe(made.id)
    await second.clock.advance(6 * DAY + 3600)
    const now = await again.subscriptions.retrieve(made.id, { expand: ['latest_invoice'] })
    expect([now.status, (now.latest_invoice as Stripe.Invoice).amount_paid]).toEqual([
      'active',
      1600,
    ])
  })
})
