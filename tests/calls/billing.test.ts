import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Stripe } from 'stripe'
import type { z } from 'zod'
import {
  cancelledJson,
  changedJson,
  legacySubscriptionJson,
  plansJson,
  portalJson,
  startedJson,
  statusJson,
} from '#app/api/billing/wire.ts'
import { startStripeEmulator, type StripeEmulator } from '#app/demo/stripe/emulator.server.ts'
import { addEndpoint } from '#app/demo/stripe/resources/events.ts'
import { freePort } from '#tests/setup/free-port.ts'
import { changeRows, type Product, startProduct } from '#tests/setup/product.ts'
import {
  ask,
  type Heard,
  newAdmin,
  newReader,
  type Reader,
  subscribeInTheApp,
  type Wanted,
} from './accounts-client.ts'

const MONTHLY = 'price_readr_monthly'
const YEARLY = 'price_readr_yearly'
const BILLING = '/api/v1/billing/subscription'

let product: Product
let emulator: StripeEmulator
let stripe: Stripe

beforeAll(async () => {
  const port = await freePort()
  emulator = await startStripeEmulator({ port })
  const { secretKey, publishableKey, webhookSecret } = emulator
  const apiUrl = `http://127.0.0.1:${port}`
  stripe = new Stripe(secretKey, { host: '127.0.0.1', port, protocol: 'http' })
  product = await startProduct('content', {
    RATE_LIMIT_FACTOR: '1000',
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: apiUrl,
    APP_RETURN_URL: 'readr://paid',
  })
  addEndpoint(emulator.account, {
    url: `${product.origin}/api/webhooks/stripe`,
    enabled_events: ['*'],
    secret: webhookSecret,
  })
})
afterAll(async () => {
  await product.stop()
  await emulator.close()
})

const call = (reader: Reader, path: string, wanted: Wanted = {}) =>
  ask(product.origin, path, { token: reader.token, ...wanted })
const post = (reader: Reader, path: string, json: unknown = {}) =>
  call(reader, path, { method: 'POST', json })
const said = ({ status, json }: Heard) => `${status} ${json.message ?? ''}`.trim()
/** The answer's data, which must have the described shape. */
const dataOf = <T extends z.ZodType>(heard: Heard, shape: T): z.output<T> =>
  shape.parse(heard.json.data)

async function confirm(heard: Heard, card = 'pm_card_visa') {
  const { clientSecret } = dataOf(heard, startedJson)
  await stripe.setupIntents.confirm(clientSecret!.split('_secret_')[0]!, { payment_method: card })
  await emulator.webhooks.settled()
}

let admin: Promise<Reader> | undefined
/** The one administrator of these tests. */
const theAdmin = () => (admin ??= newAdmin(product))

/** Somebody in a trial. */
async function trialReader(planId = MONTHLY): Promise<Reader> {
  const reader = await newReader(product.origin)
  await confirm(await post(reader, BILLING, { planId }))
  return reader
}

