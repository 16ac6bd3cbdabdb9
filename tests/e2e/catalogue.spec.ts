import { GENRES } from '#app/catalogue/rules/genres.ts'
import { expect, test } from './fixtures.ts'
import { knownBooks, byAuthor, titlesInOrder } from './steps/book-files.ts'
import {
  expectGivenUp,
  bookCount,
  bookLink,
  bookLinks,
  listedAddresses,
  listedTitles,
  openFilters,
  searchBox,
  wakeFramework,
} from './steps/catalogue.ts'
import { scrollPosition } from './steps/scrolling.ts'
import { MANY_BOOKS } from './steps/sites.ts'

const books = knownBooks()
const inGenre = (label: string) => books.filter((book) => book.genre === label)

test('The catalogue lists every book once, links to it, and marks locked books @js @no-js', async ({
  page,
}) => {
  await page.goto('/browse/books')
  await expect(page).toHaveTitle('Books · Readr')
  await expect(bookCount(page)).toHaveText('18 books')
  expect(await listedTitles(page)).toEqual(titlesInOrder(books))
  for (const { title, slug, author, locked } of books) {
    const link = bookLink(page, title)
    await expect(link).toHaveAttribute('href', `/summaries/${slug}`)
    await expect(link).toHaveAccessibleName(locked ? /locked/ : title)
    const card = page.getByRole('main').getByRole('listitem').filter({ hasText: title })
    await expect(card).toContainText(author)
    await expect(card.getByText('Locked', { exact: true })).toHaveCount(locked ? 1 : 0)
  }
  const [locked] = books.filter((book) => book.locked)
  await bookLink(page, locked!.title).click()
  await expect(page).toHaveURL(new RegExp(`/register\\?.*subscribe.*${locked!.slug}`))
  await expect(page.getByRole('main')).toContainText('Create an account first')
})

test.describe('Collections', { tag: '@js' }, () => {
  test('lead from the landing page to books, and back to the list', async ({ page }) => {
    await page.goto('/')
    const main = page.getByRole('main')
    await main.getByRole('link', { name: 'Clear Heads' }).click()
    await expect(page).toHaveTitle('Clear Heads: a collection · Readr')
    expect(await listedTitles(page)).toEqual([
      'Extraordinary Popular Delusions and the Madness of Crowds',
      'Frankenstein',
      'Walden',
      'Meditations',
    ])
    await bookLink(page, 'Walden').click()
    await expect(page).toHaveURL('/summaries/walden')
    await page.goBack()
    await main.getByRole('link', { name: 'All collections' }).click()
    await expect(page).toHaveURL('/browse/collections')
    await expect(main.getByRole('link', { name: 'Plain Lives' })).toBeVisible()
  })
})

test.describe('Genres', { tag: '@no-js' }, () => {
  test('have a page with their books', async ({ page }) => {
    for (const { slug, label } of GENRES) {
      await page.goto(`/browse/books/${slug}`)
      await expect(page.getByRole('heading', { level: 1, name: label })).toBeVisible()
      await expect(page).toHaveTitle(`${label} · Readr`)
      await expect(bookCount(page)).toHaveText('2 books')
      expect(await listedTitles(page)).toEqual(titlesInOrder(inGenre(label)))
    }
  })

  test('an unknown genre is not found', async ({ page, trouble }) => {
    trouble.expect(/404/)
    const response = await page.goto('/browse/books/astrology')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await page.getByRole('link', { name: 'Return Home' }).click()
    await expect(page).toHaveURL('/')
  })
})

test.describe('Filters without JavaScript', { tag: '@no-js' }, () => {
  test('a button applies genre and sort together', async ({ page }) => {
    await page.goto('/browse/books')
    await openFilters(page)
    await page.getByRole('radio', { name: /^Relationships/ }).check()
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('author')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(/genre=relationships/)
    await expect(page).toHaveURL(/sort=author/)
    expect(await listedTitles(page)).toEqual(titlesInOrder(inGenre('Relationships'), byAuthor))
    await openFilters(page)
    await expect(page.getByRole('radio', { name: /^Relationships/ })).toBeChecked()
    await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('author')
  })

  test('keep the search', async ({ page }) => {
    await page.goto('/browse/books?search=the')
    await openFilters(page)
    await page.getByRole('radio', { name: /^Career & Business/ }).check()
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(/search=the/)
    await expect(page).toHaveURL(/genre=career-and-business/)
    for (const title of await listedTitles(page)) {
      expect(inGenre('Career & Business').map((book) => book.title)).toContain(title)
    }
  })
})

test.describe('Filters on a phone', { tag: '@phone' }, () => {
  test('close after a choice, and the page says how many books match', async ({ page }) => {
    await page.goto('/browse/books')
    await wakeFramework(page)
    await openFilters(page)
    await page.locator('details').getByText('Relationships', { exact: true }).click()
    await expect(page).toHaveURL(/genre=relationships/)
    await expect(page.getByRole('radio', { name: /^Relationships/ })).toBeHidden()
    await expect(bookCount(page)).toHaveText(/^2 books/)
  })
})

