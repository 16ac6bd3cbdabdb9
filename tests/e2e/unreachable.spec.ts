import type { Page, Route } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import {
  emailTo,
  field,
  main,
  newAddress,
  newReader,
  PASSWORD,
  signedIn,
  signedInAsAdmin,
  tap,
} from './steps/accounts.ts'

/** What happens on the way to the server. */
const EVENTS = {
  '401': (route: Route) =>
    route.fulfill({ status: 401, contentType: 'text/html', body: '<h1>Members only</h1>' }),
  '404': (route: Route) =>
    route.fulfill({ status: 404, contentType: 'application/json', body: '{}' }),
  '500': (route: Route) =>
    route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Oops</h1>' }),
  'a hotel’s page': (route: Route) =>
    route.fulfill({ contentType: 'text/html', body: '<main id="content"><h1>Welcome' }),
  'a lost connection': (route: Route) => route.abort('connectionreset'),
  silence: () => {},
}
type Event = keyof typeof EVENTS

/** Answers posts to a path in this way, and counts them. */
async function interrupt(page: Page, path: string, event: Event) {
  let count = 0
  await page.unroute(`**${path}`)
  await page.route(`**${path}`, (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    count++
    return EVENTS[event](route)
  })
  return () => count
}

const CATALOGUE = 'An error occurred. Please try again.'

test.beforeEach(({ trouble }) => trouble.expect(/40[0149]|429|50[0234]|CONNECTION_RESET|ABORTED/))

test('a sign-in that does not reach the server keeps its input and says why', async ({ page }) => {
  await page.clock.install({ time: 0 })
  await page.goto('/login')
  await page.clock.pauseAt(60_000)
  await field(page, 'Email').fill('zoë@example.com')
  await field(page, 'Password').fill(PASSWORD)
  await main(page).getByRole('checkbox').check()
  const LATE = 'Request timeout. Please check your connection and try again.'
  for (const [event, text] of [
    ['401', 'Invalid email or password. Please try again.'],
    ['404', 'Authentication service is temporarily unavailable. Please try again later.'],
    ['500', 'Login failed. Please try again.'],
    ['a hotel’s page', 'Login failed. Please try again.'],
    ['silence', LATE],
    ['a lost connection', 'Login failed. Please try again.'],
  ] as const) {
    const count = await interrupt(page, '/login', event)
    const alert = main(page).getByRole('alert').filter({ visible: true })
    const button = main(page).getByRole('button', { name: 'Log in' })
    await button.click()
    if (event === 'silence') {
      await expect(button).toHaveAttribute('aria-busy', 'true')
      await button.click()
      await field(page, 'Password').press('Enter')
      await page.clock.fastForward(9_999)
      await expect(alert).not.toHaveText(LATE)
      await page.clock.fastForward(1)
    }
    await expect(alert).toHaveText(text)
    await expect(alert).toBeFocused()
    await expect(button).not.toHaveAttribute('aria-busy')
    expect(count(), event).toBe(1)
    await expect(field(page, 'Email')).toHaveValue('zoë@example.com')
    await expect(field(page, 'Password')).toHaveValue(PASSWORD)
    await expect(main(page).getByRole('checkbox')).toBeChecked()
    await expect(page).toHaveURL('/login')
  }
})

test('the other forms of accounts have their own messages', async ({ page }) => {
  const fails = async (path: string, button: string, names: string[], text: string) => {
    const form = main(page)
      .locator('form')
      .filter({
        has: page.getByRole('button', { name: button, exact: true }),
      })
    for (const name of names) await form.getByLabel(name, { exact: true }).fill('typed@example.com')
    for (const event of ['500', 'a lost connection'] as const) {
      const count = await interrupt(page, path, event)
      await tap(page, button)
      await expect(form.getByRole('alert')).toHaveText(text)
      expect(count()).toBe(1)
      for (const name of names) {
        await expect(form.getByLabel(name, { exact: true })).toHaveValue('typed@example.com')
      }
      await form.getByRole('alert').evaluate((alert) => (alert.textContent = ''))
    }
    await page.unroute(`**${path}`)
  }
  await page.goto('/register')
  await fails('/register', 'Create account', ['Full name', 'Email', 'Password'], CATALOGUE)
  await page.goto('/reset-password')
  await fails('/reset-password', 'Send Reset Link', ['Email'], CATALOGUE)
  const email = await newReader(page)
  await page.request.post('/api/auth/forgot-password', { data: { email } })
  const link = /\/reset-password\/[\w-]{43}/
  await page.goto(link.exec(await emailTo(page, email, link))![0])
  const path = new URL(page.url()).pathname
  await fails(path, 'Set password', ['New password', 'Confirm password'], CATALOGUE)

  await signedIn(page)
  await page.goto('/settings')
  await main(page)
    .locator('details')
    .evaluateAll((all: HTMLDetailsElement[]) => all.forEach((details) => (details.open = true)))
  await fails('/settings', 'Update email', ['New email', 'Password'], 'Failed to update email.')
  const passwords = ['Old password', 'New password', 'Confirm new password']
  await fails('/settings', 'Change password', passwords, 'Failed to update password.')
  const status = 'Failed to fetch subscription status'
  await page.goto('/subscribe')
  await fails('/subscribe', 'Refresh Status', [], status)
  await page.goto('/settings/subscription')
  await fails('/settings/subscription', 'Refresh Status', [], status)
  await page.goto('/settings/delete')
  const failed = 'Failed to delete account. Please try again later.'
  await fails('/settings/delete', 'Delete my account', ['Password'], failed)
})

