import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { answered } from './accounts.ts'

export const main = (page: Page) => page.getByRole('main')
export async function press(page: Page, name: string | RegExp): Promise<void> {
  await main(page).getByRole('button', { name }).click()
  await answered(page)
}

/** Stripe's documented test cards. */
export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
  declinedWhenCharged: '4000000000000341',
  asksOnSetup: '4000002500003155',
  asksAlways: '4000002760003184',
} as const

export const PLANS = { monthly: 'price_readr_monthly', yearly: 'price_readr_yearly' } as const
export type PlanName = keyof typeof PLANS

let count = 0

/** Registers a reader and signs this browser in, without using the pages. */
export async function newReader(page: Page): Promise<string> {
  count += 1
  const email = `payer-${process.pid}-${Date.now()}-${count}@example.com`
  const form = { name: 'Zoë', email, password: 'secret1', terms: 'on' }
  const answer = await page.request.post('/register', { form, maxRedirects: 0 })
  expect(answer.status()).toBe(303)
  return email
}

/** Enters the emailed code of a reader who has just registered. */
export async function confirmAddress(page: Page, email: string): Promise<void> {
  const emails = (await (await page.request.get('/dev/mail')).text()).split('<article')
  const message = emails.find((one) => one.includes(email) && one.includes('is your Readr code'))!
  const [, code] = /(\d{6}) is your Readr code/.exec(message)!
  await page.goto('/verify')
  await page.getByLabel('Code', { exact: true }).fill(code!)
  await press(page, 'Confirm')
  await expect(main(page).getByRole('status')).toContainText('is confirmed')
}

/** Makes a call and returns its data. */
async function call(
  request: APIRequestContext,
  method: 'POST' | 'DELETE' | 'GET',
  path: string,
  data?: object,
): Promise<Record<string, string>> {
  const answer = await request.fetch(path, { method, ...(data ? { data } : {}) })
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true)
  return (await answer.json()).data
}

/** The publishable key on the checkout page. */
async function publishableKey(request: APIRequestContext): Promise<string> {
  const html = await (await request.get(`/checkout?priceId=${PLANS.monthly}`)).text()
  return /pk_test_\w+/.exec(html)![0]
}

/** Starts a subscription and confirms it with a card, with requests like those of a mobile app. */
export async function buy(page: Page, plan: PlanName, card: string): Promise<void> {
  const { request } = page
  const key = await publishableKey(request)
  const { clientSecret } = await call(request, 'POST', '/api/v1/billing/subscription', {
    planId: PLANS[plan],
  })
  const id = clientSecret!.split('_secret_')[0]!
  const path = `${id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'}/${id}`
  const confirmed = await request.post(`/dev/stripe/v1/${path}/confirm`, {
    form: {
      key,
      client_secret: clientSecret!,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': card,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[card][cvc]': '123',
      return_url: 'http://127.0.0.1/payment-successful',
    },
  })
  const intent = await confirmed.json()
  expect(intent.error, 'the card').toBeUndefined()
  if (intent.status === 'requires_action') {
    const { pathname, search } = new URL(intent.next_action.redirect_to_url.url)
    await request.post(pathname + search, { form: { outcome: 'complete' }, maxRedirects: 0 })
  }
  await call(request, 'POST', '/api/v1/billing/reconcile')
}

/** A new reader in the free trial of a plan. */
export async function onTrial(page: Page, plan: PlanName, card: string = CARDS.good) {
  const email = await newReader(page)
  await buy(page, plan, card)
  return email
}

/** A new reader whose trial was used, without a subscription. */
export async function withoutTrial(page: Page): Promise<string> {
  const email = await onTrial(page, 'monthly')
  await call(page.request, 'DELETE', '/api/v1/billing/subscription', { immediately: true })
  return email
}

/** A new paying reader, whose trial was used before. */
export async function paying(page: Page, plan: PlanName, card: string = CARDS.good) {
  const email = await withoutTrial(page)
  await buy(page, plan, card)
  return email
}

/** Opens the checkout of a plan and waits for the card fields. */
export async function openCheckout(page: Page, plan: PlanName, more = ''): Promise<void> {
  await page.goto(`/checkout?priceId=${PLANS[plan]}${more}`)
  await expect(main(page).getByLabel('Card number')).toBeVisible()
}

export async function fillCard(page: Page, number: string): Promise<void> {
  await main(page).getByLabel('Card number').fill(number)
  await main(page).getByLabel('Expiration date').fill('1234')
  await main(page).getByLabel('Security code').fill('123')
}

/** A new reader at the monthly checkout with a card filled in. */
export async function newReaderWithCard(page: Page, number: string): Promise<void> {
  await newReader(page)
  await openCheckout(page, 'monthly')
  await fillCard(page, number)
}

const DAY_MS = 86_400_000
const dateOf = (moment: number, timeZone: string) =>
  new Date(moment).toLocaleDateString('en-US', { dateStyle: 'long', timeZone })

/** A date as pages show it. */
export const longDate = (inDays: number) => dateOf(Date.now() + inDays * DAY_MS, 'UTC')

/** The day before which an offer ends that lasts some days from now, by the last of all clocks. */
export const dayBeforeIn = (inDays: number) => dateOf(Date.now() + inDays * DAY_MS, 'Etc/GMT+12')

/** The day of the first noon UTC after the seven days of a trial that starts at a moment. */
export const trialEndDate = (start = Date.now()) => dateOf(start + 7.5 * DAY_MS - 1, 'UTC')

/** When a trial on Stripe's page that is opened now starts at the latest. */
export const pageCloses = () => Date.now() + 1.5 * 3_600_000
