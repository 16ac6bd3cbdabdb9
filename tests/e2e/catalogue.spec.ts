import { expect, test } from './fixtures.ts'
import { booksOf, byAuthor, titlesInOrder } from './steps/book-files.ts'
import {
  bookCount,
  bookLink,
  bookLinks,
  listedAddresses,
  listedTitles,
  openFilters,
  wakeFramework,
} from './steps/catalogue.ts'
import { scrollPosition } from './steps/scrolling.ts'
import { MANY_BOOKS } from './steps/sites.ts'

const books = booksOf('content')
const GENRES = {
  'self-help': 'Self-Help',
  'health-and-wellness': 'Health & Wellness',
  'money-and-economics': 'Money & Economics',
  'career-and-business': 'Career & Business',
  relationships: 'Relationships',
  'biography-autobiography': 'Biography/Autobiography',
  'science-and-technology': 'Science & Technology',
  'culture-and-humanity': 'Culture & Humanity',
  fiction: 'Fiction',
}
const inGenre = (label: string) => books.filter((book) => book.genre === label)

test.describe('Catalogue', { tag: ['@js', '@no-js', '@phone'] }, () => {
  test('lists every book once, open ones first, by title', async ({ page }) => {
    await page.goto('/browse/books')
    await expect(page).toHaveTitle('Books · Readr')
    await expect(bookCount(page)).toHaveText('18 books')
    expect(books).toHaveLength(18)
    expect(await listedTitles(page)).toEqual(titlesInOrder(books))
  })

  test('links each card to the book’s own address and marks locked ones', async ({ page }) => {
    await page.goto('/browse/books')
    for (const { title, slug, author, locked } of books) {
      const link = bookLink(page, title)
      await expect(link).toHaveAttribute('href', `/summaries/${slug}`)
      await expect(link).toHaveAccessibleName(locked ? /locked/ : title)
      const card = page.getByRole('main').getByRole('listitem').filter({ hasText: title })
      await expect(card).toContainText(author)
    }
  })

  test('leads from a locked book to the plans', async ({ page }) => {
    await page.goto('/browse/books')
    const [locked] = books.filter((book) => book.locked)
    await bookLink(page, locked!.title).click()
    await expect(page).toHaveURL(new RegExp(`/register\\?.*subscribe.*${locked!.slug}`))
    await expect(page.getByRole('main')).toContainText('Create an account first')
  })

  test('orders by author and by date', async ({ page }) => {
    await page.goto('/browse/books?sort=author')
    expect(await listedTitles(page)).toEqual(titlesInOrder(books, byAuthor))
    await page.goto('/browse/books?sort=newest')
    const dates = new Map(books.map((book) => [book.title, String(book.publishedAt)]))
    const newest = await listedTitles(page)
    for (const part of [newest.slice(0, 12), newest.slice(12)]) {
      const order = part.map((title) => dates.get(title)!)
      expect(order).toEqual(order.toSorted().toReversed())
    }
  })
})

test.describe('Genres', { tag: '@no-js' }, () => {
  for (const [slug, label] of Object.entries(GENRES)) {
    test(`${label} has a page of its books`, async ({ page }) => {
      await page.goto(`/browse/books/${slug}`)
      await expect(page.getByRole('heading', { level: 1, name: label })).toBeVisible()
      await expect(page).toHaveTitle(`${label} · Readr`)
      await expect(bookCount(page)).toHaveText('2 books')
      expect(await listedTitles(page)).toEqual(titlesInOrder(inGenre(label)))
    })
  }

  test('an unknown one is not found', async ({ page, trouble }) => {
    trouble.expect(/404/)
    const response = await page.goto('/browse/books/astrology')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await page.getByRole('link', { name: 'Return Home' }).click()
    await expect(page).toHaveURL('/')
  })
})

