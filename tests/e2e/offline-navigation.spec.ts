import { expect, test } from './fixtures.ts'
import { wakeFramework } from './steps/catalogue.ts'

test.use({ serviceWorkers: 'allow' })

test.describe('Offline', { tag: ['@js', '@phone'] }, () => {
  test('can be turned on in a My List that a link opened', async ({ page }) => {
    const email = `offline-link-${process.pid}-${Date.now()}@example.com`
    const form = { name: 'Ada', email, password: 'secret1', terms: 'on' }
    await page.request.post('/register', { form, maxRedirects: 0 })
    await page.request.post('/summaries/walden/marks', { form: { mark: 'saved', on: 'true' } })
    await page.goto('/browse/books')
    await wakeFramework(page)
    // Only a navigation of the framework keeps this.
    await page.evaluate(() => (document.documentElement.dataset['kept'] = ''))
    await page
      .getByRole('link', { name: /^My List/ })
      .filter({ visible: true })
      .first()
      .click()
    await page.getByRole('button', { name: 'Save on this device' }).click()
    await expect(page.getByText('1 of 1 book')).toBeVisible()
    await expect(page.locator('html[data-kept]')).toBeAttached()
  })
})
