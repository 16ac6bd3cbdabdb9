import type { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import { addInterval } from '../src/engine/timeline.ts'
import {
  confirm,
  DAY,
  MONTHLY,
  sandbox,
  START,
  subscribed,
  subscribing,
  YEARLY,
} from './sandbox.ts'

const item = (subscription: Stripe.Subscription) => subscription.items.data[0]!

function upgrade(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  more: Stripe.SubscriptionUpdateParams = {},
) {
  return stripe.subscriptions.update(subscription.id, {
    items: [{ id: item(subscription).id, price: YEARLY }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
    expand: ['latest_invoice.confirmation_secret'],
    ...more,
  })
}

async function replaceCard(stripe: Stripe, subscription: Stripe.Subscription, token: string) {
  const customer = subscription.customer as string
  const method = await stripe.paymentMethods.attach(token, { customer })
  await stripe.subscriptions.update(subscription.id, { default_payment_method: method.id })
}

describe('an upgrade', () => {
  test('is charged immediately, less the rest of the month, as in the preview', async () => {
    const { emulator, stripe, received } = await sandbox()
    const made = await subscribed({ emulator, stripe })
    await emulator.clock.advance(15 * DAY)
    const proration_date = START + 15 * DAY
    const preview = await stripe.invoices.createPreview({
      customer: made.customer as string,
      subscription: made.id,
      subscription_details: {
        items: [{ id: item(made).id, price: YEARLY }],
        proration_behavior: 'always_invoice',
        proration_date,
      },
    })
    const left = Math.round((1600 * 16) / 31)
    expect(preview.amount_due).toBe(9900 - left)
    const updated = await upgrade(stripe, made, { proration_date })
    const invoice = updated.latest_invoice as Stripe.Invoice
    expect([invoice.status, invoice.amount_paid, invoice.billing_reason]).toEqual([
      'paid',
      9900 - left,
      'subscription_update',
    ])
    expect(updated.pending_update).toBeNull()
    expect(item(updated).price.id).toBe(YEARLY)
    expect(item(updated).id).toBe(item(made).id)
    expect(item(updated).current_period_end).toBe(addInterval(START + 15 * DAY, 'year', 1))
    await emulator.webhooks.settled()
    expect(received.types()).not.toContain('customer.subscription.pending_update_applied')
    expect(received.types()).toContain('invoice.paid')
  })

  test('keeps the old price until another card pays', async () => {
    const { emulator, stripe, received } = await sandbox()
    const made = await subscribed({ emulator, stripe })
    await replaceCard(stripe, made, 'pm_card_chargeCustomerFail')
    const updated = await upgrade(stripe, made)
    expect(updated.status).toBe('active')
    expect(item(updated).price.id).toBe(MONTHLY)
    expect(updated.pending_update!.subscription_items![0]!.price.id).toBe(YEARLY)
    expect(updated.pending_update!.expires_at).toBe(START + 23 * 3600)
    const invoice = updated.latest_invoice as Stripe.Invoice
    expect(invoice.status).toBe('open')
    await confirm(emulator, invoice.confirmation_secret!.client_secret, '4242424242424242')
    const after = await stripe.subscriptions.retrieve(made.id)
    expect([after.pending_update, item(after).price.id]).toEqual([null, YEARLY])
    await emulator.webhooks.settled()
    expect(received.types()).toContain('customer.subscription.pending_update_applied')
  })

  test('expires after 23 hours without payment, and its invoice is voided', async () => {
    const { emulator, stripe, received } = await sandbox()
    const made = await subscribed({ emulator, stripe })
    await replaceCard(stripe, made, 'pm_card_chargeCustomerFail')
    const updated = await upgrade(stripe, made)
    await emulator.clock.advance(23 * 3600)
    const after = await stripe.subscriptions.retrieve(made.id)
    expect([after.pending_update, item(after).price.id, after.status]).toEqual([
      null,
      MONTHLY,
      'active',
    ])
    const invoice = await stripe.invoices.retrieve((updated.latest_invoice as Stripe.Invoice).id!)
    expect(invoice.status).toBe('void')
    expect(received.types()).toContain('customer.subscription.pending_update_expired')
  })

  test('rejects parameters that cannot be pending, and a subscription that is past due', async () => {
    const { emulator, stripe } = await sandbox()
    const made = await subscribed({ emulator, stripe })
    await expect(upgrade(stripe, made, { cancel_at_period_end: true })).rejects.toMatchObject({
      statusCode: 400,
      param: 'cancel_at_period_end',
    })
    await replaceCard(stripe, made, 'pm_card_chargeCustomerFail')
    await emulator.clock.advance(31 * DAY + 3600)
    await expect(upgrade(stripe, made)).rejects.toMatchObject({ statusCode: 400 })
  })

  test('credits the discounted price that was paid', async () => {
    const { emulator, stripe } = await sandbox()
    const { data } = await stripe.promotionCodes.list({ code: 'HALF', active: true })
    const customer = await stripe.customers.create({})
    const made = await stripe.subscriptions.create({
      ...subscribing(customer.id),
      discounts: [{ promotion_code: data[0]!.id }],
    })
    const invoice = made.latest_invoice as Stripe.Invoice
    expect(invoice.amount_due).toBe(800)
    await confirm(emulator, invoice.confirmation_secret!.client_secret, '4242424242424242')
    const updated = await upgrade(stripe, made)
    expect((updated.latest_invoice as Stripe.Invoice).amount_paid).toBe(9900 - 800)
  })
})

describe('a downgrade', () => {
  async function downgraded() {
    const box = await sandbox()
    const made = await subscribed(box, { price: YEARLY })
    const { stripe } = box
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: made.id })
    const [present] = schedule.phases
    await stripe.subscriptionSchedules.update(schedule.id, {
      end_behavior: 'release',
      proration_behavior: 'none',
      metadata: { kind: 'downgrade' },
      phases: [
        {
          items: [{ price: YEARLY, quantity: 1 }],
          start_date: present!.start_date,
          end_date: present!.end_date,
          proration_behavior: 'none',
        },
        {
          items: [{ price: MONTHLY, quantity: 1 }],
          duration: { interval: 'month', interval_count: 1 },
          proration_behavior: 'none',
        },
      ],
    })
    return { ...box, made, schedule, end: present!.end_date }
  }

  test('takes effect at the end of the year, is then charged monthly, and releases the schedule', async () => {
    const { emulator, stripe, made, schedule, end, received } = await downgraded()
    await emulator.clock.advanceTo(end - 1)
    expect(item(await stripe.subscriptions.retrieve(made.id)).price.id).toBe(YEARLY)
    await emulator.clock.advanceTo(end + 3600)
    const after = await stripe.subscriptions.retrieve(made.id, {
      expand: ['latest_invoice', 'schedule'],
    })
    expect(item(after).price.id).toBe(MONTHLY)
    expect(item(after).current_period_end).toBe(addInterval(end, 'month', 1))
    const invoice = after.latest_invoice as Stripe.Invoice
    expect([invoice.status, invoice.amount_paid]).toEqual(['paid', 1600])
    expect((after.schedule as Stripe.SubscriptionSchedule).current_phase!.start_date).toBe(end)
    await emulator.clock.advanceTo(addInterval(end, 'month', 1) + 3600)
    const released = await stripe.subscriptionSchedules.retrieve(schedule.id)
    expect([released.status, released.released_subscription]).toEqual(['released', made.id])
    const later = await stripe.subscriptions.retrieve(made.id)
    expect([later.schedule, later.status, item(later).price.id]).toEqual([null, 'active', MONTHLY])
    expect(received.types()).toContain('subscription_schedule.released')
  })

  test('is undone by releasing the schedule', async () => {
    const { emulator, stripe, made, schedule, end } = await downgraded()
    await stripe.subscriptionSchedules.release(schedule.id)
    await emulator.clock.advanceTo(end + 3600)
    expect(item(await stripe.subscriptions.retrieve(made.id)).price.id).toBe(YEARLY)
  })

  test('prevents canceling until it is released', async () => {
    const { stripe, made, schedule } = await downgraded()
    const canceling = () => stripe.subscriptions.update(made.id, { cancel_at_period_end: true })
    await expect(canceling()).rejects.toMatchObject({ param: 'cancel_at_period_end' })
    await stripe.subscriptionSchedules.release(schedule.id)
    expect((await canceling()).cancel_at_period_end).toBe(true)
  })

  test('requires consecutive phases', async () => {
    const { stripe, schedule, end } = await downgraded()
    await expect(
      stripe.subscriptionSchedules.update(schedule.id, {
        phases: [{ items: [{ price: YEARLY, quantity: 1 }], start_date: START + 1, end_date: end }],
      }),
    ).rejects.toMatchObject({ param: 'phases[0][start_date]' })
  })
})

