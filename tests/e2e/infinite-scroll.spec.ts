import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import {
  bookLinks,
  expectGivenUp,
  listedAddresses,
  listedTitles,
  openSummary,
  wakeFramework,
} from './steps/catalogue.ts'
import { newReader } from './steps/billing.ts'
import { painted, scrollPosition, scrollTo } from './steps/scrolling.ts'
import { MANY_BOOKS } from './steps/sites.ts'

const PREFETCH_PX = 600
/** How far the scroll position may differ after coming back. */
const SAME_PLACE_PX = 50

test.use({ site: 'many' })

/** Scrolls until the end of the list is this far below the viewport. */
async function scrollNearEnd(page: Page, distance: number): Promise<void> {
  const end = await page
    .locator('a[rel=next]')
    .evaluate((link) => link.parentElement!.getBoundingClientRect().top + window.scrollY)
  await scrollTo(page, end - distance - (await page.evaluate(() => window.innerHeight)))
}

/** Scrolls until the list has this many books and no request is running, then back to the top. */
async function loadBooks(page: Page, count: number): Promise<void> {
  for (let listed = 20; listed < count; listed += 20) {
    await scrollNearEnd(page, PREFETCH_PX / 2)
    await expect.poll(() => bookLinks(page).count(), { intervals: [50] }).toBeGreaterThan(listed)
  }
  await scrollTo(page, 0)
  await painted(page)
  await expect(page.getByText('Loading more books')).toHaveCount(0)
}

/** Scrolls to a book on the fourth page. */
async function scrollToFourthPage(
  page: Page,
): Promise<{ title: string; y: number; listed: string[] }> {
  await page.goto('/browse/books')
  await wakeFramework(page)
  await loadBooks(page, 80)
  const link = bookLinks(page).nth(66)
  await link.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await painted(page)
  await expect(page).toHaveURL(/[?&]page=4\b/)
  await expect(page.getByText('Loading more books')).toHaveCount(0)
  const [title] = (await listedTitles(page)).slice(66)
  return { title: title!, y: await scrollPosition(page), listed: await listedAddresses(page) }
}

async function expectSamePosition(
  page: Page,
  position: { y: number; listed: string[] },
): Promise<void> {
  await expect.poll(() => listedAddresses(page)).toEqual(position.listed)
  await expect
    .poll(async () => Math.abs((await scrollPosition(page)) - position.y))
    .toBeLessThanOrEqual(SAME_PLACE_PX)
}

const moreFailed = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'We couldn’t load more books' })

