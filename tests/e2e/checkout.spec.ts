import type { Route } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import {
  buy,
  CARDS,
  fillCard,
  main,
  newReader,
  newReaderWithCard,
  onTrial,
  openCheckout,
  pageCloses,
  PLANS,
  press,
  trialEndDate,
  withoutTrial,
} from './steps/billing.ts'

const REFUSED = /answer: 4\d\d|status of 4\d\d/
const PAID = '/payment-successful'

test.describe('The plans', { tag: '@no-js' }, () => {
  test('are for readers: visitors register and then see them', async ({ page }) => {
    await page.goto('/subscribe?book=frankenstein')
    await expect(page).toHaveURL('/register?redirectTo=%2Fsubscribe%3Fbook%3Dfrankenstein')
    await expect(main(page)).toContainText('Create an account first')
    await main(page).getByLabel('Full name').fill('Zoë')
    await main(page).getByLabel('Email').fill(`plans-${process.pid}-${Date.now()}@example.com`)
    await main(page).getByLabel('Password', { exact: true }).fill('secret1')
    await main(page).getByRole('checkbox').check()
    await press(page, 'Create account')
    await expect(page).toHaveURL('/subscribe?book=frankenstein')
    await expect(main(page).getByRole('region', { name: 'Frankenstein' })).toContainText(
      'A card: about a minute. You pay nothing today.',
    )
    await expect(main(page).getByText('Not now, choose my free summary')).toBeInViewport()
  })

  test('show the price, the yearly saving, the charges, and how to cancel', async ({ page }) => {
    await newReader(page)
    await page.goto('/subscribe')
    const trialEnd = trialEndDate()
    const monthly = page.getByRole('region', { name: 'Monthly' })
    await expect(monthly).toContainText('$16.00 per month')
    await expect(monthly).toContainText(`$0.00 today, $16.00 on ${trialEnd}, then every month.`)
    await expect(main(page)).toContainText(
      `Cancel in your settings before ${trialEnd} and you pay nothing.`,
    )
    await expect(monthly.getByRole('listitem').first()).toBeVisible()
    const yearly = page.getByRole('region', { name: 'Yearly' })
    await expect(yearly).toContainText('$99.00 per year')
    await expect(yearly).toContainText('$8.25 a month, billed $99.00 a year')
    await expect(yearly).toContainText('Saves $93.00 a year')
    await yearly.getByRole('link', { name: /^Start 7-Day Free Trial/ }).click()
    await expect(page).toHaveURL(`/checkout?priceId=${PLANS.yearly}`)
    await expect(main(page)).toContainText('Charged today')
  })

  test('offer no second trial', async ({ page }) => {
    await withoutTrial(page)
    await page.goto('/subscribe')
    await expect(main(page)).not.toContainText(/trial/i)
    await expect(page.getByRole('region', { name: 'Monthly' })).toContainText(
      '$16.00 today, then every month. Next charge: $16.00 on',
    )
    await page.getByRole('link', { name: 'Subscribe with the Monthly Plan' }).click()
    await expect(main(page)).toContainText('$16.00 today')
    await expect(main(page)).not.toContainText(/trial/i)
  })

  test('redirect subscribers to their settings', async ({ page }) => {
    await onTrial(page, 'monthly')
    for (const address of ['/subscribe', `/checkout?priceId=${PLANS.yearly}`]) {
      await page.goto(address)
      await expect(page).toHaveURL('/settings')
    }
    await expect(page.getByRole('banner').getByText('Get Started')).toHaveCount(0)
  })
})

test.describe('The plans on a phone', { tag: '@phone' }, () => {
  test('fit one screen, with the referring book', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await newReader(page)
    await page.goto('/subscribe?book=the-art-of-war')
    // The first page also warned of the password.
    await page.goto('/subscribe')
    await expect(main(page).getByText('A card: about a minute.')).toBeInViewport()
    for (const plan of ['Monthly', 'Yearly']) {
      await expect(page.getByRole('region', { name: plan })).toBeInViewport({ ratio: 1 })
    }
  })
})

