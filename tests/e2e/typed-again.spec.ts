import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { field, main, PASSWORD, REFUSED, signedIn, signedInAsAdmin, tap } from './steps/accounts.ts'
import { ADMIN } from './steps/sites.ts'

test.beforeEach(({ trouble }) => trouble.expect(REFUSED))

const end = (page: Page) => page.context().clearCookies()

/** Forms with a text field, and what is typed there. */
const FORMS = [
  {
    path: '/settings',
    button: 'Save name',
    fields: { 'Full name': 'Zoë “<b>” & Co' },
    fold: 'Change your name',
  },
  {
    path: '/summaries/meditations/correction',
    button: 'Send',
    fields: { 'What is wrong?': 'A word\nin two lines' },
  },
]

for (const { path, button, fields, fold } of FORMS) {
  const openForm = async (page: Page) => {
    if (!fold) return
    const details = main(page).locator('details').filter({ hasText: fold }).first()
    if ((await details.getAttribute('open')) === null) await details.locator('summary').click()
  }
  const expectTyped = async (page: Page) => {
    for (const [name, value] of Object.entries(fields))
      await expect(field(page, name)).toHaveValue(value)
  }
  const type = async (page: Page) => {
    await openForm(page)
    for (const [name, value] of Object.entries(fields)) await field(page, name).fill(value)
  }

  test(`the input of ${path} comes back after sign-in @no-js`, async ({ page }) => {
    const email = await signedIn(page)
    await page.goto(path)
    await type(page)
    await end(page)
    await tap(page, button)
    await expect(main(page).getByRole('status')).toContainText('anything you typed comes back')
    await field(page, 'Email').fill(email)
    await field(page, 'Password').fill(PASSWORD)
    await tap(page, 'Log in')
    await expect(main(page).getByRole('status')).toContainText('hasn’t been sent yet')
    await expectTyped(page)
    await tap(page, button)
    await expect(main(page)).not.toContainText('hasn’t been sent yet')
  })

  test(`${path} keeps the input when the session has ended`, async ({ page }) => {
    const email = await signedIn(page)
    await page.goto(path)
    await type(page)
    await end(page)
    await tap(page, button)
    const alert = main(page).getByRole('alert').filter({ visible: true })
    await expect(alert).toContainText('You’re signed out')
    const [beside] = await Promise.all([
      page.waitForEvent('popup'),
      alert.getByRole('link').click(),
    ])
    await field(beside, 'Email').fill(email)
    await field(beside, 'Password').fill(PASSWORD)
    await tap(beside, 'Log in')
    await expect(beside).toHaveURL('/browse')
    await expectTyped(page)
    await tap(page, button)
    await expect(alert).toHaveCount(0)
  })

  test(`${path} keeps the input when the server cannot be reached`, async ({ page, trouble }) => {
    trouble.expect(/CONNECTION|ABORTED/)
    await signedIn(page)
    await page.goto(path)
    await type(page)
    await page.route('**/*', (route) =>
      route.request().method() === 'POST' ? route.abort('connectionreset') : route.fallback(),
    )
    for (let time = 0; time < 2; time++) {
      await tap(page, button)
      await expect(main(page).getByRole('alert').filter({ visible: true })).toContainText(
        'Check your connection',
      )
      await expectTyped(page)
    }
    await page.unroute('**/*')
    await tap(page, button)
    await expect(main(page).getByRole('alert').filter({ visible: true })).toHaveCount(0)
  })
}

test('Back and reload show the input again @no-js', async ({ page }) => {
  const email = await signedIn(page)
  const path = '/summaries/meditations/correction'
  await page.goto(path)
  await field(page, 'The passage or the idea').fill('Idea 1')
  await field(page, 'What is wrong?').fill('A word')
  await end(page)
  // The browser still accepts cookies.
  await page.context().addCookies([{ name: 'other', value: 'x', url: page.url() }])
  await tap(page, 'Send')
  await expect(main(page).getByRole('status')).toContainText('anything you typed comes back')
  await page.reload()
  await expect(main(page).getByRole('status')).toContainText('anything you typed comes back')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(PASSWORD)
  await tap(page, 'Log in')
  const expectTyped = async () => {
    await expect(main(page).getByRole('status')).toContainText('hasn’t been sent yet')
    await expect(field(page, 'What is wrong?')).toHaveValue('A word')
  }
  await expectTyped()
  await page.reload()
  await expectTyped()
  await page.goto('/about')
  await page.goBack()
  await expectTyped()
  await tap(page, 'Send')
  await expect(page).toHaveURL(path)
  await page.goBack()
  await expect(main(page)).not.toContainText('hasn’t been sent yet')
})

test('a long text of an administrator comes back @no-js', async ({ page }) => {
  const text = 'A line of the book.\n'.repeat(3500)
  await signedInAsAdmin(page)
  await page.goto('/admin/books/new/file')
  // Typing it would take a minute.
  await main(page)
    .getByRole('textbox')
    .last()
    .evaluate((area: HTMLTextAreaElement, long) => (area.value = long), text)
  await end(page)
  await tap(page, 'Preview')
  await field(page, 'Email').fill(ADMIN.email)
  await field(page, 'Password').fill(ADMIN.password)
  await tap(page, 'Log in')
  await expect(main(page).getByRole('textbox').last()).toHaveValue(text)
})

const fold = (page: Page, title: string) =>
  main(page).locator('summary').getByText(title, { exact: true }).click()

test('a form that succeeds keeps the input of the others of its page', async ({ page }) => {
  await signedIn(page)
  await page.goto('/settings')
  await fold(page, 'Update email')
  await field(page, 'New email').fill('half@')
  await fold(page, 'Change password')
  await field(page, 'New password').fill('half a password')
  for (const name of ['Bea', '', 'Cleo']) {
    if (!(await field(page, 'Full name').isVisible())) await fold(page, 'Change your name')
    await field(page, 'Full name').fill(name)
    await tap(page, 'Save name')
    await expect(name ? main(page).getByRole('status') : field(page, 'Full name')).toBeFocused()
    await expect(field(page, 'New email')).toHaveValue('half@')
    await expect(field(page, 'New password')).toHaveValue('half a password')
    await expect(field(page, 'New email')).toBeVisible()
    await expect(field(page, 'Full name')).toHaveValue(name)
    if (name) await expect(main(page).locator('dd').first()).toHaveText(name)
  }
  await expect(page).toHaveURL('/settings')
})

test('a change of a book keeps what an administrator has typed about it', async ({ page }) => {
  await signedInAsAdmin(page)
  await page.goto('/admin/books/the-art-of-war')
  const file = main(page).getByRole('textbox', { name: /^Book file/ })
  const text = `${await file.inputValue()}\nHalf a line`
  await file.fill(text)
  await field(page, 'Publication date (UTC)').fill('2020-02-02T02:02')
  for (const name of ['Lock', 'Unlock', 'Lock']) {
    const button = main(page).getByRole('button', { name: /^(?:Unl|L)ock$/ })
    const before = await button.innerText()
    await button.click()
    await expect(button, name).not.toHaveText(before)
    await expect(main(page).getByRole('status')).toBeFocused()
    await expect(file).toHaveValue(text)
    await expect(field(page, 'Publication date (UTC)')).toHaveValue('2020-02-02T02:02')
  }
  await main(page)
    .getByRole('button', { name: /^(?:Unl|L)ock$/ })
    .click()
})
