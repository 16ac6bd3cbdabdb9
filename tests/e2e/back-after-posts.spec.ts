import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import config from '../../playwright.config.ts'
import { expect, test } from './fixtures.ts'
import { main, REFUSED, signedInAsAdmin, tap } from './steps/accounts.ts'
import { CARDS, newReader, PLANS } from './steps/billing.ts'

// Playwright turns off the back/forward cache, which real browsers have.
test.use({
  launchOptions: {
    ...config.use!.launchOptions,
    ignoreDefaultArgs: ['--hide-scrollbars', '--disable-back-forward-cache'],
  },
})

test.beforeEach(({ trouble }) => trouble.expect(REFUSED))

/** Pages from the back/forward cache have no load event. */
const FROM_CACHE = { waitUntil: 'commit' } as const

const DAY_MS = 24 * 60 * 60 * 1000
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

interface Walk {
  path: string
  button: string
  /** What to enter, the first and the second time. */
  fields(time: number): Record<string, string>
  wrong: Record<string, string>
  done: string
}

/** A book that is not published yet: other tests count books. */
const book = (title: string) =>
  readFileSync('content/walden.md', 'utf8')
    .replace(/^title:.*$/m, `title: ${title}`)
    .replace(/^publishedAt:.*$/m, 'publishedAt: 2099-01-01')

const WALKS: Record<string, Walk> = {
  'a new collection': {
    path: '/admin/collections/new',
    button: 'Save',
    fields: (time) => ({
      title: `Walked ${time}`,
      slug: `walked-${test.info().project.name}-${time}`,
      blurb: 'Two books.',
      position: '90',
      ...Object.fromEntries(
        ['walden', 'meditations', 'frankenstein', 'symposium'].flatMap((slug, i) => [
          [`book${i + 1}`, slug],
          [`sentence${i + 1}`, 'It is short.'],
        ]),
      ),
    }),
    wrong: { book1: 'no-such-book' },
    done: 'The collection has been added.',
  },
  'today’s book': {
    path: '/admin/today',
    button: 'Choose',
    fields: (time) => ({
      day: dayIn(100 + 10 * time + test.info().project.name.length),
      book: 'walden',
    }),
    wrong: { book: 'no-such-book' },
    done: 'chosen',
  },
  'a new book': {
    path: '/admin/books/new/file',
    button: 'Save',
    fields: (time) => ({
      slug: `walked-${test.info().project.name}-${time}`,
      source: book(`Walked ${time}`),
    }),
    wrong: { source: 'Not a book' },
    done: 'The book has been added.',
  },
}

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    await main(page).locator(`#${name}`).fill(value)
  }
}

/** Counts the forms that the browser sends. */
function watchPosts(page: Page): () => number {
  let posts = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && !request.url().endsWith('/view')) posts += 1
  })
  return () => posts
}

for (const [name, { path, button, fields, wrong, done }] of Object.entries(WALKS)) {
  test(
    `Back and Forward after ${name}`,
    { tag: ['@js', '@no-js'] },
    async ({ page, javaScriptEnabled }) => {
      await signedInAsAdmin(page)
      const posts = watchPosts(page)
      const title = main(page).locator('h1').first()
      for (const time of [1, 2]) {
        await page.goto('/admin')
        await page.goto(path)
        const typed = fields(time)
        if (time === 2) {
          await fill(page, { ...typed, ...wrong })
          await tap(page, button)
          await expect(
            main(page).locator('[aria-invalid=true], [role=alert]').first(),
          ).toBeVisible()
          for (const [key, value] of Object.entries({ ...typed, ...wrong })) {
            await expect(main(page).locator(`#${key}`)).toHaveValue(value)
          }
        }
        await fill(page, typed)
        await tap(page, button)
        await expect(main(page).getByRole('status')).toContainText(done)
        const address = page.url()
        const name = await title.innerText()
        const sent = posts()
        await page.reload()
        await expect(title).toHaveText(name)
        // Without JavaScript, the browser itself asks before it shows the answer to a form again.
        if (time === 1 || javaScriptEnabled) {
          await page.goBack(FROM_CACHE)
          await expect(title).toBeVisible()
          await page.goForward(FROM_CACHE)
        }
        await expect(page).toHaveURL(address)
        await expect(title).toHaveText(name)
        expect(posts(), `time ${time}`).toBe(sent)
      }
    },
  )
}

test(
  'Back and Forward after a payment without JavaScript',
  { tag: '@no-js' },
  async ({ page, trouble }) => {
    // The provider's page does not opt in to our view transitions.
    trouble.expect(/ViewTransition opt-in disabled/)
    await newReader(page)
    await page.goto('/about')
    await page.goto(`/checkout?priceId=${PLANS.monthly}`)
    const hosted = main(page).locator('.hosted-payment form button')
    const pay = page.getByRole('button', { name: 'Start trial' })
    const title = main(page).locator('h1').first()
    const posts = watchPosts(page)
    // Left, and refused.
    await hosted.click()
    await expect(pay).toBeVisible()
    await page.goBack(FROM_CACHE)
    await expect(page).toHaveURL(/[/]checkout[?]/)
    await expect(title).toBeVisible()
    await hosted.click()
    await page.getByLabel('Card number').fill(CARDS.declined)
    await pay.click()
    await expect(page.getByRole('alert')).toContainText('declined')
    await page.getByLabel('Card number').fill(CARDS.good)
    await pay.click()
    await expect(page).toHaveURL(/payment-successful/)
    const sent = posts()
    await page.reload()
    await expect(title).toBeVisible()
    await page.goto('/settings')
    for (const time of ['once', 'twice']) {
      await page.goBack(FROM_CACHE)
      await expect(page, time).toHaveURL(/payment-successful/)
      await expect(title).toBeVisible()
      await page.goForward(FROM_CACHE)
      await expect(page, time).toHaveURL('/settings')
      await expect(title).toBeVisible()
    }
    expect(posts()).toBe(sent)
    // The earlier checkout offers nothing to pay.
    await page.goto(`/checkout?priceId=${PLANS.monthly}`)
    await expect(hosted).toHaveCount(0)
  },
)
