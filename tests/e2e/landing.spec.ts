import { expect, test } from './fixtures.ts'
import { knownBooks } from './steps/book-files.ts'

const BOTH_WAYS = { tag: ['@js', '@no-js'] }

test.describe('Landing page', BOTH_WAYS, () => {
  test('says what Readr is, and links to the trial, the catalogue, and books', async ({ page }) => {
    await page.goto('/')
    await expect(page).toHaveTitle(/Readr/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('15 minutes')
    await page.getByRole('main').getByRole('link', { name: 'Start Free Trial' }).click()
    await expect(page).toHaveURL('/register')
    await page.goto('/')
    await page.getByRole('main').getByRole('link', { name: 'See How It Works' }).click()
    await expect(page).toHaveURL('/browse/books')
    await page.goto('/')
    const cover = page.getByRole('main').getByRole('listitem').getByRole('link').first()
    const name = (await cover.getByRole('img').getAttribute('alt')) ?? ''
    await cover.click()
    await expect(page).toHaveURL(/\/summaries\/[a-z0-9-]+$/)
    const title = await page.getByRole('heading', { level: 1 }).innerText()
    expect(name).toContain(title)
  })
})

test.describe('Excerpt on the landing page', { tag: '@js' }, () => {
  test('is shown in the summary font', async ({ page }) => {
    await page.goto('/')
    const text = page.getByRole('article').locator('.summary-text p').first()
    await expect(text).toHaveCSS('font-family', /Literata/)
    await text.scrollIntoViewIfNeeded()
    await expect(text).toBeInViewport()
  })
})

test.describe('Parts of the landing page', { tag: '@phone' }, () => {
  test('contain every claim and an excerpt of a real summary', async ({ page }) => {
    await page.goto('/')
    const main = page.getByRole('main')
    for (const claim of [
      '500+',
      '50+',
      '1000+ key ideas',
      'devices synced',
      '30-day money-back guarantee',
      'No credit card required',
      'Cancel anytime',
      'Your first summary is free',
      '8+ hours',
      '67%',
    ]) {
      await expect(main.getByText(claim).first()).toBeVisible()
    }
    for (const part of ['How it works', 'Readr in numbers', 'In your pocket, too']) {
      await expect(main.getByRole('heading', { name: part })).toHaveCount(1)
    }
    const excerpt = main.getByRole('article')
    const heading = (await excerpt.getByRole('heading').first().textContent())!
    const open = knownBooks().filter((book) => !book.locked)
    const today = open.find(({ text }) => heading.endsWith(/^1\. (.+)$/m.exec(text)![1]!))!
    await expect(excerpt.getByRole('paragraph')).toHaveCount(5)
    await excerpt.getByRole('link', { name: /Keep reading/ }).click()
    await expect(page).toHaveURL('/today')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(today.title)
    await expect(page.getByRole('heading', { name: 'Readr Takeaways' })).toBeVisible()
    await page.goto(`/browse/books?search=${encodeURIComponent(today.title)}`)
    await page.getByRole('link', { name: /^Free today/ }).click()
    await expect(page).toHaveURL('/today')
  })

  test('link to both app stores', async ({ page }) => {
    await page.goto('/')
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: 'App Store' })).toHaveAttribute(
      'href',
      /^https:\/\/apps\.apple\.com\//,
    )
    await expect(main.getByRole('link', { name: 'Google Play' })).toHaveAttribute(
      'href',
      /^https:\/\/play\.google\.com\//,
    )
  })
})

test.describe('Landing page of an empty catalogue', { tag: '@js' }, () => {
  test.use({ site: 'empty' })

  test('still has all links', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Start Free Trial' }).first()).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'See How It Works' }).click()
    await expect(page.getByRole('heading', { name: 'No Results Found' })).toBeVisible()
  })
})
