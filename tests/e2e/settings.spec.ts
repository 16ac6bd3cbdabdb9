import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import {
  PASSWORD,
  REFUSED,
  newAddress,
  main,
  newReader,
  field,
  tap,
  signIn,
  signedIn,
  emailTo,
  codeFor,
} from './steps/accounts.ts'
import { confirmAddress } from './steps/billing.ts'

const open = (page: Page, title: string) =>
  main(page).locator('summary', { hasText: title }).click()

test.describe('Settings', () => {
  test('change the name, and keep invalid input @no-js', async ({ page, trouble }) => {
    trouble.expect(REFUSED)
    await signedIn(page)
    await page.goto('/settings')
    await open(page, 'Change your name')
    await expect(field(page, 'Full name')).toHaveValue('Zoë')
    await field(page, 'Full name').fill('x'.repeat(101))
    await tap(page, 'Save name')
    await expect(field(page, 'Full name')).toHaveAccessibleDescription(
      'Please use at most 100 characters.',
    )
    await expect(field(page, 'Full name')).toHaveValue('x'.repeat(101))
    await field(page, 'Full name').fill('Zoë Winter')
    await tap(page, 'Save name')
    await expect(main(page).getByRole('status')).toHaveText('Your name has been changed.')
    // The earlier callout does not appear with the next error.
    await open(page, 'Update email')
    await tap(page, 'Update email')
    await expect(main(page).getByRole('alert')).toBeFocused()
    await expect(main(page).getByRole('status')).toHaveCount(0)
    await page.goto('/settings')
    await expect(main(page).getByText('Zoë Winter')).toBeVisible()
  })

  test('add a provider after the password, and remove it again @js @no-js', async ({
    page,
    trouble,
  }) => {
    trouble.expect(REFUSED)
    const email = await signedIn(page)
    await page.goto('/settings')
    await expect(main(page).locator('summary', { hasText: 'Add Google' })).toHaveCount(0)
    await open(page, 'Ways to sign in')
    await main(page).locator('#ways').getByRole('link', { name: 'Confirm your email' }).click()
    await field(page, 'Code').fill(await codeFor(page, email))
    await tap(page, 'Confirm')
    await page.goto('/settings')
    await open(page, 'Ways to sign in')
    await open(page, 'Add Google')
    const form = main(page).locator('#add-google')
    await form.getByLabel('Password', { exact: true }).fill('wrong password')
    await tap(page, 'Continue to Google')
    await expect(form.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      'Incorrect password.',
    )
    await form.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await tap(page, 'Continue to Google')
    // The emulated Google asks who signs in.
    await page.waitForURL(/\/dev\/identity\/google\/authorize/)
    await field(page, 'Name').fill('Somebody')
    await field(page, 'Email').fill(newAddress())
    await tap(page, 'Continue')
    await expect(page).toHaveURL('/settings')
    await open(page, 'Ways to sign in')
    await tap(page, 'Remove Google')
    await expect(main(page).getByRole('status')).toHaveText('The sign-in method was removed.')
  })

  test('change the address and the password @js @no-js', async ({ page, trouble }) => {
    trouble.expect(REFUSED)
    const email = await signedIn(page)
    const newEmail = newAddress()
    // A link to a form opens it.
    await page.goto('/settings#email')
    await expect(field(page, 'Current email')).toBeDisabled()
    const password = main(page).locator('#email').getByLabel('Password', { exact: true })
    await field(page, 'New email').fill(newEmail)
    await password.fill('wrong-one')
    await tap(page, 'Update email')
    await expect(password).toHaveAccessibleDescription('Incorrect password.')
    await field(page, 'New email').fill(newEmail)
    await password.fill(PASSWORD)
    await tap(page, 'Update email')
    await expect(main(page).getByRole('status')).toContainText(
      'Your email address has been changed.',
    )
    // The old address was unconfirmed, so the email does not name the new one.
    await emailTo(page, email, /now uses another address/)
    await open(page, 'Change password')
    await field(page, 'Old password').fill(PASSWORD)
    await field(page, 'New password').fill('secret2')
    await field(page, 'Confirm new password').fill('secret3')
    await tap(page, 'Change password')
    await expect(main(page).getByText('New passwords do not match.')).toBeVisible()
    await field(page, 'Old password').fill(PASSWORD)
    await field(page, 'New password').fill('secret2')
    await field(page, 'Confirm new password').fill('secret2')
    await tap(page, 'Change password')
    await expect(main(page).getByRole('status')).toContainText('Your password has been changed')
    await page.context().clearCookies()
    await signIn(page, newEmail, 'secret2')
    await expect(page).toHaveURL('/browse')
  })

  test('list the devices and sign them out @js @no-js', async ({ page }) => {
    const email = await newReader(page)
    await page.request.post('/api/auth/login', { data: { email, password: PASSWORD } })
    await page.context().clearCookies()
    await signIn(page, email)
    await expect(page).toHaveURL('/browse')
    await page.goto('/settings')
    await main(page).getByRole('link', { name: 'Where you are signed in 3 devices' }).click()
    const devices = main(page)
    await expect(devices.getByRole('listitem')).toHaveCount(3)
    await expect(devices.getByText('this device')).toHaveCount(1)
    await devices
      .getByRole('button', { name: /^Sign out(?! all)/ })
      .first()
      .click()
    await expect(main(page).getByRole('status')).toHaveText('The device was signed out.')
    await expect(devices.getByRole('listitem')).toHaveCount(2)
    await devices.getByRole('button', { name: 'Sign out all other devices' }).click()
    await expect(devices.getByRole('listitem')).toHaveCount(1)
  })

  test('create an app password, see it once, and revoke it @no-js', async ({ page, trouble }) => {
    trouble.expect(REFUSED)
    const email = await signedIn(page)
    await page.goto('/settings')
    await main(page).getByRole('link', { name: 'Apps' }).click()
    await open(page, 'New app password')
    await main(page).getByRole('link', { name: 'Confirm your email' }).first().click()
    await field(page, 'Code').fill(await codeFor(page, email))
    await tap(page, 'Confirm')
    await page.goto('/settings/apps')
    await open(page, 'New app password')
    const form = main(page).locator('#create-password')
    await form.getByLabel('Name').fill('Kobo')
    await tap(page, 'Create app password')
    await expect(form.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      'Please enter your password.',
    )
    await expect(form.getByLabel('Name')).toHaveValue('Kobo')
    await form.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await tap(page, 'Create app password')
    const title = main(page).getByRole('heading', { name: 'Your new app password' })
    await expect(title).toBeFocused()
    const password = (await main(page).locator('#new-secret').textContent())!
    const headers = { Authorization: `Basic ${btoa(`${email}:${password}`)}` }
    const list = () => page.request.get('/opds/my-list', { headers })
    expect((await list()).status()).toBe(200)
    await page.goto('/settings/apps')
    await expect(main(page).getByText(password)).toHaveCount(0)
    await expect(main(page).getByRole('listitem')).toContainText('Kobo')
    await tap(page, 'Revoke Kobo')
    await expect(main(page).getByRole('status')).toHaveText('Revoked. It no longer works.')
    await expect(main(page).getByRole('listitem')).toHaveCount(0)
    expect((await list()).status()).toBe(401)
  })

  test('delete the account @js @no-js', async ({ page, trouble }) => {
    trouble.expect(REFUSED)
    const email = await signedIn(page)
    await page.goto('/settings')
    await open(page, 'Account Deletion')
    await main(page).getByRole('link', { name: 'Delete my account' }).click()
    await expect(page).toHaveURL('/settings/delete')
    await field(page, 'Password').fill('wrong password')
    await tap(page, 'Delete my account')
    await expect(field(page, 'Password')).toHaveAccessibleDescription('Incorrect password.')
    await field(page, 'Password').fill(PASSWORD)
    await tap(page, 'Delete my account')
    await expect(page).toHaveURL('/')
    const callout = main(page)
      .getByRole('status')
      .filter({ hasText: 'Your account has been deleted' })
    await expect(callout).toBeFocused()
    await page.reload()
    await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible()
    await expect(callout).toHaveCount(0)
    await emailTo(page, email, /Your Readr account is deleted/)
    await signIn(page, email)
    await expect(main(page).getByRole('alert')).toHaveText(
      'Invalid email or password. Please try again.',
    )
  })
})

