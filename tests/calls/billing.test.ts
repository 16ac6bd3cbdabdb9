import { describe, expect, test } from 'vitest'
import { loader as plans } from '#app/api/billing/plans.ts'
import { loader as portal } from '#app/api/billing/portal.ts'
import { loader as subscription } from '#app/api/billing/subscription.ts'
import { legacySubscriptionJson, statusJson } from '#app/api/schemas/subscription.server.ts'
import { changeRows } from '#tests/setup/product.ts'
import { ask, newAdmin, PASSWORD, type Reader, subscribeInTheApp } from './accounts-client.ts'
import { BILLING, billingSite, dataOf, MONTHLY, said, startedJson, YEARLY } from './billing-site.ts'
import { dataSchema } from './data-schema.ts'

const plansJson = dataSchema(plans, 'plans')
const portalJson = dataSchema(portal, 'billingPortal')
const changedJson = dataSchema(subscription, 'changePlan')
const canceledJson = dataSchema(subscription, 'cancelSubscription')

const site = billingSite()
const { call, post, open, submit, newReader, confirm, confirmTrialOf, trialReader } = site
const { payingReader, subscriptionsOf, confirmAtBank } = site

let admin: Promise<Reader> | undefined
/** The one administrator of these tests. */
const theAdmin = () => (admin ??= newAdmin(site.product))

