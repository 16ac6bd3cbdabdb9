import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import {
  field,
  main,
  newReader,
  PASSWORD,
  REFUSED,
  signedIn,
  signIn,
  tap,
} from './steps/accounts.ts'

/** A page of one reader, in a browser in which somebody else has signed in since. */
async function openForFirst(page: Page, path: string) {
  await signedIn(page)
  await page.goto(path)
  const second = await newReader(page)
  const other = await page.context().newPage()
  await signIn(other, second)
  await expect(other).toHaveURL('/browse')
  return { second, other }
}

const settled = (page: Page) => page.waitForLoadState('load')

test.beforeEach(({ trouble }) => trouble.expect(REFUSED))

for (const tag of ['@js', '@no-js']) {
  test(
    `a form made for one reader changes nothing for another ${tag}`,
    { tag },
    async ({ page }) => {
      await page.goto('/')
      const { second, other } = await openForFirst(page, '/settings')
      await main(page).getByText('Change your name').click()
      await field(page, 'Full name').fill('Typed for the first')
      await tap(page, 'Save name')
      await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Who is signed in?')
      await expect(main(page)).toContainText(second)
      // The next Tab is the first choice.
      await expect(main(page).getByText('You’re signed in as')).toBeFocused()
      await page.keyboard.press('Tab')
      // A link, because the input waits in a cookie.
      await expect(main(page).getByRole('link', { name: /^Continue as/ })).toBeFocused()

      // As the one who is signed in now: the form comes back with the text, and is theirs to send.
      await main(page)
        .getByText(/^Continue as/)
        .click()
      await expect(main(page).getByRole('status')).toContainText('hasn’t been sent yet')
      await expect(field(page, 'Full name')).toHaveValue('Typed for the first')
      await other.goto('/settings')
      await expect(other.locator('html')).not.toContainText('Typed for the first')
      await tap(page, 'Save name')
      await expect(main(page)).toContainText('Your name has been changed.')
    },
  )
}

test('the other reader can sign in and send the form as themselves @no-js', async ({ page }) => {
  const first = await signedIn(page)
  await page.goto('/summaries/meditations/correction')
  await newReader(page)
  await signedIn(page)
  await field(page, 'What is wrong?').fill('What the first one found')
  await tap(page, 'Send')
  await tap(page, 'Log in as someone else')
  await expect(page).toHaveURL(/^[^?]*\/login\?/)
  await field(page, 'Email').fill(first)
  await field(page, 'Password').fill('wrong password')
  await tap(page, 'Log in')
  await expect(main(page).getByRole('alert')).toContainText('Invalid email or password')
  await field(page, 'Password').fill(PASSWORD)
  await tap(page, 'Log in')
  await expect(field(page, 'What is wrong?')).toHaveValue('What the first one found')
})

test('marks, positions, and highlights of a stale tab are refused', async ({ page }) => {
  const { other } = await openForFirst(page, '/browse/books')
  const marks = page.locator('readr-marks').first()
  const refused = page.waitForResponse((answer) => answer.url().endsWith('/marks'))
  await marks.getByRole('button').first().click()
  expect((await refused).status()).toBe(409)
  await other.goto('/browse/books/my-list')
  await expect(main(other)).toContainText('empty', { ignoreCase: true })
})

test('a mark of a stale tab waits until its reader logs in again', async ({ page }) => {
  const first = await signedIn(page)
  await page.goto('/browse/books')
  await page.evaluate(() => fetch('/logout', { method: 'POST' }))
  const second = await newReader(page)
  const other = await page.context().newPage()
  await signIn(other, second)
  await expect(other).toHaveURL('/browse')
  await page
    .locator('readr-marks')
    .first()
    .getByRole('button', { name: /My List/ })
    .click()
  const waits = page.locator('.toast', { hasText: 'Yours: 1 change not saved yet' })
  await expect(waits).toContainText('Someone else is signed in now.')
  await waits.getByRole('link', { name: 'Log in as yourself' }).click()
  await expect(main(page)).toContainText(second)
  await expect(main(page).getByRole('link', { name: /^Continue as/ })).toBeVisible()
  await tap(page, 'Log in as someone else')
  await field(page, 'Email').fill(first)
  await field(page, 'Password').fill(PASSWORD)
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/marks'))
  await tap(page, 'Log in')
  await saved
  await page.goto('/browse/books/my-list')
  await expect(main(page).locator('readr-marks')).toHaveCount(1)
})

test('a tab says that somebody signed in or out in another one', async ({ page }) => {
  const { other } = await openForFirst(page, '/settings')
  await expect(page.getByText('Someone else is signed in now.')).toBeVisible()
  await other.goto('/settings')
  await settled(other)
  await other.getByRole('button', { name: 'Logout' }).first().click()
  await expect(other).toHaveURL('/')
  await expect(page.getByText('You’re signed out now.')).toBeVisible()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page).toHaveURL(/\/login\?redirectTo=%2Fsettings/)
})
