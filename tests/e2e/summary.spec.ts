import { expect, test } from './fixtures.ts'
import { field, main, newReader, PASSWORD, REFUSED, tap } from './steps/accounts.ts'
import { knownBooks, paidText } from './steps/book-files.ts'
import { scrollPosition } from './steps/scrolling.ts'

const books = knownBooks()
const open = books.filter((book) => !book.locked)
const locked = books.filter((book) => book.locked)
const walden = books.find((book) => book.slug === 'walden')!

/** The letters and digits of HTML or JSON, without markup and escapes. */
const letters = (source: string) =>
  source
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    )
    .replace(/&[#\w]+;|\\./g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** Passages of 25 letters that occur only after the cut, and not in the sources, which all may read. */
function paidPassages(book: (typeof books)[number]): string[] {
  const paid = letters(paidText(book))
  const free =
    letters(book.text.slice(0, -paidText(book).length)) +
    letters(book.blurb) +
    letters(book.sources.join())
  return Array.from({ length: Math.floor(paid.length / 50) }, (_, i) =>
    paid.slice(i * 50, i * 50 + 25),
  ).filter((passage) => !free.includes(passage))
}

test.describe('Summary page', () => {
  test('shows the free part and how to get the rest @js @no-js', async ({ page }) => {
    await page.goto('/summaries/walden')
    await expect(page).toHaveTitle(/Walden by Henry David Thoreau/)
    await expect(page.getByRole('heading', { level: 1, name: 'Walden' })).toBeVisible()
    const article = page.getByRole('article')
    await expect(article).toContainText('Henry David Thoreau, 1854')
    await expect(article).toContainText('Culture & Humanity')
    await expect(article).toContainText(/\d+ min/)
    await expect(article.getByRole('heading', { name: 'Hook' })).toBeVisible()
    for (const idea of walden.text.match(/^[123]\. .+/gm)!) {
      await expect(article.getByRole('heading', { name: idea.slice(3) })).toBeVisible()
    }
    await expect(article).not.toContainText('FREE CUT')
    await expect(page.getByRole('heading', { name: 'Want to see the full summary?' })).toBeVisible()
    await article.getByRole('link', { name: 'Get Started' }).click()
    await expect(page).toHaveURL(/\/register\?.*subscribe/)
  })

  test('links from its contents to each idea @no-js @phone', async ({ page }, { project }) => {
    await page.goto('/summaries/walden')
    const contents = page.getByRole('navigation', { name: 'Ideas' })
    const isFolded = project.name === 'phone'
    await expect(contents).toBeVisible({ visible: !isFolded })
    const open = () => page.locator('summary', { hasText: 'Contents' }).click()
    if (isFolded) await open()
    const links = contents.getByRole('link')
    // In One Page, the Hook, and three ideas.
    await expect(links).toHaveCount(5)
    for (const link of await links.all()) {
      if (isFolded && (await contents.isHidden())) await open()
      const fragment = (await link.getAttribute('href'))!
      await link.scrollIntoViewIfNeeded()
      await link.click()
      await expect(page).toHaveURL(new RegExp(`${fragment}$`))
      await expect(page.locator(fragment)).toBeInViewport()
    }
  })
})

test.describe('A mistake in a summary', { tag: ['@no-js', '@phone'] }, () => {
  test('is reported after signing in', async ({ page, trouble }) => {
    trouble.expect(REFUSED)
    const email = await newReader(page)
    await page.goto('/summaries/walden')
    await page.getByRole('link', { name: 'Found a mistake? Tell us' }).click()
    await main(page).getByRole('link', { name: 'Log in' }).click()
    await field(page, 'Email').fill(email)
    await field(page, 'Password').fill(PASSWORD)
    await tap(page, 'Log in')
    await expect(page).toHaveURL('/summaries/walden/correction')
    await field(page, 'The passage or the idea').fill('Idea 1')
    await tap(page, 'Send')
    await expect(field(page, 'What is wrong?')).toHaveAccessibleDescription(
      'Please tell us what is wrong.',
    )
    await expect(field(page, 'The passage or the idea')).toHaveValue('Idea 1')
    await field(page, 'What is wrong?').fill('The year is 1845.')
    await tap(page, 'Send')
    await expect(main(page).getByRole('status')).toContainText('Thank you.')
    await main(page).getByRole('link', { name: 'Back to the summary' }).click()
    await expect(page).toHaveURL('/summaries/walden')
  })
})

test.describe('Paid text', { tag: '@no-js' }, () => {
  test('is not sent with the summaries that visitors may open', async ({ request }) => {
    for (const book of open) {
      const passages = paidPassages(book)
      expect(passages.length).toBeGreaterThan(100)
      for (const address of [`/summaries/${book.slug}`, `/summaries/${book.slug}.data`]) {
        const response = await request.get(address)
        expect(response.status()).toBe(200)
        const sent = letters(await response.text())
        expect(sent).toContain(letters(book.title))
        expect(passages.filter((passage) => sent.includes(passage))).toEqual([])
      }
    }
  })

  test('is not sent with lists', async ({ request }) => {
    const passages = books.flatMap((book) =>
      book.locked ? [letters(book.text).slice(40, 65)] : paidPassages(book).slice(0, 40),
    )
    for (const address of [
      '/browse/books',
      '/browse/books.data',
      '/',
      '/books',
      '/api/books/trending',
    ]) {
      const sent = letters(await (await request.get(address)).text())
      expect(passages.filter((passage) => sent.includes(passage))).toEqual([])
    }
  })

  test('of locked books is not sent: their pages lead to the plans', async ({ page }) => {
    for (const book of locked) {
      await page.goto(`/summaries/${book.slug}`)
      const plans = new URLSearchParams({ redirectTo: `/subscribe?book=${book.slug}` })
      await expect(page).toHaveURL(`/register?${plans}`)
      const [, beginning = ''] = book.text.split('\n\n', 2)
      expect(letters(await page.content())).not.toContain(letters(beginning).slice(0, 40))
    }
  })
})

test.describe('Awkward summaries', () => {
  test.use({ site: 'awkward' })

  test('are cut at their marker @no-js', async ({ page }) => {
    const response = await page.goto('/summaries/cut-at-the-marker')
    await expect(page.getByRole('article')).toContainText('Before the marker, second paragraph.')
    await expect(page.getByRole('article')).toContainText('385 BCE')
    await expect(page.getByRole('heading', { name: 'Want to see the full summary?' })).toBeVisible()
    expect(await response!.text()).not.toMatch(/Behind the marker|FREE CUT HERE/)
  })

  test('are cut after a third of their paragraphs @no-js', async ({ page }) => {
    const response = await page.goto('/summaries/cut-after-a-third')
    await expect(page.getByRole('article')).toContainText('Paragraph two.')
    expect(await response!.text()).not.toContain('Paragraph three.')
  })

  test('show markup as text @js @no-js', async ({ page }) => {
    await page.goto('/summaries/markup-in-the-title')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      '<b>Bold</b> & "Quoted" <script>document.title = "taken over"</script>',
    )
    await expect(page.getByRole('article')).toContainText('<b>not bold</b> &amp; not decoded.')
    await expect(page.getByRole('article').getByText('Label:')).toHaveCSS('font-weight', /[67]00/)
    await expect(page).toHaveTitle(/^<b>Bold<\/b> & "Quoted"/)
    await expect(page.locator('article :is(b, i)')).toHaveCount(0)
    // Only the page's own script, which ends the first view.
    await expect(page.locator('article script')).toHaveCount(1)
    await expect(page.locator('article section:first-child > script')).toHaveCount(1)
  })
})

test('A summary that does not exist is not found', async ({ page, trouble }) => {
  trouble.expect(/40[04]/)
  for (const slug of [
    'no-such-book',
    'WALDEN',
    '..%2F..%2Fetc%2Fpasswd',
    'walden%00',
    'a'.repeat(500),
  ]) {
    const response = await page.goto(`/summaries/${slug}`)
    expect(response?.status(), slug).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  }
})

test.describe('Reading a summary', { tag: '@js' }, () => {
  test('starts at the top of the next summary', async ({ page }) => {
    await page.goto('/summaries/walden')
    await page.evaluate(() => window.scrollTo({ top: 2000, behavior: 'instant' }))
    await page.goto('/summaries/meditations')
    expect(await scrollPosition(page)).toBe(0)
  })

  test('prints the text without navigation', async ({ page }) => {
    await page.goto('/summaries/walden')
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('header').first()).toBeHidden()
    await expect(page.locator('footer').last()).toBeHidden()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Get Started' })).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1, name: 'Walden' })).toBeVisible()
    await expect(page.getByText('Near the end of March 1845')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Hook' })).toBeVisible()
  })
})