test(
  'The settings fit on three screens of a phone while they are folded',
  { tag: '@phone' },
  async ({ page }) => {
    await signedIn(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/settings')
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(height).toBeLessThanOrEqual(3 * 844)
  },
)

test('the setup of two-factor sign-in starts at its first step', async ({ page }) => {
  const email = await signedIn(page)
  await confirmAddress(page, email)
  await page.goto('/settings/two-factor')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await tap(page, 'Set up two-factor sign-in')
  await expect(page.getByText('Scan this code with your authenticator app.')).toBeFocused()
})

test('a note that was saved says so @no-js', async ({ page }) => {
  await signedIn(page)
  await page.goto('/summaries/walden')
  const bookId = await page.locator('article').getAttribute('data-book-id')
  for (const [start, end] of [
    [20, 90],
    [120, 190],
  ]) {
    const data = { bookId, position: { start, end }, color: 'green', text: 'Why?' }
    expect((await page.request.post('/api/notes', { data })).status()).toBe(200)
  }
  await page.goto('/browse/notes')
  const said = page.getByRole('status').filter({ hasText: 'Your changes have been saved.' })
  for (const n of [0, 0, 1]) {
    const item = page.getByRole('main').locator('li', { hasText: 'Edit' }).nth(n)
    await item.getByText('Edit', { exact: true }).click()
    await item.getByRole('textbox').fill(`Because ${n}`)
    await item.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL(/saved=.*#/)
    await expect(item.locator(said)).toBeInViewport()
    await expect(said).toHaveCount(1)
  }
})
