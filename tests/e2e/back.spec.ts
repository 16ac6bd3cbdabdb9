import config from '../../playwright.config.ts'
import { expect, test } from './fixtures.ts'
import { newReader } from './steps/billing.ts'

// Playwright turns off the back/forward cache, which real browsers have.
test.use({
  launchOptions: {
    ...config.use!.launchOptions,
    ignoreDefaultArgs: ['--hide-scrollbars', '--disable-back-forward-cache'],
  },
})

/** Pages from the back/forward cache have no load event. */
const FROM_CACHE = { waitUntil: 'commit' } as const

test('Back after signing out shows nothing of the reader', async ({ page }) => {
  const email = await newReader(page)
  await page.goto('/settings')
  await page.goto('/summaries/walden')
  await page.goBack(FROM_CACHE)
  await expect(page.getByText(email)).toBeVisible()
  await page.goForward(FROM_CACHE)
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await page.goBack(FROM_CACHE)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await page.goBack(FROM_CACHE)
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText(email)).toHaveCount(0)
})

test('a cached page is loaded again if its reader has signed out', async ({ page, context }) => {
  const email = await newReader(page)
  await page.goto('/settings')
  const other = await context.newPage()
  await other.goto('/browse')
  await other.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(other).toHaveURL('/')
  // WebKit caches pages on HTTP; this browser drops them, so the event is simulated.
  await page.evaluate(() =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  )
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText(email)).toHaveCount(0)
})