describe('the billing calls', () => {
  test('tell the plans to everybody', async () => {
    const heard = await ask(product.origin, '/api/v1/billing/plans')
    expect(dataOf(heard, plansJson).plans).toMatchObject([
      { id: MONTHLY, name: 'Monthly', price: 1600, interval: 'month' },
      { id: YEARLY, name: 'Yearly', price: 9900, interval: 'year' },
    ])
  })

  test('begin a subscription, which opens everything when its card is confirmed', async () => {
    const reader = await newReader(product.origin)
    const status = async () => dataOf(await call(reader, `${BILLING}/status`), statusJson)
    expect(await status()).toEqual({
      subscription: null,
      isSubscribed: false,
      subscriptionStatus: 'none',
    })
    const begun = await post(reader, BILLING, { planId: YEARLY, trialPeriodDays: 7 })
    expect(begun.status).toBe(201)
    expect(dataOf(begun, startedJson)).toMatchObject({ intentType: 'setup', subscription: null })
    expect((await call(reader, '/api/books/subscribed')).status).toBe(403)
    await confirm(begun)
    expect((await call(reader, '/api/books/subscribed')).status).toBe(200)
    expect((await call(reader, '/api/auth/me')).json.data!.user!['isSubscribed']).toBe(true)
    expect(await status()).toMatchObject({
      subscription: { status: 'trialing', planId: YEARLY, cancelAtPeriodEnd: false },
      isSubscribed: true,
      subscriptionStatus: 'trialing',
    })
    expect(said(await post(reader, BILLING, { planId: YEARLY }))).toMatch(/^409 /)
  })

  test('ignore what a program says of prices and trials', async () => {
    const reader = await newReader(product.origin)
    await post(reader, BILLING, {
      planId: MONTHLY,
      trialPeriodDays: 3650,
      price: 1,
      amount: 1,
      trial_end: 4_000_000_000,
      userId: 1,
    })
    const { data: customers } = await stripe.customers.list({ email: reader.email })
    const { data } = await stripe.subscriptions.list({ customer: customers[0]!.id })
    const [subscription] = data
    expect(subscription!.items.data[0]!.price.unit_amount).toBe(1600)
    expect(subscription!.trial_end! - subscription!.created).toBe(7 * 86_400)
  })

  test('say exactly what is wrong', async () => {
    const reader = await newReader(product.origin)
    expect(said(await post(reader, BILLING))).toBe('400 No price ID provided')
    expect(said(await post(reader, BILLING, { planId: 'x' }))).toMatch(/^400 This plan is not/)
    expect(said(await post(reader, BILLING, '{'))).toBe('400 Request body must be valid JSON.')
    expect((await post(reader, BILLING, { planId: 5 })).status).toBe(400)
    for (const json of [{}, { immediately: true, atPeriodEnd: true }, { immediately: 'yes' }]) {
      expect((await call(reader, BILLING, { method: 'DELETE', json })).status).toBe(400)
    }
    const change = await call(reader, BILLING, { method: 'PUT', json: { planId: YEARLY } })
    expect(said(change)).toBe('409 You have no subscription to change.')
    const cancel = { method: 'DELETE', json: { immediately: true } }
    expect(said(await call(reader, BILLING, cancel))).toMatch(/^409 /)
    for (const path of ['cancel-subscription', 'resubscribe', 'cancel-trial']) {
      expect(said(await post(reader, `/subscription/${path}`)), path).toMatch(/^409 /)
    }
    expect((await post(reader, '/subscription/change-plan', { newPriceId: YEARLY })).status).toBe(
      409,
    )
    expect((await post(reader, '/api/v1/billing/portal')).status).toBe(409)
    for (const path of [BILLING, '/subscription/cancel-trial']) {
      expect(said(await ask(product.origin, path, { method: 'POST', json: {} }))).toBe(
        '401 Authentication required',
      )
    }
  })

  test('change, cancel and come back in the billing shape', async () => {
    const reader = await trialReader()
    const changed = await call(reader, BILLING, { method: 'PUT', json: { planId: YEARLY } })
    expect(dataOf(changed, changedJson)).toMatchObject({
      outcome: 'changed',
      subscription: { plan: 'yearly' },
    })
    const gone = await call(reader, BILLING, { method: 'DELETE', json: { atPeriodEnd: true } })
    const { lastDay, subscription } = dataOf(gone, cancelledJson)
    expect(subscription).toMatchObject({ cancelAtPeriodEnd: true, cancel_at_period_end: true })
    expect(lastDay).toBe(subscription!.trialEnd)
    const back = await post(reader, '/subscription/resubscribe')
    expect(back.status).toBe(200)
    const portal = await post(reader, '/api/v1/billing/portal')
    expect(dataOf(portal, portalJson).url).toMatch(/^http/)
    const end = await call(reader, BILLING, { method: 'DELETE', json: { immediately: true } })
    expect(dataOf(end, cancelledJson)).toMatchObject({ nextCharge: null, refund: null })
    expect((await call(reader, '/api/books/subscribed')).status).toBe(403)
  })

  test('answer the legacy shape with seconds', async () => {
    const reader = await trialReader()
    const changed = await post(reader, '/subscription/change-plan', { newPriceId: YEARLY })
    expect(changed.json).toMatchObject({
      success: true,
      payment_successful: false,
      data: { payment_successful: false },
    })
    const cancelled = await post(reader, '/subscription/cancel-trial')
    expect(said(cancelled)).toBe('200 Trial canceled successfully')
    const { subscription } = cancelled.json.data as { subscription: unknown }
    expect(legacySubscriptionJson.parse(subscription)).toMatchObject({
      price_id: YEARLY,
      status: 'trialing',
      cancel_at_period_end: true,
      pending_update: null,
      amount_paid: 0,
    })
    const { trial_end: end } = legacySubscriptionJson.parse(subscription)
    expect(Math.abs(end! - Date.now() / 1000 - 7 * 86_400)).toBeLessThan(600)
    expect((await post(reader, '/subscription/cancel-subscription')).status).toBe(409)
  })

  test('of another reader’s subscription there are none', async () => {
    const reader = await trialReader()
    const stranger = await newReader(product.origin)
    const { data } = await stripe.customers.list({ email: reader.email })
    const list = await stripe.subscriptions.list({ customer: data[0]!.id })
    const { id } = list.data[0]!
    const json = { immediately: true, subscriptionId: id, id, customer: data[0]!.id }
    expect((await call(stranger, BILLING, { method: 'DELETE', json })).status).toBe(409)
    expect((await call(reader, '/api/books/subscribed')).status).toBe(200)
  })

  test('treat administrators and mobile subscribers as subscribed, with nothing to manage here', async () => {
    const operator = await theAdmin()
    const mobile = await newReader(product.origin)
    await subscribeInTheApp(product.origin, mobile)
    for (const reader of [operator, mobile]) {
      expect(dataOf(await call(reader, `${BILLING}/status`), statusJson)).toEqual({
        subscription: null,
        isSubscribed: true,
        subscriptionStatus: 'none',
      })
      expect((await post(reader, BILLING, { planId: MONTHLY })).status).toBe(409)
      expect((await call(reader, '/api/books/subscribed')).status).toBe(200)
    }
  })
})