describe('the billing calls', () => {
  test('list the plans for everyone', async () => {
    const heard = await ask(site.product.origin, '/api/v1/billing/plans')
    expect(dataOf(heard, plansJson).plans).toMatchObject([
      { id: MONTHLY, name: 'Monthly', price: 1600, interval: 'month' },
      { id: YEARLY, name: 'Yearly', price: 9900, interval: 'year' },
    ])
  })

  test('start a subscription, which gives full access once its card is confirmed', async () => {
    const reader = await newReader()
    const status = async () => dataOf(await call(reader, `${BILLING}/status`), statusJson)
    expect(await status()).toEqual({
      subscription: null,
      isSubscribed: false,
      subscriptionStatus: 'none',
    })
    const begun = await post(reader, BILLING, { planId: YEARLY, trialPeriodDays: 7 })
    expect(begun.status).toBe(201)
    const started = dataOf(begun, startedJson)
    expect(started).toMatchObject({
      intentType: 'setup',
      subscription: { status: 'incomplete', plan: 'yearly', planId: YEARLY, source: 'stripe' },
    })
    expect(started.subscription.trialEnd).toMatch(/T12:00:00\.000Z$/)
    expect(dataOf(await post(reader, BILLING, { planId: YEARLY }), startedJson)).toEqual(started)
    expect((await call(reader, '/api/books/subscribed')).status).toBe(403)
    await confirm(begun)
    expect((await call(reader, '/api/books/subscribed')).status).toBe(200)
    expect((await call(reader, '/api/auth/me')).json.data!.user!['isSubscribed']).toBe(true)
    expect(await status()).toMatchObject({
      subscription: {
        id: started.subscription.id,
        status: 'trialing',
        planId: YEARLY,
        cancelAtPeriodEnd: false,
      },
      isSubscribed: true,
      subscriptionStatus: 'trialing',
    })
    expect(said(await post(reader, BILLING, { planId: YEARLY }))).toMatch(/^409 /)
  })

  test('answer a subscription without a trial, after an earlier one has ended', async () => {
    const reader = await trialReader()
    await call(reader, BILLING, { method: 'DELETE', json: { immediately: true } })
    const begun = await post(reader, BILLING, { planId: YEARLY })
    const { intentType, subscription } = dataOf(begun, startedJson)
    expect({ intentType, subscription }).toMatchObject({
      intentType: 'payment',
      subscription: { status: 'incomplete', plan: 'yearly', trialEnd: null },
    })
    const [open] = await subscriptionsOf(reader)
    expect(subscription.id).toBe(open!.id)
  })

  test('ignore prices and trials in the request', async () => {
    const reader = await newReader()
    await post(reader, BILLING, {
      planId: MONTHLY,
      trialPeriodDays: 3650,
      price: 1,
      amount: 1,
      trial_end: 4_000_000_000,
      userId: 1,
    })
    const { data: customers } = await site.stripe.customers.list({ email: reader.email })
    const { data } = await site.stripe.subscriptions.list({ customer: customers[0]!.id })
    const [subscription] = data
    expect(subscription!.items.data[0]!.price.unit_amount).toBe(1600)
    const { trial_end: end, created } = subscription!
    const over = created + 7 * 86_400
    expect(end! % 86_400).toBe(43_200)
    // The attempt may have begun in the second before.
    expect(end!).toBeGreaterThanOrEqual(over - 1)
    expect(end!).toBeLessThan(over + 86_400)
  })

  test('answer errors with the specified messages', async () => {
    const reader = await newReader()
    expect(said(await post(reader, BILLING))).toBe('400 No price ID provided')
    expect(said(await post(reader, BILLING, { planId: 'x' }))).toMatch(/^400 This plan is not/)
    expect(said(await post(reader, BILLING, '{'))).toBe('400 Request body must be valid JSON.')
    expect((await post(reader, BILLING, { planId: 5 })).status).toBe(400)
    for (const json of [{}, { immediately: true, atPeriodEnd: true }, { immediately: 'yes' }]) {
      expect((await call(reader, BILLING, { method: 'DELETE', json })).status).toBe(400)
    }
    const change = await call(reader, BILLING, { method: 'PUT', json: { planId: YEARLY } })
    expect(said(change)).toBe(
      '409 You don’t have a subscription to change. If this looks wrong, select “Refresh Status” in your settings.',
    )
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
      expect(said(await ask(site.product.origin, path, { method: 'POST', json: {} }))).toBe(
        '401 Authentication required',
      )
    }
  })

  test('change, cancel, and resubscribe in the billing shape', async () => {
    const reader = await trialReader()
    const changed = await call(reader, BILLING, { method: 'PUT', json: { planId: YEARLY } })
    expect(dataOf(changed, changedJson)).toMatchObject({
      outcome: 'changed',
      subscription: { plan: 'yearly' },
    })
    const gone = await call(reader, BILLING, { method: 'DELETE', json: { atPeriodEnd: true } })
    const { lastDay, subscription } = dataOf(gone, canceledJson)
    expect(subscription).toMatchObject({ cancelAtPeriodEnd: true, cancel_at_period_end: true })
    expect(lastDay).toBe(subscription!.trialEnd)
    const back = await post(reader, '/subscription/resubscribe')
    expect(back.status).toBe(200)
    const portal = await post(reader, '/api/v1/billing/portal')
    expect(dataOf(portal, portalJson).url).toMatch(/^http/)
    const end = await call(reader, BILLING, { method: 'DELETE', json: { immediately: true } })
    expect(dataOf(end, canceledJson)).toMatchObject({ nextCharge: null, refund: null })
    expect((await call(reader, '/api/books/subscribed')).status).toBe(403)
  })

  test('answer in the legacy shape with seconds', async () => {
    const reader = await trialReader()
    const changed = await post(reader, '/subscription/change-plan', { newPriceId: YEARLY })
    expect(changed.json).toMatchObject({
      success: true,
      payment_successful: false,
      data: { payment_successful: false },
    })
    const canceled = await post(reader, '/subscription/cancel-trial')
    expect(said(canceled)).toBe('200 Trial canceled successfully')
    const { subscription } = canceled.json.data as { subscription: unknown }
    expect(legacySubscriptionJson.parse(subscription)).toMatchObject({
      price_id: YEARLY,
      status: 'trialing',
      cancel_at_period_end: true,
      pending_update: null,
      amount_paid: 0,
    })
    const { trial_end: end } = legacySubscriptionJson.parse(subscription)
    expect(end! % 86_400).toBe(43_200)
    expect(end! * 1000).toBeGreaterThan(Date.now() + 6.9 * 86_400_000)
    expect((await post(reader, '/subscription/cancel-subscription')).status).toBe(409)
  })

  test('cannot cancel another reader’s subscription', async () => {
    const reader = await trialReader()
    const stranger = await newReader()
    const { data } = await site.stripe.customers.list({ email: reader.email })
    const list = await site.stripe.subscriptions.list({ customer: data[0]!.id })
    const { id } = list.data[0]!
    const json = { immediately: true, subscriptionId: id, id, customer: data[0]!.id }
    expect((await call(stranger, BILLING, { method: 'DELETE', json })).status).toBe(409)
    expect((await call(reader, '/api/books/subscribed')).status).toBe(200)
  })

  test('treat administrators as subscribed, with nothing to manage', async () => {
    const operator = await theAdmin()
    expect(dataOf(await call(operator, `${BILLING}/status`), statusJson)).toEqual({
      subscription: null,
      isSubscribed: true,
      subscriptionStatus: 'none',
    })
    expect((await post(operator, BILLING, { planId: MONTHLY })).status).toBe(409)
    expect((await call(operator, '/api/books/subscribed')).status).toBe(200)
  })

  test('show a mobile subscription in both shapes, with nothing to manage', async () => {
    const reader = await newReader()
    await subscribeInTheApp(site.product.origin, reader)
    const { subscription, ...rest } = dataOf(await call(reader, `${BILLING}/status`), statusJson)
    expect(rest).toEqual({ isSubscribed: true, subscriptionStatus: 'active' })
    expect(subscription).toMatchObject({ status: 'active', source: 'mobile', plan: null })
    const end = Date.parse(subscription!.currentPeriodEnd!)
    expect(end).toBeGreaterThan(Date.now())
    expect((await post(reader, BILLING, { planId: MONTHLY })).status).toBe(409)
    for (const path of ['cancel-subscription', 'resubscribe', 'cancel-trial']) {
      expect((await post(reader, `/subscription/${path}`)).status).toBe(409)
    }
    expect((await call(reader, '/api/books/subscribed')).status).toBe(200)
  })
})

