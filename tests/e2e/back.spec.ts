import config from '../../playwright.config.ts'
import { expect, test } from './fixtures.ts'
import { newReader } from './steps/billing.ts'

// As in readers' browsers, which keep whole pages for Back; Playwright turns that off.
test.use({
  launchOptions: {
    ...config.use!.launchOptions,
    ignoreDefaultArgs: ['--hide-scrollbars', '--disable-back-forward-cache'],
  },
})

/** A page that was kept is not loaded again. */
const KEPT = { waitUntil: 'commit' } as const

test('Back after signing out shows nothing of who was here', async ({ page }) => {
  const email = await newReader(page)
  await page.goto('/settings')
  await page.goto('/summaries/walden')
  await page.goBack(KEPT)
  await expect(page.getByText(email)).toBeVisible()
  await page.goForward(KEPT)
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await page.goBack(KEPT)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await page.goBack(KEPT)
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText(email)).toHaveCount(0)
})

test('a page that a browser keeps all the same is asked for again once its reader has gone', async ({
  page,
  context,
}) => {
  const email = await newReader(page)
  await page.goto('/settings')
  const other = await context.newPage()
  await other.goto('/browse')
  await other.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(other).toHaveURL('/')
  // WebKit keeps it where the line is not encrypted; this browser drops it by itself.
  await page.evaluate(() =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  )
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText(email)).toHaveCount(0)
})