describe('canceling', () => {
  test('at the end of the period keeps the rest of it and can be undone', async () => {
    const { emulator, stripe, received } = await sandbox()
    const made = await subscribed({ emulator, stripe })
    const end = item(made).current_period_end
    const canceled = await stripe.subscriptions.update(made.id, { cancel_at_period_end: true })
    expect([canceled.cancel_at, canceled.canceled_at, canceled.status]).toEqual([
      end,
      START,
      'active',
    ])
    const back = await stripe.subscriptions.update(made.id, { cancel_at_period_end: false })
    expect([back.cancel_at, back.canceled_at]).toEqual([null, null])
    await stripe.subscriptions.update(made.id, { cancel_at: end })
    const again = await stripe.subscriptions.update(made.id, { cancel_at: '' })
    expect(again.cancel_at).toBeNull()
    await stripe.subscriptions.update(made.id, { cancel_at_period_end: true })
    await emulator.clock.advanceTo(end)
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('canceled')
    expect(received.types()).toContain('customer.subscription.deleted')
  })

  test('immediately ends it, once', async () => {
    const { emulator, stripe } = await sandbox()
    const made = await subscribed({ emulator, stripe })
    const ended = await stripe.subscriptions.cancel(made.id, { invoice_now: false, prorate: false })
    expect([ended.status, ended.ended_at]).toEqual(['canceled', START])
    await expect(stripe.subscriptions.cancel(made.id)).rejects.toMatchObject({
      code: 'resource_missing',
    })
    await expect(
      stripe.subscriptions.update(made.id, { cancel_at_period_end: true }),
    ).rejects.toMatchObject({ statusCode: 400 })
  })

  test('by deleting the customer ends all subscriptions', async () => {
    const { emulator, stripe } = await sandbox()
    const made = await subscribed({ emulator, stripe })
    await stripe.customers.del(made.customer as string)
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('canceled')
    const gone = await stripe.customers.retrieve(made.customer as string)
    expect(gone.deleted).toBe(true)
    await expect(
      stripe.subscriptions.create({ customer: gone.id, items: [{ price: MONTHLY }] }),
    ).rejects.toMatchObject({ code: 'resource_missing', param: 'customer' })
  })
})