test.describe('Navigation with JavaScript', { tag: '@js' }, () => {
  test('shows a spinner while the results of a search are slow', async ({ page }) => {
    await page.goto('/browse/topics/nature')
    await wakeFramework(page)
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/browse/books.data*', async (route) => {
      await released
      await route.continue()
    })
    await searchBox(page).fill('walden')
    const waiting = page.getByRole('status').filter({ hasText: 'The page is loading.' })
    await expect(waiting).toBeVisible()
    release()
    await expect(page).toHaveURL(/search=walden/)
    await expect(waiting).toHaveCount(0)
  })

  test('gives up a search after eight seconds, and aborts its request', async ({
    page,
    trouble,
  }) => {
    trouble.expect(/ERR_ABORTED|aborted/i)
    await expectGivenUp(page, page.getByRole('link', { name: 'Try Again' }), async () => {
      await searchBox(page).fill('walden')
      await page.clock.runFor(1000)
    })
  })

  test('starts at the top of the next page', async ({ page }) => {
    await page.goto('/browse/books')
    await wakeFramework(page)
    const [locked] = books.filter((book) => book.locked)
    await bookLink(page, locked!.title).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Create an account' })).toBeVisible()
    expect(await scrollPosition(page)).toBe(0)
  })
})

test.describe('Filters with JavaScript', { tag: '@js' }, () => {
  test('apply right away without a reload, and Back undoes them', async ({ page }) => {
    await page.goto('/browse/books')
    await wakeFramework(page)
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await openFilters(page)
    await page.getByRole('radio', { name: /^Fiction/ }).check()
    await expect(page).toHaveURL(/genre=fiction/)
    await expect(bookCount(page)).toHaveText('2 books')
    expect(await listedTitles(page)).toEqual(titlesInOrder(inGenre('Fiction')))
    await page.goBack()
    await expect(page).toHaveURL('/browse/books')
    await expect(bookLinks(page)).toHaveCount(18)
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  })

  test('All removes the genre and keeps the sort', async ({ page }) => {
    await page.goto('/browse/books?genre=fiction&sort=author')
    await wakeFramework(page)
    await openFilters(page)
    await page.getByRole('radio', { name: 'All', exact: true }).check()
    await expect(bookLinks(page)).toHaveCount(18)
    await expect(page).not.toHaveURL(/genre=/)
    await expect(page).toHaveURL(/sort=author/)
    expect(await listedTitles(page)).toEqual(titlesInOrder(books, byAuthor))
  })
})

test.describe('Pages of a long list without JavaScript', { tag: '@no-js' }, () => {
  test.use({ site: 'many' })

  test('contain every book once, in both directions', async ({ page }) => {
    await page.goto('/browse/books')
    await expect(bookCount(page)).toHaveText('130 books')
    const next = page.locator('a[rel=next]')
    const previous = page.locator('a[rel=prev]')
    const pages = [await listedAddresses(page)]
    await expect(previous).toHaveCount(0)
    while (await next.count()) {
      await next.click()
      await expect(page).toHaveURL(new RegExp(`[?&]page=${pages.length + 1}\\b`))
      pages.push(await listedAddresses(page))
    }
    expect(pages.map((page) => page.length)).toEqual([20, 20, 20, 20, 20, 20, 10])
    expect(new Set(pages.flat()).size).toBe(MANY_BOOKS)
    for (const expected of pages.toReversed().slice(1)) {
      await previous.click()
      await expect.poll(() => listedAddresses(page)).toEqual(expected)
    }
    await expect(previous).toHaveCount(0)
  })

  test('keep genre and sort', async ({ page }) => {
    await page.goto('/browse/books?sort=newest')
    const first = await listedAddresses(page)
    await page.locator('a[rel=next]').click()
    await expect(page).toHaveURL(/sort=newest/)
    const second = await listedAddresses(page)
    expect(new Set([...first, ...second]).size).toBe(40)
  })

  test('are the first page for a wrong number, and lead to the last one after it', async ({
    page,
  }) => {
    for (const number of ['0', '-1', 'abc', '1.5', '', '%00', '0x10', '1e9']) {
      const response = await page.goto(`/browse/books?page=${number}`)
      expect(response?.status(), number).toBe(200)
      await expect(bookLinks(page)).toHaveCount(20)
      await expect(page.locator('a[rel=prev]')).toHaveCount(0)
      await expect(page.locator('a[rel=next]')).toHaveAttribute('href', /page=2\b/)
    }
    for (const number of ['8', '99999999999999999999']) {
      await page.goto(`/browse/books?page=${number}`)
      await expect(bookLinks(page)).toHaveCount(0)
      await page.getByRole('main').getByRole('link', { name: /last/ }).click()
      await expect(page).toHaveURL(/page=7\b/)
      await expect(bookLinks(page)).toHaveCount(10)
    }
  })
})

test.describe('Awkward books', { tag: ['@js', '@no-js'] }, () => {
  test.use({ site: 'awkward' })

  test('are shown as written', async ({ page }) => {
    await page.goto('/browse/books')
    await expect(bookCount(page)).toHaveText('7 books')
    await expect(
      bookLink(page, '<b>Bold</b> & "Quoted" <script>document.title = "taken over"</script>'),
    ).toBeVisible()
    await expect(bookLink(page, 'كليلة ودمنة')).toBeVisible()
    await expect(page).toHaveTitle('Books · Readr')
    const card = page.getByRole('listitem').filter({ hasText: 'With Its Own Cover' })
    const cover = card.locator('img')
    await expect(cover).toHaveAttribute('src', /\.webp$/)
    await cover.scrollIntoViewIfNeeded()
    const response = await page.request.get((await cover.getAttribute('src'))!)
    expect(response.headers()['content-type']).toBe('image/webp')
  })
})

test.describe('Empty catalogue', { tag: '@js' }, () => {
  test.use({ site: 'empty' })

  test('says so, also on genre pages', async ({ page }) => {
    await page.goto('/browse/books')
    await expect(bookCount(page)).toHaveText('0 books')
    await expect(page.getByRole('heading', { name: 'No Results Found' })).toBeVisible()
    await page.goto('/browse/books/fiction')
    await expect(page.getByRole('heading', { name: 'No Results Found' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Browse Books' }).click()
    await expect(page).toHaveURL('/browse/books')
  })
})
