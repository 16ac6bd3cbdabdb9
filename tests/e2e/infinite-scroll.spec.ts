import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import {
  bookLinks,
  listedAddresses,
  listedTitles,
  openSummary,
  wakeFramework,
} from './steps/catalogue.ts'
import { painted, scrollPosition, scrollTo } from './steps/scrolling.ts'
import { MANY_BOOKS } from './steps/sites.ts'

/** How far before the end of the list the next page is to be fetched. */
const PREFETCH_PX = 600
/** How far the page may have moved when somebody comes back to it. */
const SAME_PLACE_PX = 50

test.use({ site: 'many' })

/** Puts the end of the list this far below what is in sight. */
async function scrollNearEnd(page: Page, distance: number): Promise<void> {
  const end = await page
    .locator('a[rel=next]')
    .evaluate((link) => link.parentElement!.getBoundingClientRect().top + window.scrollY)
  await scrollTo(page, end - distance - (await page.evaluate(() => window.innerHeight)))
}

/** Reads on near the end of the list until it holds this many books, and nothing is on its way. */
async function growList(page: Page, count: number): Promise<void> {
  for (let listed = 20; listed < count; listed += 20) {
    await scrollNearEnd(page, PREFETCH_PX / 2)
    await expect.poll(() => bookLinks(page).count(), { intervals: [50] }).toBeGreaterThan(listed)
  }
  await scrollTo(page, 0)
  await painted(page)
  await expect(page.getByText('Loading more books')).toHaveCount(0)
}

/** Scrolls a list to its fourth page, where a book of it is in the middle, and stays there. */
async function readIntoTheList(
  page: Page,
): Promise<{ title: string; y: number; listed: string[] }> {
  await page.goto('/browse/books')
  await wakeFramework(page)
  await growList(page, 80)
  const link = bookLinks(page).nth(66)
  await link.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await painted(page)
  await expect(page).toHaveURL(/[?&]page=4\b/)
  // Until nothing more is being fetched for this place.
  await expect(page.getByText('Loading more books')).toHaveCount(0)
  const [title] = (await listedTitles(page)).slice(66)
  return { title: title!, y: await scrollPosition(page), listed: await listedAddresses(page) }
}

async function expectSamePlace(page: Page, place: { y: number; listed: string[] }): Promise<void> {
  await expect.poll(() => listedAddresses(page)).toEqual(place.listed)
  await expect
    .poll(async () => Math.abs((await scrollPosition(page)) - place.y))
    .toBeLessThanOrEqual(SAME_PLACE_PX)
}

