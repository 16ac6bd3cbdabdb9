import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { newReader } from './steps/billing.ts'
import { wakeFramework } from './steps/catalogue.ts'
import { scrollTo, sidewaysRoom } from './steps/scrolling.ts'

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
    await page.goto('/settings/two-factor')
    await expect(bottomBar(page).getByRole('link', { name: 'You' })).toHaveAttribute(
      'aria-current',
      'true',
    )
    await page.goto('/summaries/walden')
    await expect(bottomBar(page)).toHaveCount(0)
  })
})

test.describe('The shelves of the home page on a phone', { tag: '@phone' }, () => {
  test('scroll sideways, and the page is under four screens tall', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await newReader(page)
    for (const slug of ['walden', 'meditations', 'on-friendship', 'notes-on-nursing']) {
      const form = { mark: 'read', on: 'true' }
      await page.request.post(`/summaries/${slug}/marks`, { form })
    }
    await page.request.post('/summaries/pride-and-prejudice/place', {
      form: { section: 'idea-2', share: '0.3' },
    })
    await page.goto('/browse')
    // Only the demo has this line.
    await page.getByLabel('Demo').evaluate((line: HTMLElement) => (line.hidden = true))
    const screens = () =>
      page.evaluate(() => document.documentElement.scrollHeight / window.innerHeight)
    // With the longest title and text of a random book.
    const longest = await page.locator('.discovered').evaluate((book) => {
      const stretched = book.cloneNode(true) as HTMLElement
      stretched.querySelector('h3 a')!.textContent =
        'Extraordinary Popular Delusions and the Madness of Crowds'
      stretched.lastElementChild!.textContent = 'Eleven chapters on popular delusions. '.repeat(7)
      book.replaceWith(stretched)
      const height = document.documentElement.scrollHeight
      stretched.replaceWith(book)
      return height / window.innerHeight
    })
    expect(longest).toBeLessThan(4)
    expect(await screens()).toBeLessThan(4)
    expect(await sidewaysRoom(page)).toBe(0)
    const collections = page.getByRole('region', { name: 'Collections' }).getByRole('listitem')
    // Other tests add collections at the end.
    await expect(collections.nth(0)).toHaveText(/^Clear Heads/)
    await expect(collections.nth(1)).toHaveText(/^Plain Lives/)
    const continued = page.getByRole('region', { name: 'Continue' }).getByRole('listitem')
    await expect(continued).toContainText(/Jane Austen\d+ min left/)
    const arrivals = page.getByRole('region', { name: 'Latest Arrivals' })
    await arrivals.getByRole('link', { name: 'See More' }).tap()
    await expect(arrivals.getByRole('listitem')).toHaveCount(6)
    // See More follows the last card.
    const last = (await arrivals.getByRole('listitem').last().boundingBox())!
    const more = (await arrivals.getByRole('link', { name: 'See More' }).boundingBox())!
    expect(more.x).toBeGreaterThanOrEqual(last.x + last.width)
    // The title of the random book may have a line more.
    expect(await screens(), 'the row gets longer, not the page').toBeLessThan(4.1)
    const tops = await arrivals
      .getByRole('listitem')
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(1)
    await continued.tap({ position: { x: 30, y: 30 } })
    await expect(page).toHaveURL(/pride-and-prejudice/)
  })
})

test('The bottom bar is on phones only, and not on visitors’ pages', async ({ page }) => {
  await page.goto('/browse/books')
  await expect(page.locator('.bottom-bar')).toHaveCount(0)
  await newReader(page)
  await page.goto('/browse/books')
  await expect(page.locator('.bottom-bar')).toBeHidden()
})