test.describe('Filters without JavaScript', { tag: '@no-js' }, () => {
  test('genre and order apply together with a button', async ({ page }) => {
    await page.goto('/browse/books')
    await openFilters(page)
    await page.getByRole('radio', { name: /^Relationships/ }).check()
    await page.getByRole('combobox', { name: 'Order' }).selectOption('author')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(/genre=relationships/)
    await expect(page).toHaveURL(/sort=author/)
    expect(await listedTitles(page)).toEqual(titlesInOrder(inGenre('Relationships'), byAuthor))
    await openFilters(page)
    await expect(page.getByRole('radio', { name: /^Relationships/ })).toBeChecked()
    await expect(page.getByRole('combobox', { name: 'Order' })).toHaveValue('author')
  })

  test('keep what was searched for', async ({ page }) => {
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

test.describe('Another page with JavaScript', { tag: ['@js', '@phone'] }, () => {
  test('shows a turning dial while it does not come', async ({ page }) => {
    await page.goto('/browse/books')
    await wakeFramework(page)
    let letCome = () => {}
    const come = new Promise<void>((resolve) => (letCome = resolve))
    await page.route('**/register.data*', async (route) => {
      await come
      await route.continue()
    })
    const [locked] = books.filter((book) => book.locked)
    await bookLink(page, locked!.title).click()
    const waiting = page.getByRole('status').filter({ hasText: 'Your page is on its way.' })
    await expect(waiting).toBeVisible()
    letCome()
    await expect(page.getByRole('heading', { level: 1, name: 'Create an account' })).toBeVisible()
    await expect(waiting).toHaveCount(0)
  })

  test('begins at its top at once, wherever the reader was', async ({ page }) => {
    await page.goto('/browse/books')
    await wakeFramework(page)
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    const [locked] = books.filter((book) => book.locked)
    await bookLink(page, locked!.title).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Create an account' })).toBeVisible()
    expect(await scrollPosition(page)).toBe(0)
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  })
})

test.describe('Filters with JavaScript', { tag: ['@js', '@phone'] }, () => {
  test('apply at once and without a reload, and Back undoes them', async ({ page }) => {
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

  test('All takes the genre away, the order stays', async ({ page }) => {
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

  test('hold every book once, forwards and backwards', async ({ page }) => {
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

  test('keep genre and order', async ({ page }) => {
    await page.goto('/browse/books?sort=newest')
    const first = await listedAddresses(page)
    await page.locator('a[rel=next]').click()
    await expect(page).toHaveURL(/sort=newest/)
    const second = await listedAddresses(page)
    expect(new Set([...first, ...second]).size).toBe(40)
  })

  for (const number of ['0', '-1', 'abc', '1.5', '', '%00', '0x10']) {
    test(`page "${number}" is page 1`, async ({ page }) => {
      const response = await page.goto(`/browse/books?page=${number}`)
      expect(response?.status()).toBe(200)
      await expect(bookLinks(page)).toHaveCount(20)
      await expect(page.locator('a[rel=prev]')).toHaveCount(0)
      await expect(page.locator('a[rel=next]')).toHaveAttribute('href', /page=2\b/)
    })
  }

  for (const number of ['8', '999', '99999999999999999999']) {
    test(`page ${number} leads back to the last one`, async ({ page }) => {
      await page.goto(`/browse/books?page=${number}`)
      await expect(bookLinks(page)).toHaveCount(0)
      await page.getByRole('main').getByRole('link', { name: /last/ }).click()
      await expect(page).toHaveURL(/page=7\b/)
      await expect(bookLinks(page)).toHaveCount(10)
    })
  }

  test('page 1e9 does no harm', async ({ page }) => {
    const response = await page.goto('/browse/books?page=1e9')
    expect(response?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1, name: 'Books' })).toBeVisible()
    await expect(bookLinks(page)).toHaveCount(20)
  })
})

test.describe('Awkward books', { tag: ['@js', '@no-js', '@phone'] }, () => {
  test.use({ site: 'awkward' })

  test('are shown as they are written', async ({ page }) => {
    await page.goto('/browse/books')
    await expect(bookCount(page)).toHaveText('6 books')
    await expect(
      bookLink(page, '<b>Bold</b> & "Quoted" <script>document.title = "taken over"</script>'),
    ).toBeVisible()
    await expect(bookLink(page, 'كليلة ودمنة')).toBeVisible()
    await expect(page).toHaveTitle('Books · Readr')
  })

  test('show the cover that they bring', async ({ page }) => {
    await page.goto('/browse/books')
    const card = page.getByRole('listitem').filter({ hasText: 'With Its Own Cover' })
    const cover = card.locator('img')
    await expect(cover).toHaveAttribute('src', /\.webp$/)
    await cover.scrollIntoViewIfNeeded()
    const response = await page.request.get((await cover.getAttribute('src'))!)
    expect(response.headers()['content-type']).toBe('image/webp')
  })
})

test.describe('Empty catalogue', { tag: ['@js', '@no-js', '@phone'] }, () => {
  test.use({ site: 'empty' })

  test('says so, on a genre’s page too', async ({ page }) => {
    await page.goto('/browse/books')
    await expect(bookCount(page)).toHaveText('0 books')
    await expect(page.getByRole('heading', { name: 'No Results Found' })).toBeVisible()
    await page.goto('/browse/books/fiction')
    await expect(page.getByRole('heading', { name: 'No Results Found' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Browse Books' }).click()
    await expect(page).toHaveURL('/browse/books')
  })
})
