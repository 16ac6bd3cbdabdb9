import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { newReader } from './steps/billing.ts'
import { wakeFramework } from './steps/catalogue.ts'
import { scrollTo } from './steps/scrolling.ts'

const PLACES = [
  ['Home', '/browse'],
  ['Books', '/browse/books'],
  ['My List', '/browse/books/my-list'],
  ['You', '/settings'],
] as const

const bottomBar = (page: Page) => page.getByRole('navigation', { name: 'Quick links' })
const bottomOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().bottom)

test.describe('The bottom bar', { tag: '@phone' }, () => {
  test('links the main pages of a reader and covers nothing', async ({ page }) => {
    await newReader(page)
    await page.goto('/browse')
    for (const [name, address] of PLACES) {
      const link = bottomBar(page).getByRole('link', { name })
      await link.tap()
      await expect(page).toHaveURL(address)
      await expect(link).toHaveAttribute('aria-current', 'page')
      await expect(bottomBar(page).locator('[aria-current]')).toHaveCount(1)
      const { height, width } = (await link.boundingBox())!
      expect(Math.min(height, width)).toBeGreaterThanOrEqual(44)
      await scrollTo(page, 1_000_000)
      await expect
        .poll(() => bottomOf(page, 'footer'))
        .toBeLessThanOrEqual((await bottomBar(page).boundingBox())!.y + 1)
    }
    await page.goto('/browse/books/fiction')
    const books = bottomBar(page).getByRole('link', { name: 'Books' })
    await expect(books).toHaveAttribute('aria-current', 'true')
    await wakeFramework(page)
    const save = page.getByRole('main').getByRole('button', { name: /^Save to My List/ })
    await save.first().tap()
    await expect(bottomBar(page).getByRole('link', { name: 'My List' })).toContainText('1')
    await page.goto('/summaries/walden')
    await expect(bottomBar(page)).toHaveCount(0)
  })
})

test('The bottom bar is on phones only, and not on visitors’ pages', async ({ page }) => {
  await page.goto('/browse/books')
  await expect(page.locator('.bottom-bar')).toHaveCount(0)
  await newReader(page)
  await page.goto('/browse/books')
  await expect(page.locator('.bottom-bar')).toBeHidden()
})