describe('the pages', () => {
  afterEach(() => emulator.calls.clearFaults())
  const open = (reader: Reader, path: string) => ask(product.origin, path, { cookies: reader.web })
  const submit = (reader: Reader, path: string, form: Record<string, string>) =>
    ask(product.origin, path, { cookies: reader.web, form })
  const subscriptionsOf = async ({ email }: Reader) => {
    const { data: customers } = await stripe.customers.list({ email })
    if (!customers[0]) return []
    const expand = ['data.pending_setup_intent']
    return (await stripe.subscriptions.list({ customer: customers[0].id, expand })).data
  }
  async function confirmIn(reader: Reader) {
    const [begun] = await subscriptionsOf(reader)
    const { id } = begun!.pending_setup_intent as Stripe.SetupIntent
    await stripe.setupIntents.confirm(id, { payment_method: 'pm_card_visa' })
    await emulator.webhooks.settled()
  }

  test('lead back to the app whoever came from it, and nobody else', async () => {
    for (const [from, onward, label] of [
      ['&fromApp=true', 'readr://paid', 'Back to the app'],
      ['', '/browse', 'Start reading'],
    ] as const) {
      const reader = await newReader(product.origin)
      await submit(reader, `/checkout?priceId=${MONTHLY}${from}`, { intent: 'start' })
      await confirmIn(reader)
      const first = await open(reader, '/payment-successful')
      const paid = first.status === 302 ? await open(reader, '/payment-successful') : first
      expect(paid.text).toMatch(
        new RegExp(`http-equiv="refresh" content="\\d+;url=${onward}"`, 'i'),
      )
      expect(paid.text).toMatch(new RegExp(`<a href="${onward}"[^>]*>${label}`))
    }
  })

  test('show administrators, and who subscribed in an app or was given access, nothing to manage', async () => {
    const operator = await theAdmin()
    const mobile = await newReader(product.origin)
    await subscribeInTheApp(product.origin, mobile)
    const gifted = await newReader(product.origin)
    await subscribeInTheApp(product.origin, gifted, -1)
    const day = new Date(Date.now() + 30 * 86_400_000)
    expect(
      await changeRows(
        product.variables,
        `UPDATE "BillingAccount" SET "complimentaryUntil" = '${day.toISOString()}'
         WHERE "userId" = (SELECT "id" FROM "User" WHERE "email" = '${gifted.email}')`,
      ),
    ).toBe(1)
    for (const [reader, words] of [
      [operator, /Administrator Account.*full access to all content, no subscription required/s],
      [mobile, /You subscribed in the mobile app\. Manage your subscription there.*App Store/s],
      [gifted, /Your access is a gift from us.*Nothing is charged\./s],
    ] as const) {
      const { text } = await open(reader, '/settings')
      const card = /<section[^>]*aria-labelledby="subscription".*?<\/section>/s.exec(text)![0]
      expect(card).toMatch(words)
      expect(card).not.toMatch(/<button|settings\/(cancel|change-plan|subscription)/)
      expect((await open(reader, '/subscribe')).headers.get('Location')).toBe('/settings')
      expect((await open(reader, '/settings/change-plan')).headers.get('Location')).toBe(
        '/settings',
      )
    }
  })

  test.each(['down', 'rate_limit', 'server_error'] as const)(
    'while Stripe is %s say what happened and what to do, keep what was typed, and charge nobody twice',
    async (kind) => {
      const checkout = `/checkout?priceId=${MONTHLY}&promotionCode=HALF`
      const reader = await newReader(product.origin)
      const subscriber = await trialReader()
      expect((await open(reader, '/subscribe')).status).toBe(200)
      emulator.calls.addFault({ kind })
      // Plans that are known are still shown.
      expect((await open(reader, '/subscribe')).text).toContain('$16.00')
      for (const intent of ['start', 'hosted']) {
        const failed = await submit(reader, `/checkout?priceId=${MONTHLY}`, { intent })
        expect(failed.status).toBe(502)
        expect(failed.text).toMatch(
          /role="alert"[^>]*>Failed to create subscription\. You have not been charged\. Please try again/,
        )
        expect(failed.text).toContain('name="intent" value="hosted"')
      }
      const code = await open(reader, checkout)
      expect(code.status).toBe(502)
      expect(code.text).toMatch(/name="promotionCode"[^>]*value="HALF"/)
      expect(code.text).toContain('Failed to look up the code')
      const form = { when: 'immediately' }
      const cancel = await submit(subscriber, '/settings/cancel', form)
      expect(cancel.status).toBe(502)
      expect(cancel.text).toContain('Failed to cancel subscription')
      expect(cancel.text).toMatch(/<input[^>]*checked=""[^>]*value="immediately"/)
      expect((await open(subscriber, '/settings/change-plan')).text).toMatch(
        /Failed to update subscription.*Try Again/s,
      )
      // Where not even the plans are known, that is said.
      const event = {
        id: `evt_${kind}`,
        object: 'event',
        type: 'price.updated',
        data: { object: {} },
      }
      const payload = JSON.stringify(event)
      const secret = emulator.webhookSecret
      await ask(product.origin, '/api/webhooks/stripe', {
        method: 'POST',
        json: payload,
        headers: {
          'Stripe-Signature': stripe.webhooks.generateTestHeaderString({ payload, secret }),
        },
      })
      for (const path of ['/subscribe', checkout]) {
        const page = await open(reader, path)
        expect(page.status, path).toBe(502)
        expect(page.text, path).toMatch(/Failed to fetch plans.*Try Again/s)
      }
      emulator.calls.clearFaults()
      expect((await open(reader, '/subscribe')).text).toContain('$16.00')
      await submit(reader, checkout, { intent: 'start' })
      await submit(reader, checkout, { intent: 'start' })
      expect(await subscriptionsOf(reader)).toHaveLength(1)
      await confirmIn(reader)
      expect((await call(reader, '/api/books/subscribed')).status).toBe(200)
    },
  )
})

