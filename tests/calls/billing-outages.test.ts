import { afterEach, describe, expect, test } from 'vitest'
import { ask, PASSWORD } from './accounts-client.ts'
import { BILLING, billingSite, MONTHLY, said, YEARLY } from './billing-site.ts'

const site = billingSite()
const { call, post, open, submit, newReader, confirmTrialOf } = site
const { subscriptionsOf, paidBy, trialReader, payingReader } = site

afterEach(() => site.emulator.calls.clearFaults())

describe('the pages', () => {
  test.each(['down', 'rate_limit', 'server_error'] as const)(
    'while Stripe is %s say what happened and what to do, keep the input, and charge nobody twice',
    async (kind) => {
      const checkout = `/checkout?priceId=${MONTHLY}&promotionCode=HALF`
      const reader = await newReader()
      const subscriber = await trialReader()
      const payer = await payingReader()
      const unconfirmed = await newReader()
      await post(unconfirmed, BILLING, { planId: MONTHLY })
      // Fills the cache of plans in every process.
      for (let i = 0; i < site.product.processes.length; i++) {
        expect((await open(reader, '/subscribe')).status).toBe(200)
      }
      site.emulator.calls.addFault({ kind })
      // Cached plans are still shown.
      expect((await open(reader, '/subscribe')).text).toContain('$16.00')
      const startFails = async () => {
        for (const intent of ['start', 'hosted']) {
          const failed = await submit(reader, `/checkout?priceId=${MONTHLY}`, { intent })
          expect(failed.status).toBe(502)
          expect(failed.text).toMatch(
            /role="alert"[^>]*><p>Failed to create subscription<\/p><p>You have not been charged\. Please try again/,
          )
          expect(failed.text).toContain('name="intent" value="hosted"')
          expect(failed.text).toMatch(/role="alert".*?<a href="\/checkout\?[^>]*>Try Again/s)
        }
      }
      const codeFails = async () => {
        const code = await open(reader, checkout)
        expect(code.status).toBe(502)
        expect(code.text).toMatch(/name="promotionCode"[^>]*value="HALF"/)
        expect(code.text).toMatch(/Failed to look up the code\. Please try again in a moment/)
      }
      const settingsFail = async () => {
        const form = { when: 'immediately' }
        const cancel = await submit(subscriber, '/settings/cancel', form)
        expect(cancel.status).toBe(502)
        expect(cancel.text).toMatch(
          /<p>Failed to cancel trial\.<\/p><p>Please try again.*Refresh Status/,
        )
        const call = await post(subscriber, '/subscription/cancel-trial')
        expect(said(call)).toBe('502 Failed to cancel trial.')
        const paid = await submit(payer, '/settings/cancel', form)
        expect(paid.text).toMatch(/<p>Failed to cancel subscription<\/p><p>Please try again/)
        const refund = await submit(payer, '/settings/refund', { shownCents: '1600' })
        expect(refund.status).toBe(502)
        expect(refund.text).toMatch(/<p>Failed to refund your payment<\/p><p>Please try again/)
        expect(refund.text).toContain('name="shownCents"')
        expect(cancel.text).toMatch(/<input[^>]*checked=""[^>]*value="immediately"/)
        const refresh = await submit(subscriber, '/settings/subscription', { intent: 'refresh' })
        expect(refresh.status).toBe(502)
        expect(refresh.text).toMatch(
          /<form[^>]*data-failed="Failed to fetch subscription status"[^>]*><input[^>]*><div role="alert"[^>]*><p>Failed to reconcile subscription<\/p><p>Please try again/,
        )
      }
      const refreshFails = async () => {
        const { text, status } = await submit(unconfirmed, '/subscribe?book=the-art-of-war', {})
        expect(status).toBe(502)
        expect(text).toMatch(
          /<form[^>]*data-failed="Failed to fetch subscription status"[^>]*><input[^>]*><div role="alert"[^>]*><p[^>]*>Error<\/p><p>Failed to reconcile subscription<\/p>.*Refresh Status/s,
        )
        expect(text).toContain('>The Art of War</strong>')
      }
      const changeFails = async () => {
        expect((await open(subscriber, '/settings/change-plan')).text).toMatch(
          /Failed to update subscription.*Try Again/s,
        )
      }
      // In parallel, because the product retries before each answer.
      await Promise.all([startFails(), codeFails(), settingsFail(), refreshFails(), changeFails()])
      // Without cached plans, the pages say so.
      const event = {
        id: `evt_${kind}`,
        object: 'event',
        type: 'price.updated',
        data: { object: {} },
      }
      const payload = JSON.stringify(event)
      const secret = site.emulator.webhookSecret
      await ask(site.product.origin, '/api/webhooks/stripe', {
        method: 'POST',
        json: payload,
        headers: {
          'Stripe-Signature': site.stripe.webhooks.generateTestHeaderString({ payload, secret }),
        },
      })
      await Promise.all(
        ['/subscribe', checkout].map(async (path) => {
          let page = await open(reader, path)
          // Other processes clear their cache a moment later.
          const statusOf = async () => (page = await open(reader, path)).status
          if (page.status !== 502) await expect.poll(statusOf, { timeout: 30_000 }).toBe(502)
          expect(page.text, path).toMatch(
            /<p>Failed to fetch plans<\/p><p>Please try again in a moment\.<\/p>.*Try Again/s,
          )
        }),
      )
      site.emulator.calls.clearFaults()
      expect((await open(reader, '/subscribe')).text).toContain('$16.00')
      await submit(reader, checkout, { intent: 'start' })
      await submit(reader, checkout, { intent: 'start' })
      expect(await subscriptionsOf(reader)).toHaveLength(1)
      await confirmTrialOf(reader)
      expect((await call(reader, '/api/books/subscribed')).status).toBe(200)
    },
  )
})

describe('the calls', () => {
  test.each(['down', 'rate_limit', 'server_error'] as const)(
    'while Stripe is %s answer with the specified messages',
    async (kind) => {
      const reader = await trialReader()
      const other = await newReader()
      site.emulator.calls.addFault({ kind })
      const cancel = { method: 'DELETE', json: { atPeriodEnd: true } }
      for (const [heard, words] of [
        [post(other, BILLING, { planId: MONTHLY }), 'create subscription'],
        [call(reader, BILLING, { method: 'PUT', json: { planId: YEARLY } }), 'update subscription'],
        [call(reader, BILLING, cancel), 'cancel subscription'],
        [post(reader, '/api/v1/billing/portal'), 'create billing portal session'],
        [post(reader, '/api/v1/billing/reconcile'), 'reconcile subscription'],
      ] as const) {
        expect(said(await heard)).toBe(`502 Failed to ${words}`)
      }
      expect((await call(reader, `${BILLING}/status`)).status).toBe(200)
      expect((await call(reader, '/api/books/subscribed')).status).toBe(200)
    },
  )

  test('and the page delete no account while Stripe is down', async () => {
    const reader = await trialReader()
    site.emulator.calls.addFault({ kind: 'down' })
    const words = 'Failed to delete account. Please try again later.'
    expect(said(await call(reader, '/auth/delete-account', { method: 'DELETE' }))).toBe(
      `502 ${words}`,
    )
    const page = await submit(reader, '/settings/delete', { password: PASSWORD })
    expect(page.status).toBe(502)
    // The specified text is alone in its element.
    expect(page.text).toMatch(new RegExp(`<div[^>]+role="alert"[^>]*>${words}</div>`))
    expect(page.text).toContain('<p class="text-soft">Nothing was deleted.</p>')
    expect((await call(reader, '/api/auth/me')).status).toBe(200)
    site.emulator.calls.clearFaults()
    expect((await call(reader, '/auth/delete-account', { method: 'DELETE' })).status).toBe(200)
    expect((await site.stripe.customers.list({ email: reader.email })).data).toEqual([])
    expect((await call(reader, '/api/auth/me')).status).toBe(401)
  })
})

/** How often the product tries a request. */
const TRIES = 3

describe('an answer of Stripe that is lost', () => {
  test('to a start on the page is reported, and the next try continues it', async () => {
    const reader = await newReader()
    const checkout = `/checkout?priceId=${MONTHLY}`
    const match = 'POST /v1/subscriptions'
    site.emulator.calls.addFault({ kind: 'answer_lost', match, times: TRIES })
    const failed = await submit(reader, checkout, { intent: 'start' })
    expect(failed.status).toBe(502)
    expect(failed.text).toMatch(
      /role="alert"[^>]*><p>Failed to create subscription<\/p><p>You have not been/,
    )
    expect(failed.text).toContain('name="intent" value="hosted"')
    expect((await submit(reader, checkout, { intent: 'start' })).status).toBe(200)
    expect(await subscriptionsOf(reader)).toHaveLength(1)
    await confirmTrialOf(reader)
    expect((await call(reader, '/api/books/subscribed')).status).toBe(200)
  })

  test('to a plan change, by page or call, charges once', async () => {
    const lose = () =>
      site.emulator.calls.addFault({
        kind: 'answer_lost',
        match: 'POST /v1/subscriptions/',
        times: TRIES,
      })
    const onPage = await payingReader()
    lose()
    const left = await submit(onPage, '/settings/change-plan', { planId: YEARLY })
    expect([left.status, left.headers.get('Location')]).toEqual([303, '/settings'])
    expect((await open(onPage, '/settings')).text).toMatch(
      /role="alert"[^>]*><p>Failed to update subscription<\/p><p>Please try again.*Refresh Status/,
    )
    const byCall = await payingReader()
    lose()
    const json = { planId: YEARLY }
    expect(said(await call(byCall, BILLING, { method: 'PUT', json }))).toMatch(/^502 Failed to/)
    for (const reader of [onPage, byCall]) {
      await site.emulator.webhooks.settled()
      const again = await call(reader, BILLING, { method: 'PUT', json })
      expect(said(again)).toBe('400 You are already on the Yearly Plan.')
      expect(await paidBy(reader)).toHaveLength(2)
    }
  })

  test('to a cancellation is looked up and reported as done', async () => {
    const reader = await payingReader()
    const match = 'DELETE /v1/subscriptions'
    site.emulator.calls.addFault({ kind: 'answer_lost', match, times: TRIES })
    const done = await submit(reader, '/settings/cancel', { when: 'immediately' })
    expect([done.status, done.headers.get('Location')]).toEqual([303, '/settings/cancel'])
    expect((await open(reader, '/settings/cancel')).text).toContain('Your subscription is canceled')
    expect((await call(reader, '/api/books/subscribed')).status).toBe(403)
  })
})

test('while Stripe is slow, repeated forms and calls start one subscription', async () => {
  const reader = await newReader()
  site.emulator.calls.addFault({ kind: 'slow', match: 'POST /v1/', ms: 300 })
  const checkout = `/checkout?priceId=${MONTHLY}`
  const [first, second, called] = await Promise.all([
    submit(reader, checkout, { intent: 'start' }),
    submit(reader, checkout, { intent: 'start' }),
    post(reader, BILLING, { planId: MONTHLY }),
  ])
  expect([first.status, second.status, called.status]).toEqual([200, 200, 201])
  expect(await subscriptionsOf(reader)).toHaveLength(1)
  site.emulator.calls.clearFaults()
  await confirmTrialOf(reader)
  expect((await call(reader, '/api/books/subscribed')).status).toBe(200)
  expect(await paidBy(reader)).toEqual([])
})