test.describe('Infinite scroll', { tag: '@js' }, () => {
  test('fetches the next page 600 px before the end, not earlier', async ({ page }) => {
    await page.goto('/browse/books')
    await wakeFramework(page)
    await scrollNearEnd(page, PREFETCH_PX + 40)
    await painted(page)
    await painted(page)
    await expect(bookLinks(page)).toHaveCount(20)
    await scrollNearEnd(page, PREFETCH_PX - 40)
    await expect(bookLinks(page)).toHaveCount(40)
  })

  test('loads all 130 books once, in the order of the pages', async ({ page }) => {
    await page.goto('/browse/books')
    await wakeFramework(page)
    await loadBooks(page, MANY_BOOKS)
    const listed = await listedAddresses(page)
    expect(listed).toHaveLength(MANY_BOOKS)
    expect(new Set(listed).size).toBe(MANY_BOOKS)
    await expect(page.locator('a[rel=next]')).toHaveCount(0)
    await page.goto('/browse/books?page=7')
    expect(await listedAddresses(page)).toEqual(listed.slice(120))
  })

  test('continues for readers at the bottom of the page', async ({ page }) => {
    await page.goto('/browse/books')
    await wakeFramework(page)
    await expect
      .poll(
        async () => {
          await scrollTo(page, 1_000_000)
          return bookLinks(page).count()
        },
        { intervals: [50], timeout: 12_000 },
      )
      .toBe(MANY_BOOKS)
  })

  test('continues when a busy browser reports several frames together', async ({ page }) => {
    await page.addInitScript(() => {
      window.IntersectionObserver = class extends IntersectionObserver {
        constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
          const pending: IntersectionObserverEntry[] = []
          super((entries, observer) => {
            pending.push(...entries)
            if (pending.at(-1)!.isIntersecting) callback(pending.splice(0), observer)
          }, options)
        }
      }
    })
    await page.goto('/browse/books')
    await wakeFramework(page)
    await painted(page)
    await scrollTo(page, 1_000_000)
    await expect(bookLinks(page)).toHaveCount(40)
  })

  test('does not move visible books when more are added', async ({ page }) => {
    await page.goto('/browse/books')
    await wakeFramework(page)
    await scrollNearEnd(page, -250)
    const last = bookLinks(page).nth(19)
    const top = await last.evaluate((link) => link.getBoundingClientRect().top)
    await expect(bookLinks(page)).toHaveCount(40)
    await painted(page)
    expect(await last.evaluate((link) => link.getBoundingClientRect().top)).toBeCloseTo(top, 0)
  })

  test('starts with the first scroll event', async ({ page }) => {
    await page.goto('/browse/books')
    await scrollNearEnd(page, 0)
    await expect(bookLinks(page)).toHaveCount(40)
  })

  test('updates the address while scrolling, in one history entry', async ({ page }) => {
    await page.goto('/browse/books')
    await wakeFramework(page)
    const entries = await page.evaluate(() => history.length)
    await loadBooks(page, 60)
    await bookLinks(page)
      .nth(50)
      .evaluate((link) => link.scrollIntoView({ block: 'center', behavior: 'instant' }))
    await expect(page).toHaveURL(/[?&]page=3\b/)
    await scrollTo(page, 0)
    await expect(page).toHaveURL('/browse/books')
    expect(await page.evaluate(() => history.length)).toBe(entries)
  })

  test('continues from a page in the middle', async ({ page }) => {
    await page.goto('/browse/books?page=3')
    await wakeFramework(page)
    await expect(page.locator('a[rel=prev]')).toHaveAttribute('href', /page=2\b/)
    await loadBooks(page, 90)
    expect(new Set(await listedAddresses(page)).size).toBe(90)
  })

  test('Back from a book returns to the same position', { tag: '@phone' }, async ({ page }) => {
    const position = await scrollToFourthPage(page)
    await bookLinks(page).nth(66).click()
    await expect(openSummary(page).getByRole('heading', { level: 1 })).toHaveText(position.title)
    await page.goBack()
    await expect(openSummary(page)).toHaveCount(0)
    await expectSamePosition(page, position)
    await expect(page).toHaveURL(/[?&]page=4\b/)
  })

  test('closing a book returns to the same position', async ({ page }) => {
    const position = await scrollToFourthPage(page)
    await bookLinks(page).nth(66).click()
    await openSummary(page).getByRole('button', { name: 'Close' }).click()
    await expect(openSummary(page)).toHaveCount(0)
    await expectSamePosition(page, position)
  })

  test('Back from another page returns to the same position', async ({ page }) => {
    const position = await scrollToFourthPage(page)
    // click() in the page does not scroll to the link.
    await page
      .locator('a[href="/about"]')
      .first()
      .evaluate((link: HTMLElement) => link.click())
    await expect(page.getByRole('heading', { level: 1, name: 'About Readr' })).toBeVisible()
    await page.goBack()
    await expectSamePosition(page, position)
  })

  test('Back after a full page load returns to the same list and position', async ({ page }) => {
    const position = await scrollToFourthPage(page)
    await page.goto('/about')
    await page.goBack()
    await expectSamePosition(page, position)
    await expect(page).toHaveURL(/[?&]page=4\b/)
    // Where the list was opened in the middle, it starts there again.
    await page.goto('/browse/books?page=3')
    await wakeFramework(page)
    await loadBooks(page, 60)
    await bookLinks(page)
      .nth(50)
      .evaluate((link) => link.scrollIntoView({ behavior: 'instant' }))
    await expect(page).toHaveURL(/[?&]page=5&from=3$/)
    // The next page may be there already, before and after.
    const listed = (await listedAddresses(page)).slice(0, 60)
    await page.reload()
    expect((await listedAddresses(page)).slice(0, 60)).toEqual(listed)
  })

  test('My List grows, and keeps its place without a removed book', async ({ page }) => {
    await newReader(page)
    await page.goto('/browse/books')
    const books = (await (await page.request.get('/books?page=1')).json()).data.books
    const more = (await (await page.request.get('/books?page=2')).json()).data.books
    const third = (await (await page.request.get('/books?page=3')).json()).data.books
    for (const { _id } of [...books, ...more, ...third.slice(0, 5)]) {
      await page.request.post('/api/books/my-list', { data: { bookId: _id } })
    }
    await page.goto('/browse/books/my-list')
    await expect(bookLinks(page)).toHaveCount(20)
    await wakeFramework(page)
    await loadBooks(page, 45)
    await expect(page.locator('a[rel=next]')).toHaveCount(0)
    const before = await listedAddresses(page)
    const save = page.getByRole('main').getByRole('button', { name: /^Save to My List/ })
    await save.nth(30).click()
    await expect(bookLinks(page)).toHaveCount(44)
    expect(await listedAddresses(page)).toEqual(before.toSpliced(30, 1))
    await expect(bookLinks(page).nth(30)).toBeFocused()
    const position = { y: await scrollPosition(page), listed: await listedAddresses(page) }
    await expect(page).toHaveURL(/my-list\?page=2&from=1$/)
    await page.goto('/about')
    await page.goBack()
    // The third page follows when it is near.
    await expect
      .poll(async () => (await listedAddresses(page)).slice(0, 40))
      .toEqual(position.listed.slice(0, 40))
    await expect
      .poll(async () => Math.abs((await scrollPosition(page)) - position.y))
      .toBeLessThanOrEqual(SAME_PLACE_PX)
  })

  test('Back from the plans returns to the same position', async ({ page }) => {
    await page.goto('/browse/books')
    await wakeFramework(page)
    await loadBooks(page, 120)
    const locked = bookLinks(page).nth(104)
    await locked.evaluate((link) => link.scrollIntoView({ block: 'center', behavior: 'instant' }))
    await expect(page).toHaveURL(/[?&]page=6\b/)
    await expect(page.getByText('Loading more books')).toHaveCount(0)
    const address = await locked.getAttribute('href')
    await locked.click()
    await expect(page).toHaveURL(/\/register\?.*subscribe/)
    await page.goBack()
    await expect(page).toHaveURL(/\/browse\/books/)
    // After a reload, earlier pages may be missing, but the book is visible again.
    await expect(page.locator(`main a[href="${address}"]`)).toBeInViewport()
  })

  test('keeps the list and links to the next page after a lost connection', async ({
    page,
    context,
    trouble,
  }) => {
    trouble.expect(/ERR_INTERNET_DISCONNECTED/)
    await page.goto('/browse/books')
    await wakeFramework(page)
    await loadBooks(page, 40)
    const before = await listedAddresses(page)
    await context.setOffline(true)
    await scrollNearEnd(page, 0)
    await expect(moreFailed(page)).toBeVisible()
    expect(await listedAddresses(page)).toEqual(before)
    await context.setOffline(false)
    const next = page.getByRole('link', { name: 'Next page' })
    const number = Number(/page=(\d+)/.exec((await next.getAttribute('href'))!)![1])
    await next.click()
    await expect(page).toHaveURL(new RegExp(`[?&]page=${number}\\b`))
    await expect
      .poll(async () => (await listedAddresses(page)).some((address) => !before.includes(address)))
      .toBe(true)
  })

  test('more books that do not come are given up after eight seconds, and their request is aborted', async ({
    page,
    trouble,
  }) => {
    trouble.expect(/ERR_ABORTED|aborted/i)
    await expectGivenUp(page, moreFailed(page), () => scrollNearEnd(page, PREFETCH_PX / 2))
  })

  test('a list that is opened again starts at the top', async ({ page }) => {
    await scrollToFourthPage(page)
    await page
      .locator('a[href="/browse/books"]')
      .first()
      .evaluate((link: HTMLElement) => link.click())
    await expect(page).toHaveURL('/browse/books')
    await expect.poll(() => scrollPosition(page)).toBe(0)
  })
})
