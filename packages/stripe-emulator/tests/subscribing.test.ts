import type { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import { confirm, customerWith, DAY, sandbox, secretOf, START, subscribing } from './sandbox.ts'

describe('a trial', () => {
  async function trial() {
    const box = await sandbox()
    const customer = await box.stripe.customers.create({ email: 'ada@example.com' })
    const subscription = await box.stripe.subscriptions.create({
      ...subscribing(customer.id),
      trial_end: START + 7 * DAY,
    })
    return { ...box, customer, subscription }
  }

  test('begins without a card, with an invoice of zero and a SetupIntent', async () => {
    const { subscription } = await trial()
    expect(subscription.status).toBe('trialing')
    expect(subscription.trial_end).toBe(START + 7 * DAY)
    expect(subscription.items.data[0]!.current_period_end).toBe(START + 7 * DAY)
    expect(subscription.default_payment_method).toBeNull()
    const invoice = subscription.latest_invoice as Stripe.Invoice
    expect([invoice.status, invoice.amount_due]).toEqual(['paid', 0])
    const intent = subscription.pending_setup_intent as Stripe.SetupIntent
    expect(intent.status).toBe('requires_payment_method')
  })

  test('ends at a given moment, and the renewals keep its hour', async () => {
    const { emulator, stripe } = await sandbox({ frozenAt: START + 5 * 3600 })
    const customer = await customerWith(stripe, 'pm_card_visa')
    const trialEnd = START + 8 * DAY
    const made = await stripe.subscriptions.create({
      ...subscribing(customer.id),
      trial_end: trialEnd,
    })
    expect([made.status, made.trial_end, made.billing_cycle_anchor]).toEqual([
      'trialing',
      trialEnd,
      trialEnd,
    ])
    await emulator.clock.advanceTo(trialEnd - 1)
    expect((await stripe.invoices.list({ customer: customer.id })).data).toMatchObject([
      { amount_due: 0 },
    ])
    await emulator.clock.advance(1 + 3600)
    const { status, items } = await stripe.subscriptions.retrieve(made.id)
    expect(status).toBe('active')
    const end = new Date(items.data[0]!.current_period_end * 1000)
    expect(end.toISOString()).toBe('2027-02-23T12:00:00.000Z')
    expect((await stripe.invoices.list({ customer: customer.id })).data).toMatchObject([
      { amount_paid: 1600 },
      { amount_due: 0 },
    ])
  })

  test('has a card after confirmation, but the product must make it the default', async () => {
    const { emulator, stripe, subscription, customer, received } = await trial()
    const { status } = await confirm(emulator, secretOf(subscription), '4242424242424242')
    expect(status).toBe(200)
    const after = await stripe.subscriptions.retrieve(subscription.id)
    expect(after.pending_setup_intent).toBeNull()
    expect(after.default_payment_method).toBeNull()
    const { data } = await stripe.setupIntents.list({ customer: customer.id })
    expect(data).toMatchObject([
      { status: 'succeeded', payment_method: expect.stringMatching(/^pm_/) },
    ])
    await emulator.webhooks.settled()
    expect(received.types()).toContain('setup_intent.succeeded')
  })

  test('is announced three days before it ends, and canceled without a card', async () => {
    const { emulator, stripe, subscription, received } = await trial()
    await emulator.clock.advance(4 * DAY)
    expect(received.types()).toContain('customer.subscription.trial_will_end')
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('trialing')
    await emulator.clock.advance(3 * DAY)
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled')
    expect(received.types()).toContain('customer.subscription.deleted')
    expect(received.types()).not.toContain('charge.failed')
  })
})

describe('a subscription without a trial', () => {
  test('is incomplete until it is paid, and saves the card', async () => {
    const { emulator, stripe, received } = await sandbox()
    const customer = await stripe.customers.create({})
    const made = await stripe.subscriptions.create(subscribing(customer.id))
    expect(made.status).toBe('incomplete')
    const { body } = await confirm(emulator, secretOf(made), '4242424242424242')
    expect(body).toMatchObject({ status: 'succeeded', amount: 1600 })
    const after = await stripe.subscriptions.retrieve(made.id, {
      expand: ['default_payment_method', 'latest_invoice.payments'],
    })
    expect(after.status).toBe('active')
    expect((after.default_payment_method as Stripe.PaymentMethod).card!.last4).toBe('4242')
    const invoice = after.latest_invoice as Stripe.Invoice
    expect(invoice.parent!.subscription_details!.subscription).toBe(made.id)
    expect(invoice.payments!.data[0]!.status).toBe('paid')
    await emulator.webhooks.settled()
    expect(received.types()).toEqual([
      'customer.created',
      'invoice.created',
      'customer.subscription.created',
      'payment_intent.created',
      'invoice.finalized',
      'charge.succeeded',
      'payment_method.attached',
      'payment_intent.succeeded',
      'invoice_payment.paid',
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.subscription.updated',
    ])
  })

  test('expires after 23 hours without payment', async () => {
    const { emulator, stripe } = await sandbox()
    const customer = await stripe.customers.create({})
    const made = await stripe.subscriptions.create(subscribing(customer.id))
    await emulator.clock.advance(23 * 3600 - 1)
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('incomplete')
    await emulator.clock.advance(1)
    const after = await stripe.subscriptions.retrieve(made.id, { expand: ['latest_invoice'] })
    expect(after.status).toBe('incomplete_expired')
    expect((after.latest_invoice as Stripe.Invoice).status).toBe('void')
  })
})
