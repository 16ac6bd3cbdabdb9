import type { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import type { StripeEmulator } from '../src/emulator.ts'
import { DAY, MONTHLY, sandbox, START, subscribed } from './sandbox.ts'

const CARD = { number: '4242 4242 4242 4242', expiry: '12/34', cvc: '123' }

const seen = async (answer: Response) => ({
  status: answer.status,
  location: answer.headers.get('Location') ?? '',
  text: await answer.text(),
})

/** Submits a form like a browser without JavaScript. */
async function submit(url: string, fields: Record<string, string>) {
  const body = new URLSearchParams(fields)
  return seen(await fetch(url, { method: 'POST', body, redirect: 'manual' }))
}

async function read(url: string) {
  return seen(await fetch(url, { redirect: 'manual' }))
}

describe('checkout', () => {
  async function session(more: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
    const box = await sandbox()
    const customer = await box.stripe.customers.create({ email: 'ada@example.com' })
    const made = await box.stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: customer.id,
      client_reference_id: '7',
      line_items: [{ price: MONTHLY, quantity: 1 }],
      payment_method_collection: 'always',
      allow_promotion_codes: true,
      success_url: 'http://127.0.0.1/done?session_id={CHECKOUT_SESSION_ID}',
      cancel_url: 'http://127.0.0.1/subscribe',
      subscription_data: { metadata: { userId: '7' } },
      ...more,
    })
    return { ...box, customer, made, url: made.url! }
  }

  test('subscribes, redirects to the product, and sends an event', async () => {
    const { emulator, stripe, made, url, received, customer } = await session()
    expect((await read(url)).text).toContain('$16.00 per month')
    const { status, location } = await submit(url, { action: 'pay', ...CARD })
    expect([status, location]).toEqual([303, `http://127.0.0.1/done?session_id=${made.id}`])
    const done = await stripe.checkout.sessions.retrieve(made.id, { expand: ['subscription'] })
    expect([done.status, done.payment_status, done.url]).toEqual(['complete', 'paid', null])
    const subscription = done.subscription as Stripe.Subscription
    expect([subscription.status, subscription.metadata, subscription.customer]).toEqual([
      'active',
      { userId: '7' },
      customer.id,
    ])
    await emulator.webhooks.settled()
    expect(received.types()).toContain('checkout.session.completed')
    expect((await submit(url, { action: 'pay', ...CARD })).text).toContain('not charged again')
    expect((await stripe.subscriptions.list({ customer: customer.id })).data.length).toBe(1)
  })

  test('starts a trial with a card, and counts its whole days', async () => {
    const trialEnd = START + 7 * DAY + 3600
    const { emulator, stripe, url, made } = await session({
      subscription_data: { trial_end: trialEnd },
      expires_at: START + 5400,
    })
    expect((await read(url)).text).toContain('In 7 days')
    await emulator.clock.advance(3600)
    expect((await read(url)).text).toContain('In 7 days')
    await submit(url, { action: 'pay', ...CARD })
    const { subscription } = await stripe.checkout.sessions.retrieve(made.id, {
      expand: ['subscription'],
    })
    expect(subscription).toMatchObject({
      status: 'trialing',
      pending_setup_intent: null,
      default_payment_method: expect.stringMatching(/^pm_/),
      trial_start: START + 3600,
      trial_end: trialEnd,
    })
  })

  test('refuses a trial of less than two days, and a page that closes too soon or too late', async () => {
    await expect(
      session({ subscription_data: { trial_end: START + 2 * DAY - 1 } }),
    ).rejects.toMatchObject({ param: 'subscription_data[trial_end]' })
    for (const seconds of [1799, DAY + 1]) {
      await expect(session({ expires_at: START + seconds })).rejects.toMatchObject({
        param: 'expires_at',
      })
    }
  })

  test('shows why a card is declined and creates no subscription', async () => {
    const { stripe, url, customer } = await session()
    for (const number of ['4000000000000341', '4000000000009995', '4242424242424241']) {
      const { status, text } = await submit(url, { action: 'pay', ...CARD, number })
      expect(status).toBe(400)
      expect(text).toContain('role="alert"')
    }
    const { data } = await stripe.subscriptions.list({ customer: customer.id, status: 'all' })
    expect(data).toEqual([])
  })

  test('accepts promotion codes and reports invalid ones', async () => {
    const { stripe, url, made } = await session()
    expect((await submit(url, { action: 'code', code: 'NOTHING' })).text).toContain('invalid')
    expect((await submit(url, { action: 'code', code: 'welcome20' })).text).toContain('$12.80')
    await submit(url, { action: 'pay', code: 'WELCOME20', ...CARD })
    const done = await stripe.checkout.sessions.retrieve(made.id, { expand: ['invoice'] })
    expect((done.invoice as Stripe.Invoice).amount_paid).toBe(1280)
  })

  test('runs 3-D Secure if the card requires it', async () => {
    const { stripe, url, made } = await session()
    const number = '4000002760003184'
    const asked = await submit(url, { action: 'pay', ...CARD, number })
    expect(asked.location).toContain('/dev/3ds/seti_')
    const failed = await submit(asked.location, { outcome: 'fail' })
    expect((await read(failed.location)).text).toContain('unable to authenticate')
    const again = await submit(url, { action: 'pay', ...CARD, number })
    const back = await submit(again.location, { outcome: 'complete' })
    expect((await read(back.location)).location).toContain('http://127.0.0.1/done')
    expect((await stripe.checkout.sessions.retrieve(made.id)).status).toBe('complete')
  })

  test('expires after a day', async () => {
    const { emulator, stripe, url, made, received } = await session()
    await emulator.clock.advance(DAY)
    expect((await read(url)).status).toBe(404)
    expect((await stripe.checkout.sessions.retrieve(made.id)).status).toBe('expired')
    expect(received.types()).toContain('checkout.session.expired')
  })
})