test('what only shows something makes no request to Stripe', async () => {
  const reader = await trialReader()
  await ask(product.origin, '/api/v1/billing/plans')
  await emulator.webhooks.settled()
  const before = emulator.calls.made().length
  for (const path of ['/settings', '/browse', '/browse/books', '/summaries/walden', '/subscribe']) {
    await ask(product.origin, path, { cookies: reader.web })
  }
  for (const path of [`${BILLING}/status`, '/api/auth/me', '/api/v1/billing/plans', '/books']) {
    await call(reader, path)
  }
  expect(emulator.calls.made().slice(before)).toEqual([])
})

describe('the webhook', () => {
  const body = '{"id":"evt_x","object":"event","type":"invoice.paid","data":{"object":{}}}'
  const sign = (payload: string, secret: string, age = 0) =>
    stripe.webhooks.generateTestHeaderString({
      payload,
      secret,
      timestamp: Math.floor(Date.now() / 1000) - age,
    })
  const deliver = (payload: string, signature?: string) =>
    ask(product.origin, '/api/webhooks/stripe', {
      method: 'POST',
      json: payload,
      headers: signature === undefined ? {} : { 'Stripe-Signature': signature },
    })

  test('takes what Stripe signed, and nothing else', async () => {
    const { webhookSecret } = emulator
    expect((await deliver(body, sign(body, webhookSecret))).status).toBe(200)
    expect((await deliver(body)).status).toBe(400)
    expect((await deliver(body, sign(body, 'whsec_other'))).status).toBe(400)
    expect((await deliver(`${body} `, sign(body, webhookSecret))).status).toBe(400)
    expect((await deliver(body, sign(body, webhookSecret, 301))).status).toBe(400)
  })

  test('of the mobile stores asks for the shared secret', async () => {
    const reader = await newReader(product.origin)
    for (const headers of [{}, { Authorization: 'Bearer nope' }] as Record<string, string>[]) {
      const heard = await ask(product.origin, '/api/webhooks/mobile', {
        method: 'POST',
        headers,
        json: { event: { type: 'INITIAL_PURCHASE', app_user_id: reader.id } },
      })
      expect(heard.status).toBe(400)
    }
    expect((await call(reader, '/api/books/subscribed')).status).toBe(403)
  })
})

