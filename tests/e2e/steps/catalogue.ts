import { expect, type Locator, type Page } from '@playwright/test'

/** The links of the books in a list; each is the heading of its card. */
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

/** The titles in a list, from top to bottom, without the note on locked ones. */
export async function listedTitles(page: Page): Promise<string[]> {
  const texts = await bookLinks(page).allTextContents()
  return texts.map((text) => text.replace(' (locked: part of the subscription)', ''))
}

/** The addresses in a list, from top to bottom. */
export function listedAddresses(page: Page): Promise<string[]> {
  return bookLinks(page).evaluateAll((links) =>
    links.map((link) => link.getAttribute('href') ?? ''),
  )
}

/** The number of books, under the title. */
export function bookCount(page: Page): Locator {
  return page.getByRole('main').getByRole('status').first()
}

/** Starts the framework with a first interaction, and waits until it runs. */
export async function wakeFramework(page: Page): Promise<void> {
  // Repeated, because a page gets no pointer events before its first paint.
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

/** The summary that is open over a list. */
export function openSummary(page: Page): Locator {
  return page.getByRole('dialog')
}

/** The visible search box. */
export function searchBox(page: Page): Locator {
  return page.getByRole('banner').getByRole('searchbox', { name: 'Books, Authors or Genres' })
}

/** Opens the filters. */
export async function openFilters(page: Page): Promise<void> {
  await page.getByRole('main').locator('summary', { hasText: 'Filters' }).click()
  await expect(page.getByRole('group', { name: 'Genre' })).toBeVisible()
}
