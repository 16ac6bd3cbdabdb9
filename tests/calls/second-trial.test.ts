import { describe, expect, test } from 'vitest'
import { statusJson } from '#app/api/schemas/subscription.server.ts'
import { ask, newReader as readerAt, PASSWORD, type Reader } from './accounts-client.ts'
import { BILLING, billingSite, dataOf, MONTHLY, startedJson, YEARLY } from './billing-site.ts'

const site = billingSite({ livemode: true })
const { call, confirm, confirmTrialOf, newReader, open, paidBy, post, submit, subscriptionsOf } =
  site

const CHECKOUT = `/checkout?priceId=${MONTHLY}`
/** The text of a page. */
const plain = (html: string) =>
  html
    .replaceAll(/<script[\s\S]*?<\/script>|<!--.*?-->/g, '')
    .replaceAll(/<\/?(?:strong|span)[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

/** Starts a trial on the page and confirms it, as its script does. */
async function tryTrial(reader: Reader, card: string, path = CHECKOUT) {
  await submit(reader, path, { intent: 'start' })
  await confirmTrialOf(reader, card)
  await site.emulator.webhooks.settled()
}

/** A reader whose card was already used for a trial, right after confirming it. */
async function refusedReader(card: string, path = CHECKOUT) {
  await tryTrial(await newReader(), card)
  const reader = await newReader()
  await tryTrial(reader, card, path)
  return reader
}

describe('a second trial with one card', () => {
  test('shows the price and charges it once the reader confirms, without JavaScript', async () => {
    const reader = await refusedReader('pm_card_visa')
    const back = await open(reader, '/payment-successful')
    expect([back.status, back.headers.get('Location')]).toEqual([302, CHECKOUT])
    expect((await open(reader, '/payment-successful')).headers.get('Location')).toBe(CHECKOUT)
    const page = await open(reader, CHECKOUT)
    expect(page.status).toBe(200)
    const text = plain(page.text)
    expect(text).toContain('Your free trial was already used')
    expect(text).toContain('You have not been charged.')
    expect(text).toMatch(
      /If you subscribe, \$16\.00 is charged today\. Your plan then renews every month, next on \w+ \d+, 20\d\d for \$16\.00\./,
    )
    expect(text).toContain('Subscribe for $16.00 today')
    expect(text).toContain('This charges Visa ending in 4242.')
    expect(text).not.toMatch(/7-Day|Free trial until/)
    expect(page.text).toMatch(/<a href="\/browse"[^>]*>No, thanks/)
    expect(await subscriptionsOf(reader)).toEqual([])
    expect(await paidBy(reader)).toEqual([])
    expect((await call(reader, '/api/books/subscribed')).status).toBe(403)
    // Another amount is not charged.
    const other = await submit(reader, CHECKOUT, { intent: 'refused-card', shownCents: '0' })
    expect(other.status).toBe(409)
    expect(plain(other.text)).toContain('The amount due today has changed, so nothing was charged.')
    expect(await paidBy(reader)).toEqual([])
    const paid = await submit(reader, CHECKOUT, { intent: 'refused-card', shownCents: '1600' })
    expect([paid.status, paid.headers.get('Location')]).toEqual([303, '/payment-successful'])
    const first = await open(reader, '/payment-successful')
    const shown = first.status === 302 ? await open(reader, '/payment-successful') : first
    expect(plain(shown.text)).toMatch(/Payment successful.*Charged today \$16\.00/)
    expect(await paidBy(reader)).toEqual([1600])
    expect((await call(reader, '/api/books/subscribed')).status).toBe(200)
  })

  test('redirects to the bank if the bank asks for it, without JavaScript', async () => {
    const first = await newReader()
    const reader = await newReader()
    const bank = async (address: string) => {
      const body = new URLSearchParams({ outcome: 'complete' })
      const answer = await fetch(address, { method: 'POST', body, redirect: 'manual' })
      await site.emulator.webhooks.settled()
      return answer.headers.get('Location')!
    }
    for (const one of [first, reader]) {
      await tryTrial(one, 'pm_card_authenticationRequired')
      const [begun] = await site.stripe.setupIntents.list({ limit: 1 }).then(({ data }) => data)
      await bank(begun!.next_action!.redirect_to_url!.url!)
    }
    expect((await open(reader, '/payment-successful')).headers.get('Location')).toBe(CHECKOUT)
    const asked = await submit(reader, CHECKOUT, { intent: 'refused-card', shownCents: '1600' })
    expect(asked.status).toBe(303)
    expect(asked.headers.get('Location')).toContain('/dev/3ds/pi_')
    expect(await paidBy(reader)).toEqual([])
    const back = new URL(await bank(asked.headers.get('Location')!))
    const returned = await open(reader, back.pathname + back.search)
    expect(returned.headers.get('Location')).toBe('/payment-successful')
    expect(await paidBy(reader)).toEqual([1600])
  })

  test('keeps the promotion code and the plan', async () => {
    const path = `/checkout?priceId=${YEARLY}&promotionCode=HALF`
    const reader = await refusedReader('pm_card_mastercard', path)
    expect((await open(reader, '/payment-successful')).headers.get('Location')).toBe(path)
    const text = plain((await open(reader, path)).text)
    expect(text).toContain('$49.50 is charged today. Your plan then renews every year')
    expect(text).toContain('Subscribe for $49.50 today')
    await submit(reader, path, { intent: 'refused-card', shownCents: '4950' })
    expect(await paidBy(reader)).toEqual([4950])
  })

  test('reports a declined card and accepts another one', async () => {
    const reader = await refusedReader('pm_card_chargeCustomerFail')
    const declined = await submit(reader, CHECKOUT, { intent: 'refused-card', shownCents: '1600' })
    expect(declined.status).toBe(400)
    expect(plain(declined.text)).toContain('Your card was declined.')
    expect(declined.text).toContain('value="hosted"')
    expect(await paidBy(reader)).toEqual([])
  })

  test('is no longer offered anywhere', async () => {
    const reader = await refusedReader('pm_card_amex')
    const plans = plain((await open(reader, '/subscribe')).text)
    expect(plans).toContain('$16.00 today, then every month.')
    expect(plans).toContain('Subscribe with the Monthly Plan')
    expect(plans).not.toMatch(/7-Day Free Trial|seven days/)
    const settings = plain((await open(reader, '/settings')).text)
    expect(settings).toMatch(/already been used for a free trial.*You have not been charged/)
    expect(settings).not.toContain('Your subscription has ended')
  })

  test('is refused by the calls too: no subscription, then a payment', async () => {
    const card = 'pm_card_createDispute'
    await confirm(await post(await newReader(), BILLING, { planId: MONTHLY }), card)
    const reader = await newReader()
    const begun = await post(reader, BILLING, { planId: MONTHLY, trialPeriodDays: 7 })
    expect(dataOf(begun, startedJson).intentType).toBe('setup')
    await confirm(begun, card)
    const status = dataOf(await call(reader, `${BILLING}/status`), statusJson)
    expect(status).toEqual({ subscription: null, isSubscribed: false, subscriptionStatus: 'none' })
    const again = await post(reader, BILLING, { planId: MONTHLY, trialPeriodDays: 7 })
    expect([again.status, dataOf(again, startedJson).intentType]).toEqual([201, 'payment'])
    expect(await paidBy(reader)).toEqual([])
    await confirm(again)
    expect(dataOf(await call(reader, `${BILLING}/status`), statusJson)).toMatchObject({
      isSubscribed: true,
      subscriptionStatus: 'active',
    })
    expect(await paidBy(reader)).toEqual([1600])
  })

  test.each([
    {},
    { shownCents: '' },
    { shownCents: '-1' },
    { shownCents: '1e3' },
    { shownCents: '99999999999' },
  ])('is not paid without the amount: %j', async (form) => {
    const reader = await newReader()
    const answer = await submit(reader, CHECKOUT, { intent: 'refused-card', ...form } as never)
    expect(answer.status).toBe(400)
  })

  test('charges nobody who has not confirmed a card', async () => {
    const reader = await newReader()
    const answer = await submit(reader, CHECKOUT, { intent: 'refused-card', shownCents: '1600' })
    expect(answer.status).toBe(409)
    expect(await subscriptionsOf(reader)).toEqual([])
  })
})

describe('a variant of an address', () => {
  test('gets the price instead of a trial, and no second free summary', async () => {
    const { origin } = site.product
    const word = `ann${Date.now()}`
    const person = async (email: string) => {
      await ask(origin, '/api/auth/register', { json: { name: 'Ann', email, password: PASSWORD } })
      return readerAt(origin, email)
    }
    const first = await person(`${word}@example.com`)
    expect(plain((await open(first, '/summaries/walden')).text)).toContain('Read this one in full')
    await submit(first, '/summaries/walden', {})
    await tryTrial(first, 'pm_card_createDisputeProductNotReceived')
    const again = await person(`${word}+1@example.com`)
    const page = plain((await open(again, '/summaries/walden')).text)
    expect(page).toContain('You’ve already used your free summary, possibly with another account.')
    expect(page).not.toContain('Read this one in full')
    const taken = await submit(again, '/summaries/walden', {})
    expect([taken.status, taken.headers.get('Location')]).toEqual([303, '/summaries/walden'])
    expect(plain((await open(again, '/subscribe')).text)).toContain(
      '$16.00 today, then every month',
    )
    expect(dataOf(await post(again, BILLING, { planId: YEARLY }), startedJson).intentType).toBe(
      'payment',
    )
  })
})
