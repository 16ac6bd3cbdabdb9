import { expect, type Locator, type Page } from '@playwright/test'

/** The links of the books in a list; each is the title of its card. */
export function bookLinks(page: Page): Locator {
  return page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('heading', { level: 2 })
    .getByRole('link')
}

/** The link of one book in a list. */
export function bookLink(page: Page, title: string): Locator {
  return bookLinks(page).filter({ hasText: title })
}

/** The titles in a list, from top to bottom, without the note on locked books. */
export async function listedTitles(page: Page): Promise<string[]> {
  const texts = await bookLinks(page).allTextContents()
  return texts.map((text) => text.replace(' (locked: requires a subscription)', ''))
}

/** The addresses in a list, from top to bottom. */
export function listedAddresses(page: Page): Promise<string[]> {
  return bookLinks(page).evaluateAll((links) =>
    links.map((link) => link.getAttribute('href') ?? ''),
  )
}

/** The number of books below the title. */
export function bookCount(page: Page): Locator {
  return page.getByRole('main').getByRole('status').first()
}

/** Moves the pointer, which starts the framework, and waits until it is ready. */
export async function wakeFramework(page: Page): Promise<void> {
  // Repeat: browsers send no events to a page before its first paint.
  await expect
    .poll(
      async () => {
        await page.mouse.move(5, 5)
        await page.mouse.move(9, 9)
        return page.locator('html').getAttribute('data-ready')
      },
      { intervals: [50] },
    )
    .not.toBeNull()
}

/**
 * Expects that the list gives up its next request after eight seconds without an answer, and aborts it.
 * @param shown what says so
 */
export async function expectGivenUp(
  page: Page,
  shown: Locator,
  request: () => Promise<void>,
): Promise<void> {
  await page.clock.install()
  await page.goto('/browse/books')
  await wakeFramework(page)
  await page.route('**/browse/books.data*', () => {})
  const asked = page.waitForRequest('**/browse/books.data*')
  const ended = page.waitForEvent('requestfailed')
  await request()
  await asked
  await page.clock.runFor(6500)
  await expect(shown).toHaveCount(0)
  await page.clock.runFor(1500)
  expect((await ended).failure()?.errorText).toMatch(/ABORTED/)
  await expect(shown).toBeVisible()
}

/** The open summary dialog. */
export function openSummary(page: Page): Locator {
  return page.getByRole('dialog')
}

/** The visible search box. */
export function searchBox(page: Page): Locator {
  const name = 'Books, Authors or Genres'
  const banner = page.getByRole('banner')
  // With suggestions it is a combobox.
  return banner.getByRole('searchbox', { name }).or(banner.getByRole('combobox', { name }))
}

/** Opens the filters. */
export async function openFilters(page: Page): Promise<void> {
  await page.getByRole('main').locator('summary', { hasText: 'Filters' }).click()
  await expect(page.getByRole('group', { name: 'Genre' })).toBeVisible()
}

/** Opens Walden in a dialog over the catalogue. */
export async function openWalden(page: Page): Promise<void> {
  await page.goto('/browse/books')
  await wakeFramework(page)
  await bookLink(page, 'Walden').click()
  await expect(openSummary(page).getByRole('heading', { level: 1, name: 'Walden' })).toBeVisible()
}