describe('while Stripe cannot be reached', () => {
  beforeAll(() => emulator.calls.addFault({ kind: 'down' }))
  afterAll(() => emulator.calls.clearFaults())

  test('the calls say so in the words of each', async () => {
    emulator.calls.clearFaults()
    const reader = await trialReader()
    const other = await newReader(product.origin)
    emulator.calls.addFault({ kind: 'down' })
    expect(said(await post(other, BILLING, { planId: MONTHLY }))).toBe(
      '502 Failed to create subscription',
    )
    expect(said(await call(reader, BILLING, { method: 'PUT', json: { planId: YEARLY } }))).toBe(
      '502 Failed to update subscription',
    )
    const cancel = { method: 'DELETE', json: { atPeriodEnd: true } }
    expect(said(await call(reader, BILLING, cancel))).toBe('502 Failed to cancel subscription')
    expect(said(await post(reader, '/api/v1/billing/portal'))).toBe(
      '502 Failed to create billing portal session',
    )
    expect(said(await post(reader, '/api/v1/billing/reconcile'))).toBe(
      '502 Failed to reconcile subscription',
    )
    expect((await call(reader, `${BILLING}/status`)).status).toBe(200)
    expect((await call(reader, '/api/books/subscribed')).status).toBe(200)
  })

  test('no account is deleted, by call or by page', async () => {
    emulator.calls.clearFaults()
    const reader = await trialReader()
    emulator.calls.addFault({ kind: 'down' })
    const words = 'Failed to delete account. Please try again later.'
    expect(said(await call(reader, '/auth/delete-account', { method: 'DELETE' }))).toBe(
      `502 ${words}`,
    )
    const page = await ask(product.origin, '/settings', {
      cookies: reader.web,
      form: { intent: 'delete-account' },
    })
    expect(page.status).toBe(502)
    expect(page.text).toContain(words)
    expect((await call(reader, '/api/auth/me')).status).toBe(200)
    emulator.calls.clearFaults()
    expect((await call(reader, '/auth/delete-account', { method: 'DELETE' })).status).toBe(200)
    expect((await stripe.customers.list({ email: reader.email })).data).toEqual([])
    expect((await call(reader, '/api/auth/me')).status).toBe(401)
  })
})
