import { signedIn } from './steps/accounts.ts'
import { openSummary, wakeFramework } from './steps/catalogue.ts'
import { expect, test } from './fixtures.ts'

/** A page that was opened before an update asks for parts that the server no longer has. */

const GONE = { status: 404, contentType: 'text/html', body: '<h1>Not found</h1>' }
const TROUBLE =
  /Failed to load resource|answer: 404|dynamically imported module|Error loading route module/

test.use({ site: 'content' })
test.beforeEach(({ trouble }) => trouble.expect(TROUBLE))

test('a book opens as a page when a part of its dialog is gone', async ({ page }) => {
  await page.goto('/browse/books')
  await wakeFramework(page)
  await page.route(/\/assets\/summary-.*\.js$/, (route) => route.fulfill(GONE))
  for (const n of [0, 1]) {
    const book = page.locator('main a[data-over]').nth(n)
    const href = (await book.getAttribute('href'))!
    await book.click()
    await expect(page.locator('main article h1')).toBeVisible()
    await expect(openSummary(page)).toHaveCount(0)
    await expect(page).toHaveURL(href)
    await page.goto('/browse/books')
    await wakeFramework(page)
  }
})

test('a book that cannot be reached at all says so', async ({ page, trouble }) => {
  trouble.expect(/ERR_CONNECTION_REFUSED/)
  await page.goto('/browse/books')
  await wakeFramework(page)
  await page.route(/\/assets\/summary-|\/summaries\//, (route) => route.abort('connectionrefused'))
  await page.locator('main a[data-over]').first().click()
  await expect(openSummary(page)).toContainText('We couldn’t load the summary')
})

test('a link is followed when a part of its page is gone', async ({ page }) => {
  await page.goto('/browse/books')
  await wakeFramework(page)
  await page.route(/\/assets\/collections?-.*\.js$/, (route) => route.fulfill(GONE))
  await page.evaluate(() => {
    const { __reactRouterDataRouter: router } = window as never as {
      __reactRouterDataRouter: { navigate(to: string): Promise<void> }
    }
    void router.navigate('/browse/collections?x=1#end')
  })
  await expect(page).toHaveURL('/browse/collections?x=1#end')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Collections/)
})

test('what loads on demand says that Readr was updated', async ({ page }) => {
  await signedIn(page)
  await page.goto('/summaries/walden')
  await page.route('**/scripts/*', (route) => route.fulfill(GONE))
  for (const time of [1, 2]) {
    await page.getByRole('button', { name: 'Listen' }).click()
    const toast = page.getByRole('status').filter({ hasText: 'Readr was updated.' })
    await expect(toast, `time ${time}`).toBeVisible()
    if (time === 1) await toast.getByRole('button', { name: 'Close' }).click()
  }
  await page.unroute('**/scripts/*')
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('button', { name: 'Listen' }).click()
  await expect(page.getByRole('region', { name: 'Listen' })).toBeVisible()
})
