import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { signedInAsAdmin } from './steps/accounts.ts'
import { look } from './steps/axe.ts'
import { searchBox, wakeFramework } from './steps/catalogue.ts'
import {
  CARDS,
  confirmAddress,
  fillCard,
  newReader,
  paying,
  openCheckout,
  PLANS,
  press,
} from './steps/billing.ts'

/** The longest duration of a walk on a busy machine, in milliseconds. */
const WALK_MS = 180_000

async function walk(page: Page, addresses: string[]): Promise<void> {
  for (const address of addresses) {
    const answer = await page.goto(address)
    expect(answer!.status(), address).toBe(200)
    expect(new URL(page.url()).pathname, address).toBe(address.replace(/\?.*/, ''))
    await look(page, address)
  }
}

test.describe('With the keyboard alone, signed in', { tag: '@js' }, () => {
  test('the focus moves to what has changed', async ({ page }) => {
    await newReader(page)
    for (const slug of ['walden', 'meditations']) {
      const form = { mark: 'saved', on: 'true' }
      await page.request.post(`/summaries/${slug}/marks`, { form })
    }
    const press = async (target: Locator) => {
      await target.focus()
      await page.keyboard.press('Enter')
    }
    await page.goto('/browse')
    await wakeFramework(page)
    const arrivals = page.getByRole('region', { name: 'Latest Arrivals' })
    await press(arrivals.getByRole('link', { name: 'See More' }))
    await expect(arrivals.getByRole('listitem').nth(3).getByRole('link')).toBeFocused()
    await press(page.getByRole('banner').getByRole('link', { name: /^My List/ }))
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toHaveText('My List')
    const cards = page.getByRole('main').getByRole('listitem')
    await press(cards.first().getByRole('button', { name: 'Save to My List' }))
    await expect(cards).toHaveCount(1)
    await expect(page.getByRole('main').getByRole('status').first()).toHaveText('1 book')
    // The focus moves to the next book; after the last one, to the title.
    await expect(cards.getByRole('link')).toBeFocused()
    await page.setViewportSize({ width: 375, height: 500 })
    // A smooth scroll to the button would continue after the key, which no reader presses that fast.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await press(cards.first().getByRole('button', { name: 'Save to My List' }))
    await expect(title).toBeFocused()
    await expect(title).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 1280, height: 800 })
    // Typing continues while the results replace the page.
    await searchBox(page).pressSequentially('wal')
    await expect(title).toHaveText('Results for “wal”')
    await expect(searchBox(page)).toBeFocused()
    await press(page.getByRole('main').getByRole('link', { name: 'Walden' }))
    await expect(page.getByRole('dialog').getByRole('heading', { level: 1 })).toBeFocused()
  })
})

test.describe('Accessible when signed in, light and dark, wide and narrow', { tag: '@js' }, () => {
  test.setTimeout(WALK_MS)

  test('to a free reader', async ({ page }) => {
    const email = await newReader(page)
    await walk(page, ['/browse', '/browse/books/my-list', '/verify', '/settings'])
    await walk(page, ['/settings/two-factor', '/settings/delete'])
    await confirmAddress(page, email)
    await page.goto('/summaries/walden')
    const bookId = await page.locator('article').getAttribute('data-book-id')
    const position = { start: 20, end: 90 }
    const data = { bookId, position, color: 'green', text: 'Why? #idea' }
    expect((await page.request.post('/api/notes', { data })).status()).toBe(200)
    await walk(page, ['/summaries/walden/notes', '/summaries/walden/notes?at=100'])
    await walk(page, ['/browse/notes', '/browse/notes/print', '/browse/review'])
    await page.goto('/settings/apps')
    for (const summary of await page.locator('main summary').all()) await summary.click()
    await look(page, 'apps, with open forms')
    await page.goto('/settings/two-factor')
    await page.getByLabel('Password', { exact: true }).fill('secret1')
    await press(page, 'Set up two-factor sign-in')
    await look(page, 'two-factor sign-in being set up')
    await walk(page, ['/subscribe?book=frankenstein'])
    await openCheckout(page, 'monthly')
    await look(page, `/checkout of ${PLANS.monthly}`)
    await expect(page).toHaveTitle('Checkout: Monthly · Readr')
    await fillCard(page, CARDS.good)
    await press(page, 'Start 7-Day Free Trial')
    const begun = page.getByRole('heading', { name: 'Your free trial has started' })
    await expect(begun).toBeFocused()
    await look(page, 'a trial that has begun')
  })

  test('to a subscriber', async ({ page }) => {
    await paying(page, 'monthly')
    await walk(page, ['/settings', '/settings/subscription', '/settings/cancel'])
    await walk(page, ['/settings/refund', '/settings/change-plan', '/browse'])
    await page.goto('/settings/cancel')
    await press(page, 'Cancel Subscription')
    const ended = page.getByRole('heading', { name: 'Your subscription is canceled' })
    await expect(ended).toBeFocused()
    await expect(page).toHaveTitle('Your subscription is canceled · Readr')
    await look(page, 'a subscription that was canceled')
  })

  test('to an administrator', async ({ page }) => {
    await signedInAsAdmin(page)
    await walk(page, ['/admin', '/admin/books', '/admin/books/new', '/admin/books/walden'])
    await walk(page, [
      '/admin/books/walden/edit',
      '/admin/books/walden/audio',
      '/admin/readers',
      '/admin/log',
      '/admin/health',
    ])
  })
})