test.describe('The checkout', () => {
  test('reports a missing or unknown plan @js', async ({ page, trouble }) => {
    trouble.expect(REFUSED)
    for (const [address, problem] of [
      ['/checkout', 'No price ID provided'],
      ['/checkout?priceId=price_of_another&fromApp=true', 'This plan is not available.'],
    ] as const) {
      await page.goto(address)
      const tryAgain = main(page).getByRole('link', { name: 'Try Again' })
      for (let times = 0; times < 2; times++) {
        await expect(main(page).getByRole('alert')).toContainText(problem)
        const reloaded = page.waitForResponse((answer) => answer.url().endsWith(address))
        await tryAgain.click()
        expect((await reloaded).status()).toBe(400)
        await expect(page).toHaveURL(address)
      }
    }
    await main(page).getByRole('link', { name: 'See the plans' }).click()
    await expect(page).toHaveURL(/\/register/)
  })

  test('asks visitors to log in, and returns them to their plan @js @no-js', async ({ page }) => {
    const email = await newReader(page)
    await page.context().clearCookies()
    await page.goto(`/checkout?priceId=${PLANS.yearly}`)
    await expect(main(page)).toContainText('$99.00 per year')
    await main(page).getByRole('link', { name: 'Log in' }).click()
    await main(page).getByLabel('Email').fill(email)
    await main(page).getByLabel('Password', { exact: true }).fill('secret1')
    await press(page, 'Log in')
    await expect(page).toHaveURL(`/checkout?priceId=${PLANS.yearly}`)
    await expect(main(page).getByRole('heading', { name: 'Payment' })).toBeVisible()
  })

  test('ignores amounts and trial days in the address @no-js', async ({ page }) => {
    await withoutTrial(page)
    await page.goto(
      `/checkout?priceId=${PLANS.monthly}&amount=1&price=1&trialPeriodDays=365&trial=true`,
    )
    await expect(main(page)).toContainText('$16.00 per month')
    await expect(main(page)).toContainText('$16.00 today')
    await expect(main(page)).not.toContainText(/trial/i)
  })

  test('accepts promotion codes @js @no-js', async ({ page, trouble }) => {
    trouble.expect(REFUSED)
    await newReader(page)
    await page.goto(`/checkout?priceId=${PLANS.monthly}`)
    const code = main(page).getByLabel('Promotion code')
    await code.fill('NO-SUCH-CODE')
    await press(page, 'Apply')
    await expect(main(page).getByRole('alert')).toBeVisible()
    await expect(code).toHaveValue('NO-SUCH-CODE')
    await code.fill('half')
    await press(page, 'Apply')
    await expect(main(page)).toContainText('50% off the first payment')
    await expect(main(page)).toContainText(`charged $8.00 on ${trialEndDate()}`)
  })
})