test.describe('Infinite scroll', { tag: ['@js', '@phone'] }, () => {
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

  test('reaches all 130 books, each once, in the order of the pages', async ({ page }) => {
    await page.goto('/browse/books')
    await wakeFramework(page)
    await growList(page, MANY_BOOKS)
    const listed = await listedAddresses(page)
    expect(listed).toHaveLength(MANY_BOOKS)
    expect(new Set(listed).size).toBe(MANY_BOOKS)
    await expect(page.locator('a[rel=next]')).toHaveCount(0)
    await page.goto('/browse/books?page=7')
    expect(await listedAddresses(page)).toEqual(listed.slice(120))
  })

  test('goes on for readers who stand at the foot of the page', async ({ page }) => {
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

  test('goes on when a busy browser tells of leaving and coming back in one go', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      // Browsers may keep what they saw in several frames, and report it together.
      window.IntersectionObserver = class extends IntersectionObserver {
        constructor(report: IntersectionObserverCallback, options?: IntersectionObserverInit) {
          const kept: IntersectionObserverEntry[] = []
          super((entries, observer) => {
            kept.push(...entries)
            if (kept.at(-1)!.isIntersecting) report(kept.splice(0), observer)
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

  test('leaves the books in sight where they are when more come', async ({ page }) => {
    await page.goto('/browse/books')
    await wakeFramework(page)
    await scrollNearEnd(page, -250)
    const last = bookLinks(page).nth(19)
    const top = await last.evaluate((link) => link.getBoundingClientRect().top)
    await expect(bookLinks(page)).toHaveCount(40)
    await painted(page)
    expect(await last.evaluate((link) => link.getBoundingClientRect().top)).toBeCloseTo(top, 0)
  })

  test('starts with the first scrolling, before any other sign', async ({ page }) => {
    await page.goto('/browse/books')
    await scrollNearEnd(page, 0)
    await expect(bookLinks(page)).toHaveCount(40)
  })

  test('keeps the address that of the page in sight, in one history entry', async ({ page }) => {
    await page.goto('/browse/books')
    await wakeFramework(page)
    const entries = await page.evaluate(() => history.length)
    await growList(page, 60)
    await bookLinks(page)
      .nth(50)
      .evaluate((link) => link.scrollIntoView({ block: 'center', behavior: 'instant' }))
    await expect(page).toHaveURL(/[?&]page=3\b/)
    await scrollTo(page, 0)
    await expect(page).toHaveURL('/browse/books')
    expect(await page.evaluate(() => history.length)).toBe(entries)
  })

  test('goes on from a page in the middle', async ({ page }) => {
    await page.goto('/browse/books?page=3')
    await wakeFramework(page)
    await expect(page.locator('a[rel=prev]')).toHaveAttribute('href', /page=2\b/)
    await growList(page, 90)
    expect(new Set(await listedAddresses(page)).size).toBe(90)
  })

  test('opening a book and Back returns to the same place', async ({ page }) => {
    const place = await readIntoTheList(page)
    await bookLinks(page).nth(66).click()
    await expect(openSummary(page).getByRole('heading', { level: 1 })).toHaveText(place.title)
    await page.goBack()
    await expect(openSummary(page)).toHaveCount(0)
    await expectSamePlace(page, place)
    await expect(page).toHaveURL(/[?&]page=4\b/)
  })

  test('closing a book returns to the same place', async ({ page }) => {
    const place = await readIntoTheList(page)
    await bookLinks(page).nth(66).click()
    await openSummary(page).getByRole('button', { name: 'Close' }).click()
    await expect(openSummary(page)).toHaveCount(0)
    await expectSamePlace(page, place)
  })

  test('an ordinary link and Back returns to the same place', async ({ page }) => {
    const place = await readIntoTheList(page)
    // Followed without scrolling to it.
    await page
      .locator('a[href="/about"]')
      .first()
      .evaluate((link: HTMLElement) => link.click())
    await expect(page.getByRole('heading', { level: 1, name: 'About Readr' })).toBeVisible()
    await page.goBack()
    await expectSamePlace(page, place)
  })

  test('a locked book and Back returns to the same place', async ({ page }) => {
    await page.goto('/browse/books')
    await wakeFramework(page)
    await growList(page, 120)
    const locked = bookLinks(page).nth(104)
    await locked.evaluate((link) => link.scrollIntoView({ block: 'center', behavior: 'instant' }))
    await expect(page).toHaveURL(/[?&]page=6\b/)
    await expect(page.getByText('Loading more books')).toHaveCount(0)
    const address = await locked.getAttribute('href')
    await locked.click()
    await expect(page).toHaveURL(/\/register\?.*subscribe/)
    await page.goBack()
    await expect(page).toHaveURL(/\/browse\/books/)
    // Pages before it may be gone after a reload; the book that was in sight is in sight again.
    await expect(page.locator(`main a[href="${address}"]`)).toBeInViewport()
  })

  test('a lost network leaves the list in place and a way on', async ({
    page,
    context,
    trouble,
  }) => {
    trouble.expect(/ERR_INTERNET_DISCONNECTED/)
    await page.goto('/browse/books')
    await wakeFramework(page)
    await growList(page, 40)
    const before = await listedAddresses(page)
    await context.setOffline(true)
    await scrollNearEnd(page, 0)
    const message = page.getByRole('status').filter({ hasText: 'We couldn’t load more books' })
    await expect(message).toBeVisible()
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

  test('a list that is left and opened again starts at its top', async ({ page }) => {
    await readIntoTheList(page)
    await page
      .locator('a[href="/browse/books"]')
      .first()
      .evaluate((link: HTMLElement) => link.click())
    await expect(page).toHaveURL('/browse/books')
    await expect.poll(() => scrollPosition(page)).toBe(0)
  })
})
