import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { newReader, onTrial, openCheckout, PLANS } from './steps/billing.ts'
import { sidewaysRoom } from './steps/scrolling.ts'
import { ADMIN } from './steps/sites.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const WIDE = { width: 1280, height: 800 }
const NARROW = { width: 320, height: 800 }
/** Minutes of a walk on a busy machine, in milliseconds. */
const WALK_MS = 180_000

/** What is wrong with a page as it is shown now, one line each. */
async function wrongWith(page: Page, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page })
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(RULES)).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ''}`),
  )
}

/** Looks at the page in both themes and in a narrow window. */
async function look(page: Page, name: string): Promise<void> {
  const room = await sidewaysRoom(page)
  const light = await wrongWith(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await wrongWith(page, ['color-contrast', 'link-in-text-block'])
  await page.setViewportSize(NARROW)
  const narrow = await wrongWith(page, ['target-size', 'scrollable-region-focusable'])
  const narrowRoom = await sidewaysRoom(page)
  await page.setViewportSize(WIDE)
  await page.emulateMedia({ colorScheme: 'light' })
  // A fraction of a pixel may be counted as a whole one.
  const scrolls = [room, narrowRoom].some((pixels) => pixels > 1)
  expect.soft({ light, dark, narrow, scrolls }, name).toEqual({
    light: [],
    dark: [],
    narrow: [],
    scrolls: false,
  })
}

async function walk(page: Page, addresses: string[]): Promise<void> {
  for (const address of addresses) {
    const answer = await page.goto(address)
    expect(answer!.status(), address).toBe(200)
    expect(new URL(page.url()).pathname, address).toBe(address.replace(/\?.*/, ''))
    await look(page, address)
  }
}

test.describe('Accessible when signed in, light and dark, wide and narrow', { tag: '@js' }, () => {
  test.setTimeout(WALK_MS)

  test('to a free reader', async ({ page }) => {
    await newReader(page)
    await walk(page, ['/browse', '/browse/books/my-list', '/verify', '/settings'])
    await walk(page, ['/settings/two-factor', '/subscribe'])
    await openCheckout(page, 'monthly')
    await look(page, `/checkout of ${PLANS.monthly}`)
  })

  test('to a subscriber', async ({ page }) => {
    await onTrial(page, 'monthly')
    await walk(page, ['/settings', '/settings/subscription', '/settings/cancel'])
    await walk(page, ['/settings/change-plan', '/browse'])
  })

  test('to an administrator', async ({ page }) => {
    const { email, password } = ADMIN
    await page.request.post('/api/auth/login', { data: { email, password } })
    await page.goto('/login')
    await walk(page, ['/admin', '/admin/books', '/admin/books/new', '/admin/books/walden'])
    await walk(page, ['/admin/readers', '/admin/log'])
  })
})