test.describe('Paying', { tag: '@js' }, () => {
  test('starts a trial, shows it once, and redirects', async ({ page }) => {
    await newReader(page)
    await openCheckout(page, 'yearly')
    await fillCard(page, CARDS.good)
    await press(page, 'Start 7-Day Free Trial')
    await expect(page).toHaveURL(PAID)
    const summary = page.getByRole('region', { name: 'Order summary' })
    await expect(summary).toContainText('Yearly')
    await expect(summary).toContainText('$0.00')
    await expect(summary).toContainText(`$99.00 on ${trialEndDate()}`)
    await expect(page.getByRole('banner').getByText('Get Started')).toHaveCount(0)
    const seconds = main(page).locator('[data-countdown]')
    await expect(seconds).not.toHaveText('30')
    expect(Number(await seconds.textContent())).toBeLessThan(30)
    // A reload continues the countdown.
    await page.reload()
    await expect(summary).toBeVisible()
    expect(Number(await seconds.getAttribute('data-countdown'))).toBeLessThan(30)
    // Readers can stay on the page.
    await main(page).getByRole('link', { name: 'Stay here' }).click()
    await expect(seconds).toHaveCount(0)
    await expect(page.locator('[data-redirect]')).toHaveCount(0)
    await expect(summary).toBeVisible()
    await main(page).getByRole('link', { name: 'Start reading' }).click()
    await expect(page).toHaveURL('/browse')
    await page.goto('/settings')
    await expect(page.getByRole('region', { name: 'Subscription' })).toContainText('Trial')
  })

  test('shows what is missing at the fields', async ({ page }) => {
    await newReader(page)
    await openCheckout(page, 'monthly')
    await press(page, 'Start 7-Day Free Trial')
    await expect(main(page).getByRole('alert')).toHaveText('Your card number is incomplete.')
    const number = main(page).getByLabel('Card number')
    await expect(number).toBeFocused()
    await expect(number).toHaveAccessibleDescription('Your card number is incomplete.')
    await fillCard(page, '4242424242424241')
    await press(page, 'Start 7-Day Free Trial')
    await expect(number).toHaveAccessibleDescription('Your card number is invalid.')
  })

  test('reports a declined card and accepts another', async ({ page, trouble }) => {
    trouble.expect(/answer: 402|status of 402/)
    await newReaderWithCard(page, CARDS.noFunds)
    await press(page, 'Start 7-Day Free Trial')
    await expect(main(page).getByRole('alert')).toHaveText('Your card has insufficient funds.')
    await page.goto(PAID)
    await expect(main(page)).toContainText('has not confirmed')
    await main(page).getByRole('link', { name: 'Back to checkout' }).click()
    await fillCard(page, CARDS.good)
    await press(page, 'Start 7-Day Free Trial')
    await expect(page).toHaveURL(PAID)
    await expect(page.getByRole('heading', { name: 'Order summary' })).toBeVisible()
  })

  test('asks the bank, which may confirm or refuse', async ({ page }) => {
    await newReaderWithCard(page, CARDS.asksOnSetup)
    const bank = page.getByRole('dialog', { name: '3-D Secure' })
    const refused = 'We are unable to authenticate your payment method.'
    await press(page, 'Start 7-Day Free Trial')
    await bank.getByRole('button', { name: 'Fail' }).click()
    await expect(main(page).getByRole('alert')).toContainText(refused)
    await expect(main(page).getByRole('button', { name: 'Start 7-Day Free Trial' })).toBeFocused()
    await press(page, 'Start 7-Day Free Trial')
    await expect(bank).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(main(page).getByRole('alert')).toContainText(refused)
    await press(page, 'Start 7-Day Free Trial')
    await bank.getByRole('button', { name: 'Complete' }).click()
    await expect(page).toHaveURL(PAID)
    await expect(page.getByRole('heading', { name: 'Order summary' })).toBeVisible()
  })

  test('without a trial charges right away', async ({ page }) => {
    await withoutTrial(page)
    await openCheckout(page, 'yearly', '&promotionCode=HALF')
    await fillCard(page, CARDS.asksAlways)
    await press(page, 'Subscribe and pay $49.50')
    const bank = page.getByRole('dialog', { name: '3-D Secure' })
    await bank.getByRole('button', { name: 'Complete' }).click()
    await expect(page).toHaveURL(PAID)
    await expect(page.getByRole('heading', { name: 'Payment successful' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('$49.50')
  })

  test('with a code for the full price charges nothing', async ({ page }) => {
    await withoutTrial(page)
    await openCheckout(page, 'monthly', '&promotionCode=FREE')
    await fillCard(page, CARDS.good)
    await press(page, 'Subscribe and pay $0.00')
    await expect(page).toHaveURL(PAID)
    await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('$0.00')
  })

  test('twice, by a double click or in two tabs, creates one subscription', async ({
    page,
    trouble,
  }) => {
    trouble.expect(/answer: 4\d\d|status of 4\d\d/)
    await withoutTrial(page)
    const other = await page.context().newPage()
    await openCheckout(page, 'monthly')
    await openCheckout(other, 'monthly')
    for (const tab of [page, other]) await fillCard(tab, CARDS.good)
    let posts = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/checkout')) posts += 1
    })
    await main(page)
      .getByRole('button', { name: /^Subscribe and pay/ })
      .dblclick()
    await expect(page).toHaveURL(PAID)
    expect(posts).toBe(1)
    await press(other, /^Subscribe and pay/)
    await expect(main(other)).toContainText('You already have a subscription.')
    await page.goBack()
    await expect(page).toHaveURL('/settings')
    await page.goto('/settings/subscription')
    const charges = page.getByRole('region', { name: 'Charges' })
    await expect(charges.getByText('Paid', { exact: false })).toHaveCount(1)
  })

  test('reports a lost connection and works once it is back', async ({ page, trouble }) => {
    trouble.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
    await newReaderWithCard(page, CARDS.good)
    await page.context().setOffline(true)
    await press(page, 'Start 7-Day Free Trial')
    await expect(main(page).getByRole('alert')).toContainText('You will not be charged twice')
    await page.context().setOffline(false)
    await press(page, 'Start 7-Day Free Trial')
    await expect(page).toHaveURL(PAID)
  })
})

test.describe('Somebody else, or nobody, is signed in by now', { tag: '@js' }, () => {
  test.beforeEach(({ trouble }) => trouble.expect(REFUSED))

  test('an ended session keeps the card, and works after signing in beside', async ({ page }) => {
    await newReaderWithCard(page, CARDS.good)
    const session = await page.context().cookies()
    await page.context().clearCookies()
    await press(page, 'Start 7-Day Free Trial')
    await expect(main(page).getByRole('alert')).toContainText('You’re signed out.')
    await page.context().addCookies(session)
    await press(page, 'Start 7-Day Free Trial')
    await expect(page).toHaveURL(PAID)
  })

  test('the card of one reader pays for nobody else', async ({ page }) => {
    await newReaderWithCard(page, CARDS.good)
    await newReader(page)
    for (let time = 0; time < 2; time++) {
      await press(page, 'Start 7-Day Free Trial')
      await expect(main(page).getByRole('alert')).toContainText('Someone else is signed in now.')
    }
    await page.goto('/settings')
    await expect(page.getByRole('region', { name: 'Subscription' })).toContainText('Inactive')
  })
})

test.describe('Submitted again during the payment', { tag: '@js' }, () => {
  test('the form sends nothing, and works again after the card was declined', async ({
    page,
    trouble,
  }) => {
    trouble.expect(/answer: 402|status of 402/)
    await newReaderWithCard(page, CARDS.good)
    const asked = Promise.withResolvers<Route>()
    await page.route('**/setup_intents/*/confirm', asked.resolve, { times: 1 })
    await press(page, 'Start 7-Day Free Trial')
    const confirmation = await asked.promise
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.method()} ${request.url()}`))
    await page.keyboard.press('Enter')
    const message = 'Your card was declined.'
    await confirmation.fulfill({ status: 402, json: { error: { type: 'card_error', message } } })
    await expect(main(page).getByRole('alert')).toHaveText(message)
    expect(sent).toEqual([])
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(PAID)
  })
})

test.describe('The success page', { tag: '@no-js' }, () => {
  test('is only shown after a payment', async ({ page }) => {
    await page.goto(PAID)
    await expect(page).toHaveURL(`/login?redirectTo=${encodeURIComponent(PAID)}`)
    await newReader(page)
    for (const claim of ['', '?paymentSuccess=true&redirect_status=succeeded', '?fromApp=true']) {
      await page.goto(PAID + claim)
      await expect(page).toHaveURL('/browse')
    }
  })
})

test.describe('A payment that is not confirmed yet', { tag: '@js' }, () => {
  test('is checked in the background until it succeeds', async ({ page, trouble }) => {
    trouble.expect(/status of 503|answer: 503/)
    await newReader(page)
    const form = { intent: 'hosted' }
    const checkout = `/checkout?priceId=${PLANS.monthly}`
    await page.request.post(checkout, { form, maxRedirects: 0 })
    await page.goto(PAID)
    await expect(page).toHaveTitle('Waiting for your payment · Readr')
    await page.locator('html').evaluate((root) => (root.dataset['seen'] = ''))
    await page.route(PAID, (route) => route.fulfill({ status: 503 }), { times: 1 })
    for (const status of [503, 200]) {
      const checked = await page.waitForResponse((answer) => answer.url().endsWith(PAID))
      expect(checked.request().resourceType()).toBe('fetch')
      expect(checked.status()).toBe(status)
    }
    await expect(page.locator('html[data-seen]')).toHaveCount(1)
    await buy(page, 'monthly', CARDS.good)
    await expect(page).toHaveTitle('Payment successful · Readr')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })
})

test.describe('Without JavaScript', { tag: '@no-js' }, () => {
  test('the reader pays on the page of the provider', async ({ page, trouble }) => {
    // The provider's page does not opt in to our view transitions.
    trouble.expect(/ViewTransition opt-in disabled/)
    await newReader(page)
    const checkout = `/checkout?priceId=${PLANS.monthly}&promotionCode=HALF`
    await page.goto(checkout)
    await expect(main(page).getByText('Setting up your subscription')).toBeHidden()
    // Playwright's text and role locators do not see the content of <noscript>.
    const hosted = main(page).locator('.hosted-payment form')
    await expect(hosted.locator('p')).toContainText('You can pay on the website of Stripe')
    await hosted.locator('button').click()
    await expect(page).toHaveURL(/\/dev\/checkout\//)
    await page.getByRole('link', { name: 'Back without paying' }).click()
    await expect(page).toHaveURL(checkout)
    await hosted.locator('button').click()
    await page.getByLabel('Card number').fill(CARDS.asksOnSetup)
    await page.getByRole('button', { name: 'Start trial' }).click()
    await page.getByRole('button', { name: 'Complete authentication' }).click()
    await expect(page).toHaveURL(PAID)
    await expect(page.getByRole('region', { name: 'Order summary' })).toContainText(
      `$8.00 on ${trialEndDate(pageCloses())}`,
    )
    await expect(page.locator('meta[http-equiv=refresh]')).toHaveAttribute(
      'content',
      /^30;\s*url=\/browse$/,
    )
    await page.goBack()
    await page.goto(PAID)
    await expect(page.locator('meta[http-equiv=refresh]')).toHaveAttribute(
      'content',
      /^\d+;\s*url=\/browse$/,
    )
  })
})
