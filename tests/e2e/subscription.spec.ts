import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { type States, testAccessibility } from './steps/accessible.ts'
import {
  CARDS,
  dayBeforeIn,
  longDate,
  main,
  newReader,
  onTrial,
  openCheckout,
  paying,
  PLANS,
  press,
  trialEndDate,
} from './steps/billing.ts'

const REFUSED = /answer: 4\d\d|status of 4\d\d/

const card = (page: Page) => page.getByRole('region', { name: 'Subscription' })
const status = (page: Page) => main(page).getByRole('status')

test.describe('In the settings', () => {
  test('a reader without a subscription sees a link to the plans @no-js', async ({ page }) => {
    await newReader(page)
    await page.goto('/settings')
    await expect(card(page)).toContainText('You do not have a subscription.')
    await press(page, 'Refresh Status')
    await expect(status(page)).toHaveText('Your subscription status is up to date.')
    await card(page).getByRole('link', { name: 'See the plans' }).click()
    await expect(page).toHaveURL('/subscribe')
    for (const time of ['first', 'second']) {
      await press(page, 'Refresh Status')
      await expect(status(page), time).toHaveText(/up to date. You don’t have a subscription yet/)
      await page.goto('/subscribe')
    }
  })

  test('a trial is canceled, keeps access to its end, and is resumed @js @no-js', async ({
    page,
  }) => {
    await onTrial(page, 'yearly')
    await page.goto('/settings')
    const end = trialEndDate()
    await expect(card(page)).toContainText(/Yearly Plan\s*Trial/)
    await expect(card(page)).toContainText(`Cancel before ${end} and you pay nothing.`)
    await expect(card(page)).toContainText(`Next charge: $99.00 on ${end}.`)
    await card(page).getByRole('link', { name: 'Cancel Trial' }).click()
    await expect(page).toHaveURL('/settings/cancel')
    await press(page, 'Cancel Trial')
    await expect(page).toHaveURL('/settings')
    await expect(status(page)).toContainText('Trial canceled successfully')
    await expect(status(page)).toContainText(
      `Access ends on ${end}. Next charge: none. Refund: none.`,
    )
    await expect(card(page)).toContainText(`Your free trial is canceled and ends on ${end}`)
    // The message is shown once.
    await page.reload()
    await expect(status(page)).toHaveCount(0)
    await press(page, 'Resubscribe')
    await expect(status(page)).toContainText(`The next charge is on ${end}.`)
    await expect(card(page).getByRole('link', { name: 'Cancel Trial' })).toBeVisible()
  })

  test(
    'a subscription is canceled with a form that explains what it means',
    { tag: ['@no-js', '@phone'] },
    async ({ page }) => {
      await paying(page, 'monthly')
      await page.goto('/settings')
      await expect(card(page)).toContainText(/Monthly Plan\s*Active/)
      const facts = main(page).locator('dl')
      await card(page).getByRole('link', { name: 'Cancel Subscription' }).click()
      await expect(page).toHaveURL('/settings/cancel')
      await expect(main(page).getByRole('radio')).toHaveCount(2)
      await expect(facts).toHaveCount(2)
      await expect(facts.last()).toContainText(/Access ends\s*Right away/)
      await press(page, 'Cancel Subscription')
      await expect(page).toHaveURL('/settings/cancel')
      const answer = status(page)
      await expect(answer).toContainText(/Access ends\s*\w+ \d+, \d{4}/)
      await expect(answer).toContainText(/Next charge\s*None/)
      await expect(answer).toContainText(/Refund\s*None/)
      // The result stays on the page while it is true.
      await page.reload()
      await expect(answer).toContainText(/Refund\s*None/)
      await press(page, 'Resubscribe')
      await expect(page).toHaveURL('/settings')
      await expect(card(page)).toContainText('Next charge: $16.00')
    },
  )

  test('a subscription ends immediately @no-js', async ({ page }) => {
    await paying(page, 'monthly')
    await page.goto('/settings/cancel')
    await main(page).getByRole('radio', { name: 'Immediately' }).check()
    await press(page, 'Cancel Subscription')
    await expect(status(page)).toContainText(/Access ends\s*Right away/)
    await expect(main(page).getByRole('button', { name: 'Resubscribe' })).toHaveCount(0)
    await page.goto('/settings')
    await expect(card(page)).toContainText('Canceled')
    await expect(card(page).getByRole('link', { name: 'Subscribe again' })).toBeVisible()
    await page.goto('/settings/cancel')
    await expect(status(page)).toContainText('Refund')
  })

  test('a payment is refunded within the guarantee, after a page that says what it means @js @no-js', async ({
    page,
  }) => {
    await paying(page, 'yearly')
    await page.goto('/settings')
    await card(page).getByRole('link', { name: 'Get $99.00 back' }).click()
    await expect(page).toHaveURL('/settings/refund')
    await expect(main(page).locator('dl')).toContainText('Refund$99.00')
    await expect(main(page).locator('dl')).toContainText(`Ask before${dayBeforeIn(30)}`)
    await press(page, 'Refund $99.00 and end my plan')
    await expect(page).toHaveURL('/settings/refund')
    await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(
      'Your refund is on its way',
    )
    await expect(status(page)).toContainText(`Requested on${longDate(0)}`)
    await main(page).getByRole('link', { name: 'Subscription and payments' }).click()
    await expect(page.getByRole('region', { name: 'Charges' })).toContainText('$99.00 refunded')
  })

  test('all past and upcoming charges and the billing emails are listed @no-js', async ({
    page,
  }) => {
    await paying(page, 'yearly')
    await page.goto('/settings')
    await card(page).getByRole('link', { name: 'Charges, receipts, and emails' }).click()
    const charges = page.getByRole('region', { name: 'Charges' }).getByRole('listitem')
    await expect(charges).toHaveText([/\$99\.00 · Upcoming/, /\$99\.00 · Paid/])
    await expect(page.getByRole('region', { name: 'Billing emails' })).toContainText(
      'Your receipt from Readr: $99.00',
    )
  })
})