describe('the portal', () => {
  async function portal() {
    const box = await sandbox()
    const made = await subscribed(box)
    const configuration = await box.stripe.billingPortal.configurations.create({
      features: {
        subscription_cancel: { enabled: true, mode: 'at_period_end' },
        payment_method_update: { enabled: true },
        subscription_update: { enabled: false },
        invoice_history: { enabled: true },
      },
      metadata: { readr: '1' },
    })
    const { url } = await box.stripe.billingPortal.sessions.create({
      customer: made.customer as string,
      configuration: configuration.id,
      return_url: 'http://127.0.0.1/settings',
    })
    return { ...box, made, url }
  }

  test('cancels by date, not by flag, and undoes it', async () => {
    const { stripe, made, url } = await portal()
    expect((await read(url)).text).toContain('Return to Readr')
    const subscription = made.id
    await submit(url, { action: 'cancel', subscription })
    const canceled = await stripe.subscriptions.retrieve(made.id)
    expect([canceled.cancel_at, canceled.cancel_at_period_end]).toEqual([
      made.items.data[0]!.current_period_end,
      false,
    ])
    await submit(url, { action: 'keep', subscription })
    expect((await stripe.subscriptions.retrieve(made.id)).cancel_at).toBeNull()
  })

  test('saves another card', async () => {
    const { stripe, made, url } = await portal()
    await submit(url, { action: 'card', ...CARD, number: '5555555555554444' })
    const after = await stripe.subscriptions.retrieve(made.id, {
      expand: ['default_payment_method'],
    })
    expect((after.default_payment_method as Stripe.PaymentMethod).card!.last4).toBe('4444')
    const bad = await submit(url, { action: 'card', ...CARD, number: '4000000000000002' })
    expect([bad.status, bad.text.includes('role="alert"')]).toEqual([400, true])
  })

  test('lists invoices with their payments', async () => {
    const { emulator, url } = await portal()
    const { text } = await read(url)
    const invoice = /href="(\/dev\/invoices\/[^"]+)"/.exec(text)![1]!
    expect((await read(emulator.apiUrl + invoice)).text).toContain('$16.00')
  })
})

describe('hosted pages', () => {
  test('an open invoice can be paid on its page', async () => {
    const { stripe } = await sandbox()
    const customer = await stripe.customers.create({})
    const made = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: MONTHLY }],
      payment_behavior: 'default_incomplete',
      expand: ['latest_invoice'],
    })
    const { hosted_invoice_url: url } = made.latest_invoice as Stripe.Invoice
    expect((await submit(url!, { ...CARD, number: '4000000000000002' })).status).toBe(400)
    expect((await submit(url!, CARD)).status).toBe(303)
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('active')
  })

  test('a payment has a receipt', async () => {
    const box = await sandbox()
    const made = await subscribed(box)
    const { data } = await box.stripe.charges.list({ customer: made.customer as string })
    expect((await read(data[0]!.receipt_url!)).text).toContain('$16.00')
    for (const other of ['receipt/ch_other', 'portal/bps_other', 'invoices/in_other']) {
      expect((await read(`${box.emulator.apiUrl}/dev/${other}`)).status).toBe(404)
    }
  })
})

describe('the clock', () => {
  const clock = ({ apiUrl }: StripeEmulator) => `${apiUrl}/dev/clock`

  test('shows subscriptions and events, and advances', async () => {
    const box = await sandbox()
    const made = await subscribed(box)
    const { emulator, stripe } = box
    expect((await read(clock(emulator))).text).toContain('ada@example.com')
    expect((await submit(clock(emulator), { step: '3' })).location).toBe('/dev/clock')
    expect(emulator.clock.now()).toBe(made.items.data[0]!.current_period_end)
    expect((await read(clock(emulator))).text).toContain('invoice.created')
    await submit(clock(emulator), { date: '2027-06-01' })
    expect(emulator.clock.now()).toBe(Date.UTC(2027, 5, 1, 12) / 1000)
    const { data } = await stripe.invoices.list({ customer: made.customer as string })
    expect(data.length).toBe(5)
  })

  test.each<Record<string, string>>([{ date: '2026-01-01' }, { date: 'soon' }, { step: '9' }, {}])(
    'does not advance with %j',
    async (fields) => {
      const { emulator } = await sandbox()
      expect((await submit(clock(emulator), fields)).status).toBe(400)
      expect(emulator.clock.now()).toBe(START)
    },
  )

  test('sets event delivery faults', async () => {
    const { emulator, stripe, received } = await sandbox()
    await submit(clock(emulator), { step: 'faults', drop: 'on', delay: '0' })
    await stripe.customers.create({})
    await submit(clock(emulator), { step: 'faults', delay: '0' })
    await stripe.customers.create({})
    await emulator.webhooks.settled()
    expect(received.types()).toEqual(['customer.created'])
  })
})