describe('the pages', () => {
  test('redirect to the app only readers who came from it', async () => {
    for (const [from, onward, label] of [
      ['&fromApp=true', 'readr://paid', 'Back to the app'],
      ['', '/browse', 'Start reading'],
    ] as const) {
      const reader = await newReader()
      await submit(reader, `/checkout?priceId=${MONTHLY}${from}`, { intent: 'start' })
      await confirmTrialOf(reader)
      const first = await open(reader, '/payment-successful')
      const paid = first.status === 302 ? await open(reader, '/payment-successful') : first
      expect(paid.text).toMatch(
        new RegExp(`http-equiv="refresh" content="\\d+;url=${onward}"`, 'i'),
      )
      expect(paid.text).toMatch(new RegExp(`<a href="${onward}"[^>]*>${label}`))
    }
  })

  describe('on the way to a locked book', () => {
    const BOOK = 'the-art-of-war'
    const STEP = '>The Art of War</strong>'
    const visit = (path: string, form?: Record<string, string>) =>
      ask(site.product.origin, path, form ? { form } : {})

    test('show it while visitors sign in, also after an error', async () => {
      const first = (await visit(`/summaries/${BOOK}`)).headers.get('Location')!
      const register = (await visit(first)).headers.get('Location')!
      const login = register.replace('/register', '/login')
      const checkout = `/checkout?priceId=${MONTHLY}&book=${BOOK}`
      for (const path of [register, login, checkout]) {
        const { text } = await visit(path)
        expect(text, path).toContain(STEP)
        expect(text, path).toMatch(/<img src="\/covers\/the-art-of-war\./)
        expect(text, path).toMatch(/\/api\/auth\/google\?redirectTo=[^"]*book%3Dthe-art-of-war/)
      }
      const refused = await visit(register, { name: '', email: 'x', password: '' })
      expect(refused.status).toBe(400)
      expect(refused.text).toContain(STEP)
      expect(refused.text).toContain('right back to the plans')
      expect((await visit(login, { email: 'x', password: 'y' })).text).toContain(STEP)
    })

    test('ignore unknown books and addresses of other sites', async () => {
      for (const to of ['/subscribe?book=nothing', `//evil.example/subscribe?book=${BOOK}`]) {
        const page = await visit(`/register?${new URLSearchParams({ redirectTo: to })}`)
        expect([page.status, page.text.includes('src="/covers/')]).toEqual([200, false])
      }
      const reader = await newReader()
      const plans = await open(reader, '/subscribe?book=nothing')
      expect([plans.status, plans.text.includes('src="/covers/')]).toEqual([200, false])
    })

    test('keep it in other tabs, and open it after the payment', async () => {
      const reader = await newReader()
      const plans = await open(reader, `/subscribe?book=${BOOK}`)
      expect(plans.text).toContain(`/checkout?priceId=${MONTHLY}&amp;book=${BOOK}`)
      for (const path of ['/subscribe', `/checkout?priceId=${MONTHLY}`, '/verify']) {
        expect((await open(reader, path)).text, path).toContain(STEP)
      }
      // A visitor's page that is still open in another tab.
      const old = `/register?${new URLSearchParams({ redirectTo: `/subscribe?book=${BOOK}` })}`
      expect((await open(reader, old)).headers.get('Location')).toBe(`/subscribe?book=${BOOK}`)
      const chosen = `/checkout?priceId=${MONTHLY}&book=${BOOK}`
      await submit(reader, chosen, { intent: 'start' })
      await open(reader, '/subscribe?book=frankenstein')
      expect((await open(reader, '/payment-successful')).text).toContain(STEP)
      await confirmTrialOf(reader)
      await open(reader, '/payment-successful')
      const { text } = await open(reader, '/payment-successful')
      expect(text).toContain(STEP)
      expect(text).toMatch(/<a href="\/summaries\/the-art-of-war#idea-4"[^>]*>Read The Art of War</)
      expect(text).toMatch(/http-equiv="refresh" content="\d+;url=\/browse"/i)
      const page = await open(reader, `/summaries/${BOOK}`)
      expect(page.text).toMatch(/<h2 id="idea-4"/)
      // Nothing is left for a later plan change.
      expect((await open(reader, '/verify')).text).not.toContain('src="/covers/')
      const again = await open(reader, `/subscribe?book=${BOOK}`)
      expect(again.headers.get('Location')).toBe(`/summaries/${BOOK}`)
      expect((await open(reader, '/subscribe')).headers.get('Location')).toBe('/settings')
    })
  })

  test.each(['trial', 'payment'] as const)(
    'keep the referring book through 3-D Secure on the page of the bank, which refuses and then confirms the %s',
    async (first) => {
      const reader = first === 'trial' ? await newReader() : await trialReader()
      if (first === 'payment') {
        await call(reader, BILLING, { method: 'DELETE', json: { immediately: true } })
      }
      const chosen = `/checkout?priceId=${MONTHLY}&book=the-art-of-war`
      await submit(reader, chosen, { intent: 'start' })
      const answerBank = async (outcome: string) => {
        const { next_action: next } = await confirmAtBank(reader)
        const bank = new URL(next!.redirect_to_url!.url!)
        // In the meantime, another tab shows another book.
        await open(reader, '/subscribe?book=frankenstein')
        const answer = await ask(bank.origin, bank.pathname + bank.search, { form: { outcome } })
        const back = new URL(answer.headers.get('Location')!)
        expect(back.origin).toBe(site.product.origin)
        await site.emulator.webhooks.settled()
        return back
      }
      const refused = await answerBank('fail')
      expect(refused.searchParams.get('redirect_status')).toBe('failed')
      const again = await open(reader, refused.pathname + refused.search)
      expect(again.headers.get('Location')).toBe(chosen)
      expect((await open(reader, chosen)).text).toContain('>The Art of War</strong>')
      await submit(reader, chosen, { intent: 'start' })
      const confirmed = await answerBank('complete')
      expect(confirmed.searchParams.get('redirect_status')).toBe('succeeded')
      const back = await open(reader, confirmed.pathname + confirmed.search)
      expect(back.headers.get('Location')).toBe('/payment-successful')
      const { text } = await open(reader, '/payment-successful')
      expect(text).toMatch(/<a href="\/summaries\/the-art-of-war#idea-4"[^>]*>Read The Art of War</)
      expect((await open(reader, '/verify')).text).not.toContain('src="/covers/')
    },
  )

  test('show nothing to manage to administrators, mobile subscribers, and readers with gifted access', async () => {
    const operator = await theAdmin()
    const mobile = await newReader()
    await subscribeInTheApp(site.product.origin, mobile)
    const gifted = await newReader()
    await subscribeInTheApp(site.product.origin, gifted, -1)
    const day = new Date(Date.now() + 30 * 86_400_000)
    expect(
      await changeRows(
        site.product.variables,
        `UPDATE "BillingAccount" SET "complimentaryUntil" = '${day.toISOString()}'
         WHERE "userId" = (SELECT "id" FROM "User" WHERE "email" = '${gifted.email}')`,
      ),
    ).toBe(1)
    const isInactive = (card: string) => card.includes('<span class="tag">Inactive</span>')
    for (const [reader, words] of [
      [operator, /Administrator Account.*full access to all content, no subscription required/s],
      [mobile, /You subscribed in the mobile app\. Manage your subscription there.*App Store/s],
      [gifted, /Your access is a gift from us.*You are not charged\./s],
    ] as const) {
      const { text } = await open(reader, '/settings')
      const card = /<section[^>]*aria-labelledby="subscription".*?<\/section>/s.exec(text)![0]
      expect(card).toMatch(words)
      // Only administrators and mobile subscribers have no badge.
      expect(isInactive(card)).toBe(reader === gifted)
      const refund = await open(reader, '/settings/refund')
      expect(refund.text).toContain('You cannot get a refund under it now.')
      expect(refund.text).not.toContain('name="shownCents"')
      expect((await submit(reader, '/settings/refund', { shownCents: '1600' })).status).toBe(409)
      expect(card).not.toMatch(/<button|settings\/(cancel|change-plan|subscription)/)
      expect((await open(reader, '/subscribe')).headers.get('Location')).toBe('/settings')
      expect((await open(reader, '/settings/change-plan')).headers.get('Location')).toBe(
        '/settings',
      )
    }
  })
})

describe('the pages of a reader', () => {
  /** A page without the comments that React puts between texts. */
  const read = async (reader: Reader, path: string) =>
    (await open(reader, path)).text.replaceAll('<!-- -->', '')
  const cardOf = async (reader: Reader) =>
    /<section[^>]*aria-labelledby="subscription".*?<\/section>/s.exec(
      await read(reader, '/settings'),
    )![0]
  const badge = (label: string) => `<span class="tag">${label}</span>`

  test('show one of the five badges', async () => {
    const reader = await newReader()
    expect(await cardOf(reader)).toContain(badge('Inactive'))
    await post(reader, BILLING, { planId: MONTHLY })
    expect(await cardOf(reader)).toContain(badge('Inactive'))
    await confirmTrialOf(reader)
    expect(await cardOf(reader)).toContain(badge('Trial'))
    await post(reader, '/subscription/cancel-trial')
    const canceled = await cardOf(reader)
    expect(canceled).toContain(badge('Trial'))
    expect(canceled).toMatch(/ends on \w+ \d+, \d{4}/)
    await call(reader, BILLING, { method: 'DELETE', json: { immediately: true } })
    expect(await cardOf(reader)).toContain(badge('Canceled'))
    await confirm(await post(reader, BILLING, { planId: MONTHLY }))
    expect(await cardOf(reader)).toContain(badge('Active'))
  })

  test('ask before they cancel a trial, and announce it', async () => {
    const reader = await trialReader()
    const card = await cardOf(reader)
    expect(card).toContain('<a href="/settings/cancel"')
    expect(card).not.toContain('value="cancel-trial"')
    expect(await read(reader, '/settings/cancel')).toMatch(/<h1[^>]*>Cancel your trial/)
    const done = await submit(reader, '/settings/cancel', { when: 'atPeriodEnd' })
    expect([done.status, done.headers.get('Location')]).toEqual([303, '/settings'])
    const announced = /role="status"[^>]*><p>Trial canceled successfully<\/p><p>Access ends on /
    expect(await read(reader, '/settings')).toMatch(announced)
    // Shown once, and not by anything in the address.
    const address = '/settings?done=trial&message=Trial+canceled+successfully'
    expect(await read(reader, address)).not.toMatch(/role="status"/)
  })

  test('offer a second subscription with the amount charged today', async () => {
    const reader = await trialReader()
    await call(reader, BILLING, { method: 'DELETE', json: { immediately: true } })
    const text = await read(reader, '/subscribe')
    expect(text).not.toContain('Start 7-Day Free Trial')
    expect(text).toMatch(/Subscribe/)
    expect(text).toMatch(/\$16\.00[^<]*today|today[^<]*\$16\.00/)
  })

  test('return the money within the guarantee, once', async () => {
    const reader = await payingReader()
    expect(await read(reader, '/settings/subscription')).toMatch(
      /money-back guarantee.*href="\/settings\/refund"[^>]*>Get \$16\.00 back/s,
    )
    expect(await read(reader, '/settings/cancel')).toContain('href="/settings/refund"')
    const page = await read(reader, '/settings/refund')
    for (const words of [
      /Paid on \w+ \d+, \d{4}/,
      /<dt[^>]*>Refund<\/dt><dd[^>]*>\$16\.00<\/dd>/,
      /to the card you paid with/,
      /Ask before/,
      /Your Monthly Plan ends right away/,
    ]) {
      expect(page).toMatch(words)
    }
    for (const form of [{}, { shownCents: '-1' }, { shownCents: '1e9' }]) {
      expect((await submit(reader, '/settings/refund', form as never)).status).toBe(400)
    }
    const other = await submit(reader, '/settings/refund', { shownCents: '1599' })
    expect(other.status).toBe(409)
    expect(other.text).toMatch(/role="alert"[^>]*><p>The amount of your refund has changed/)
    expect((await call(reader, '/api/books/subscribed')).status).toBe(200)
    for (let i = 0; i < 2; i++) {
      const asked = await submit(reader, '/settings/refund', { shownCents: '1600' })
      expect([asked.status, asked.headers.get('Location')]).toEqual([303, '/settings/refund'])
    }
    const done = await read(reader, '/settings/refund')
    expect(done).toMatch(/<h1[^>]*>Your refund is on its way/)
    expect(done).not.toContain('name="shownCents"')
    expect((await call(reader, '/api/books/subscribed')).status).toBe(403)
    const text = await read(reader, '/settings/subscription')
    expect(text).toMatch(/\$16\.00<\/strong>.*Paid.*\$16\.00 refunded/s)
    expect(text).toContain('You asked for your money back on')
    const stranger = await newReader()
    expect(await read(stranger, '/settings/refund')).toContain('You cannot get a refund')
  })

  test('offer the guarantee beside a gift and a subscription in the app, which stay', async () => {
    const gifted = await payingReader()
    const day = new Date(Date.now() + 90 * 86_400_000).toISOString()
    await changeRows(
      site.product.variables,
      `UPDATE "BillingAccount" SET "complimentaryUntil" = '${day}'
       WHERE "userId" = (SELECT "id" FROM "User" WHERE "email" = '${gifted.email}')`,
    )
    const mobile = await payingReader()
    await call(mobile, BILLING, { method: 'DELETE', json: { immediately: true } })
    await subscribeInTheApp(site.product.origin, mobile)
    for (const [reader, words] of [
      [
        gifted,
        /Your Monthly Plan ends right away\.<.*You keep the access that we gave you as a gift\. It ends on \w+/s,
      ],
      [mobile, /You keep your subscription in the mobile app\./],
    ] as const) {
      expect(await cardOf(reader)).toMatch(/href="\/settings\/refund"[^>]*>Get \$16\.00 back/)
      const page = await read(reader, '/settings/refund')
      expect(page).toMatch(words)
      expect(page).not.toMatch(/no longer read/)
      await submit(reader, '/settings/refund', { shownCents: '1600' })
      expect(await read(reader, '/settings/refund')).toContain('Your refund is on its way')
      expect((await call(reader, '/api/books/subscribed')).status).toBe(200)
    }
  })

  test('delete the account of a reader whose refund is still open, and say that it continues', async () => {
    const reader = await payingReader()
    const words = 'You will still get your refund of $16.00. It goes to the card you paid with'
    expect(await read(reader, '/settings/delete')).not.toContain(words)
    site.emulator.calls.addFault({ kind: 'refused', match: 'POST /v1/refunds' })
    await submit(reader, '/settings/refund', { shownCents: '1600' })
    expect(await read(reader, '/settings/refund')).toContain('Your refund is being processed')
    expect(await read(reader, '/settings/delete')).toContain(words)
    const done = await submit(reader, '/settings/delete', { password: PASSWORD })
    site.emulator.calls.clearFaults()
    expect([done.status, done.headers.get('Location')]).toEqual([303, '/'])
    expect((await open(reader, '/settings')).headers.get('Location')).toMatch(/^\/login/)
  })
})

test('showing pages makes no request to Stripe', async () => {
  const reader = await trialReader()
  await ask(site.product.origin, '/api/v1/billing/plans')
  await site.emulator.webhooks.settled()
  const before = site.emulator.calls.made().length
  for (const path of ['/settings', '/browse', '/browse/books', '/summaries/walden', '/subscribe']) {
    await ask(site.product.origin, path, { cookies: reader.web })
  }
  for (const path of [`${BILLING}/status`, '/api/auth/me', '/api/v1/billing/plans', '/books']) {
    await call(reader, path)
  }
  expect(site.emulator.calls.made().slice(before)).toEqual([])
})

describe('the webhook', () => {
  const body = '{"id":"evt_x","object":"event","type":"invoice.paid","data":{"object":{}}}'
  const sign = (payload: string, secret: string, age = 0) =>
    site.stripe.webhooks.generateTestHeaderString({
      payload,
      secret,
      timestamp: Math.floor(Date.now() / 1000) - age,
    })
  const deliver = (payload: string, signature?: string) =>
    ask(site.product.origin, '/api/webhooks/stripe', {
      method: 'POST',
      json: payload,
      headers: signature === undefined ? {} : { 'Stripe-Signature': signature },
    })

  test('accepts only events that Stripe has signed', async () => {
    const { webhookSecret } = site.emulator
    expect((await deliver(body, sign(body, webhookSecret))).status).toBe(200)
    expect((await deliver(body)).status).toBe(400)
    expect((await deliver(body, sign(body, 'whsec_other'))).status).toBe(400)
    expect((await deliver(`${body} `, sign(body, webhookSecret))).status).toBe(400)
    expect((await deliver(body, sign(body, webhookSecret, 301))).status).toBe(400)
  })

  test('for mobile events requires the shared secret', async () => {
    const reader = await newReader()
    for (const headers of [{}, { Authorization: 'Bearer nope' }] as Record<string, string>[]) {
      const heard = await ask(site.product.origin, '/api/webhooks/mobile', {
        method: 'POST',
        headers,
        json: { event: { type: 'INITIAL_PURCHASE', app_user_id: reader.id } },
      })
      expect(heard.status).toBe(400)
    }
    expect((await call(reader, '/api/books/subscribed')).status).toBe(403)
  })
})

test('an administrator refunds a part of a charge, after confirming the amount', async () => {
  const reader = await payingReader()
  const readerPath = `/admin/readers/${Number.parseInt(reader.id, 16)}`
  const asAdmin = await theAdmin()
  const link = new RegExp(`href="(${readerPath}/refund/\\w+)"`)
  const path = link.exec((await open(asAdmin, readerPath)).text)![1]!
  const form = { intent: 'review', amount: '5', reason: 'Charged by mistake', number: '1' }
  expect((await open(asAdmin, path)).text).toMatch(/name="amount" [^>]*value="16\.00"/)
  expect((await submit(reader, path, form)).status).toBe(403)
  for (const [change, text] of [
    [{ amount: '16.01' }, 'At most $16.00 of this charge can be refunded.'],
    [{ amount: '-5' }, 'Please enter an amount in US dollars, such as 5.00.'],
    [{ reason: ' ' }, 'Please enter the reason.'],
    [{ reason: `Asked by ${reader.email}` }, 'Please leave out email addresses'],
  ] as const) {
    const refused = await submit(asAdmin, path, { ...form, ...change })
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(text)])
  }
  const review = await submit(asAdmin, path, form)
  expect(review.text).toContain('Refund $5.00?')
  expect(review.text).toMatch(/name="amount" value="5\.00"/)
  for (let sent = 0; sent < 2; sent++) {
    const done = await submit(asAdmin, path, { ...form, intent: 'refund', amount: '5.00' })
    expect([done.status, done.headers.get('Location')]).toEqual([303, readerPath])
  }
  const page = (await open(asAdmin, readerPath)).text
  expect(page).toContain('The refund is on its way, and the reader has been emailed.')
  expect(page).toContain('$5.00 refunded')
  expect(page).toMatch(/Asked Stripe to refund a charge.*Charged by mistake/s)
  expect((await open(reader, '/settings/subscription')).text).toMatch(/\$5\.00<!-- --> refunded/)
  const other = await newReader()
  const foreign = path.replace(readerPath, `/admin/readers/${Number.parseInt(other.id, 16)}`)
  expect((await open(asAdmin, foreign)).status).toBe(404)
})