test('a proxy that answers for a busy server is not called a lost connection', async ({ page }) => {
  await page.goto('/contact')
  await field(page, 'Message').fill('Typed')
  for (const status of [429, 500, 502, 503, 504]) {
    await page.route('**/contact', (route) => route.fulfill({ status, body: 'Oops' }), { times: 1 })
    await tap(page, 'Send')
    await expect(main(page).getByRole('alert').filter({ visible: true })).toHaveText(
      'Readr is busy or has a brief problem. Please try again in a moment.',
    )
    await expect(field(page, 'Message')).toHaveValue('Typed')
  }
})

for (const tag of ['@js', '@no-js']) {
  test(
    `a refused registration says that the password is gone ${tag}`,
    { tag },
    async ({ page }) => {
      await page.goto('/register')
      await field(page, 'Full name').fill('Zoë')
      await field(page, 'Email').fill(newAddress())
      await field(page, 'Password').fill(PASSWORD)
      await tap(page, 'Create account')
      await expect(field(page, 'Password')).toHaveValue('')
      await expect(field(page, 'Password')).toHaveAccessibleDescription(/^Type it again:/)
    },
  )
}

test('a refused form is shown again in place, and Back leads to it', async ({ page }) => {
  await page.goto('/register')
  await page.evaluate(() => (document.body.dataset['same'] = ''))
  await field(page, 'Full name').fill('Zoë')
  await field(page, 'Email').fill(newAddress())
  await field(page, 'Password').fill('12345')
  await main(page).getByRole('checkbox').check()
  await tap(page, 'Create account')
  await expect(main(page).getByText('Password must be at least 6 characters.')).toBeInViewport()
  await expect(field(page, 'Password')).toBeFocused()
  await expect(field(page, 'Full name')).toHaveValue('Zoë')
  await expect(page).toHaveTitle(/^Error: /)
  await expect(page.locator('body[data-same]')).toHaveCount(1)
  // The new form has the same behaviors.
  await main(page).getByRole('button', { name: 'Show password' }).click()
  await field(page, 'Password').fill(PASSWORD)
  await tap(page, 'Create account')
  await expect(page).toHaveURL('/subscribe')
  await page.goBack()
  await expect(page).toHaveURL('/browse')
})

test('a refused form that only marks its fields says why, each time', async ({ page }) => {
  await signedInAsAdmin(page)
  await page.goto('/admin/today')
  for (const book of ['nope', 'nothing']) {
    const refused = page.getByLabel(/^Book /)
    await refused.fill(book)
    await tap(page, 'Choose')
    await expect(main(page)).toContainText('Readers see no book at this address.')
    await expect(refused).toHaveValue(book)
    await expect(page).toHaveTitle(/^Error: /)
  }
})

test('a form can be sent while another one waits for its answer', async ({ page }) => {
  await signedIn(page)
  await page.goto('/settings')
  await page.route('**/settings', (route) =>
    route.request().postData()?.includes('update-email') ? undefined : route.fallback(),
  )
  for (const fold of ['Update email', 'Change your name'])
    await main(page).getByText(fold).first().click()
  await field(page, 'New email').fill(newAddress())
  await main(page).getByRole('button', { name: 'Update email' }).click()
  await field(page, 'Full name').fill('Ada')
  await main(page).getByRole('button', { name: 'Save name' }).click()
  await expect(main(page)).toContainText('Your name has been changed.')
})