test.describe('The provider’s portal', { tag: '@no-js' }, () => {
  test('opens in a new tab', async ({ page }) => {
    await onTrial(page, 'monthly')
    await page.goto('/settings')
    const opened = page.context().waitForEvent('page')
    await press(page, /^Manage Billing/)
    const portal = await opened
    await expect(portal).toHaveURL(/\/dev\/portal\//)
    const invoices = portal.getByRole('table', { name: 'Invoices, latest first' })
    const columns = ['Date', 'Total', 'Status', 'Number']
    await expect(invoices.getByRole('columnheader')).toHaveText(columns)
    await expect(page).toHaveURL('/settings')
  })
})

test.describe('A payment that failed', { tag: '@js' }, () => {
  // A separate site, because this test moves the clock.
  test.use({ site: 'empty' })

  test('is shown on every page until it is fixed', async ({ page, trouble }) => {
    // The provider's page does not opt in to our view transitions.
    trouble.expect(/ViewTransition opt-in disabled/)
    await onTrial(page, 'monthly', CARDS.declinedWhenCharged)
    const banner = page.getByRole('complementary', { name: 'Payment' })
    await page.goto('/about')
    await expect(banner).toHaveCount(0)
    for (const step of ['2', '0']) await page.request.post('/dev/clock', { form: { step } })
    const about = async () => (await page.request.get('/about')).text()
    await expect.poll(about).toContain('Your last payment failed')
    await page.goto('/about')
    await banner.getByRole('link', { name: 'Pay now or change your card' }).click()
    await expect(page).toHaveURL('/settings/subscription')
    await expect(main(page)).toContainText('Past Due')
    await expect(main(page)).toContainText('You can keep reading')
    await main(page).getByRole('link', { name: 'Pay now' }).click()
    await page.getByRole('button', { name: /^Pay/ }).click()
    await page.goto('/settings')
    await press(page, 'Refresh Status')
    await expect(card(page)).toContainText(/Monthly Plan\s*Active/)
    await expect(banner).toHaveCount(0)
  })
})

test.describe('Changing the plan', () => {
  test('is only for subscribers @no-js', async ({ page }) => {
    await page.goto('/settings/change-plan')
    await expect(page).toHaveURL('/login?redirectTo=%2Fsettings%2Fchange-plan')
    await newReader(page)
    for (const address of ['/settings/change-plan', '/settings/cancel']) {
      await page.goto(address)
      await expect(page).toHaveURL('/settings')
    }
  })

  test('in a trial costs nothing @no-js', async ({ page }) => {
    await onTrial(page, 'monthly')
    await page.goto('/settings/change-plan')
    const yearly = main(page).getByRole('radio', { name: /Yearly/ })
    await expect(yearly).toHaveAccessibleDescription(/Nothing is charged now\./)
    await yearly.check()
    await press(page, 'Change Plan')
    await expect(status(page)).toHaveText('You are now on the Yearly Plan.')
    await expect(card(page)).toContainText(`Next charge: $99.00 on ${trialEndDate()}.`)
  })

  test(
    'to a higher one takes effect right away, for the shown amount',
    { tag: ['@js', '@no-js'] },
    async ({ page }) => {
      await paying(page, 'monthly')
      await page.goto('/settings/change-plan')
      const yearly = main(page).getByRole('radio', { name: /Yearly/ })
      await expect(yearly).toHaveAccessibleDescription(/\$\d+\.\d\d is charged now/)
      const [, due] = /(\$\d+\.\d\d) is charged now/.exec(await main(page).innerText())!
      await yearly.check()
      await press(page, 'Change Plan')
      await expect(page).toHaveURL('/payment-successful')
      const summary = page.getByRole('region', { name: 'Order summary' })
      await expect(summary).toContainText('Yearly')
      await expect(summary).toContainText(due!)
      await page.goto('/settings')
      await expect(card(page)).toContainText(/Yearly Plan\s*Active/)
    },
  )

  test('to a lower one is scheduled for the end of the period, and can be canceled @js @no-js', async ({
    page,
  }) => {
    await paying(page, 'yearly')
    await page.goto('/settings/change-plan')
    const monthly = main(page).getByRole('radio', { name: /Monthly/ })
    await expect(monthly).toHaveAccessibleDescription(/^Nothing is charged now\./)
    await monthly.check()
    await press(page, 'Change Plan')
    await expect(page).toHaveURL('/settings')
    const pending = /Your subscription will change to Monthly Plan on \w+ \d+, \d{4}/
    await expect(status(page)).toContainText(pending)
    await expect(card(page)).toContainText(pending)
    await page.goto('/settings/change-plan')
    await expect(main(page)).toContainText(pending)
    await expect(monthly).toBeChecked()
    await press(page, 'Keep the Yearly Plan')
    await expect(status(page)).toContainText('You are staying on the Yearly Plan.')
    await expect(card(page)).not.toContainText('will change')
  })

  test('to the current plan cancels the pending change @no-js', async ({ page }) => {
    await paying(page, 'yearly')
    await page.goto('/settings/change-plan')
    await main(page)
      .getByRole('radio', { name: /Monthly/ })
      .check()
    await press(page, 'Change Plan')
    await expect(page).toHaveURL('/settings')
    await page.goto('/settings/change-plan')
    await main(page)
      .getByRole('radio', { name: /Yearly/ })
      .check()
    await press(page, 'Change Plan')
    await expect(page).toHaveURL('/settings')
    await expect(card(page)).not.toContainText('will change')
  })
})

test.describe('With JavaScript', { tag: '@js' }, () => {
  test('the button is disabled while it would change nothing', async ({ page }) => {
    await paying(page, 'yearly')
    await page.goto('/settings/change-plan')
    const button = main(page).getByRole('button', { name: 'Change Plan' })
    await expect(button).toBeDisabled()
    await main(page)
      .getByRole('radio', { name: /Monthly/ })
      .check()
    await expect(button).toBeEnabled()
    await main(page)
      .getByRole('radio', { name: /Yearly/ })
      .check()
    await expect(button).toBeDisabled()
    await main(page)
      .getByRole('radio', { name: /Monthly/ })
      .check()
    await button.click()
    await expect(page).toHaveURL('/settings')
    await page.goto('/settings/change-plan')
    // With a change pending, the current plan can be chosen.
    await main(page)
      .getByRole('radio', { name: /Yearly/ })
      .check()
    await expect(button).toBeEnabled()
  })

  test('the bank is asked about an upgrade, and may confirm or refuse it', async ({ page }) => {
    await paying(page, 'monthly', CARDS.asksAlways)
    await page.goto('/settings/change-plan')
    await main(page)
      .getByRole('radio', { name: /Yearly/ })
      .check()
    await press(page, 'Change Plan')
    await expect(page).toHaveURL('/settings/change-plan')
    await expect(main(page)).toContainText('Your bank needs you to confirm the payment')
    const bank = page.getByRole('dialog', { name: '3-D Secure' })
    await press(page, 'Confirm with your bank')
    await bank.getByRole('button', { name: 'Close' }).click()
    await expect(main(page).getByRole('alert')).toContainText('unable to authenticate')
    // The old plan stays until then.
    await page.goto('/settings')
    await expect(card(page)).toContainText(/Monthly Plan\s*Active/)
    await expect(card(page)).toContainText('to complete your change to the Yearly Plan')
    await page.goto('/settings/change-plan')
    await press(page, 'Confirm with your bank')
    await bank.getByRole('button', { name: 'Complete' }).click()
    await expect(page).toHaveURL('/payment-successful')
    await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('Yearly')
  })

  test('an upgrade that the bank must confirm can be canceled', async ({ page }) => {
    await paying(page, 'monthly', CARDS.asksAlways)
    await page.goto('/settings/change-plan')
    await main(page)
      .getByRole('radio', { name: /Yearly/ })
      .check()
    await press(page, 'Change Plan')
    await press(page, 'Confirm with your bank')
    await page.getByRole('button', { name: 'Fail' }).click()
    const problem = main(page).getByRole('alert')
    await expect(problem).toContainText('choose a different payment method')
    // A refused card is not mistaken for a confirmed one.
    await press(page, 'Confirm with your bank')
    await expect(problem).toContainText('choose a different payment method')
    await press(page, 'Keep my current plan')
    await expect(status(page)).toContainText('You are staying on the Monthly Plan.')
    await expect(card(page)).not.toContainText('to complete your change')
  })
})

/** The billing pages in their states. */
const STATES: States = {
  plans: async (page) => {
    await newReader(page)
    await page.goto('/subscribe?book=frankenstein')
  },
  'checkout without a plan': (page) => page.goto('/checkout'),
  'checkout of a visitor': (page) => page.goto(`/checkout?priceId=${PLANS.yearly}`),
  checkout: async (page) => {
    await newReader(page)
    await openCheckout(page, 'yearly', '&promotionCode=nonsense')
    await main(page).getByText('Test cards').click()
    await press(page, 'Start 7-Day Free Trial')
  },
  settings: async (page) => {
    await onTrial(page, 'yearly')
    await page.goto('/settings')
  },
  charges: async (page) => {
    await paying(page, 'yearly')
    await page.goto('/settings/subscription')
  },
  'change of plan': async (page) => {
    await paying(page, 'monthly')
    await page.goto('/settings/change-plan')
  },
  canceling: async (page) => {
    await paying(page, 'monthly')
    await page.goto('/settings/cancel')
  },
  refund: async (page) => {
    await paying(page, 'monthly')
    await page.goto('/settings/refund')
  },
  canceled: async (page) => {
    await paying(page, 'monthly')
    await page.goto('/settings/cancel')
    await press(page, 'Cancel Subscription')
  },
}

testAccessibility('billing', STATES, REFUSED)
