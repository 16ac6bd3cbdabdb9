import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { bookLink, bookLinks, openSummary, wakeFramework } from './steps/catalogue.ts'
import { painted } from './steps/scrolling.ts'

/** The pages that are complete without any framework. */
const READ_ONLY = [
  '/',
  '/about',
  '/summaries/walden',
  '/register',
  '/terms',
  '/privacy',
  '/api/docs',
]

/** Scripts that a page transferred, with their size on the wire. */
function watchScripts(page: Page): { url: string; bytes: number; encoding: string }[] {
  const scripts: { url: string; bytes: number; encoding: string }[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script' && !/\.js(\?|$)/.test(response.url())) return
    const headers = response.headers()
    scripts.push({
      url: response.url(),
      bytes: Number(headers['content-length'] ?? Number.NaN),
      encoding: headers['content-encoding'] ?? 'identity',
    })
  })
  return scripts
}

test.describe('First view', { tag: ['@js', '@phone'] }, () => {
  for (const address of READ_ONLY) {
    test(`of ${address} has no framework, whatever the reader does`, async ({ page }) => {
      const scripts = watchScripts(page)
      const response = await page.goto(address)
      const markup = (await response!.text()).replace(/(<script[^>]*>)[^]*?<\/script>/g, '$1')
      expect(markup).not.toMatch(/<script[^>]*(?:src|later|module)|modulepreload|rel="later"/)
      expect(markup).not.toMatch(/\/assets\/[^"]+\.js/)
      await page.mouse.move(100, 300)
      await page.mouse.wheel(0, 800)
      await page.keyboard.press('Tab')
      await painted(page)
      await page.waitForLoadState('networkidle')
      expect(scripts).toEqual([])
    })
  }

  test('of the catalogue transfers the framework only after a sign of the reader', async ({
    page,
  }) => {
    const scripts = watchScripts(page)
    const hasReadingLetters = () => page.evaluate(() => document.fonts.check('1em Literata'))
    await page.goto('/browse/books')
    await page.waitForLoadState('networkidle')
    expect(scripts).toEqual([])
    expect(await hasReadingLetters()).toBe(false)
    await wakeFramework(page)
    await page.waitForLoadState('networkidle')
    expect(scripts.length).toBeGreaterThan(0)
    // A summary that is opened over the list finds them.
    await expect.poll(hasReadingLetters).toBe(true)
    // What is worth compressing was compressed.
    for (const { bytes, encoding } of scripts) expect(encoding === 'br' || bytes < 512).toBe(true)
    const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0)
    test
      .info()
      .annotations.push({ type: 'bytes of JavaScript after a sign', description: String(bytes) })
  })
})

/** Adds up how far things moved on a page without being asked to. */
async function watchLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { sum: 0 }
    Object.assign(window, { layoutShifts: seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        seen.sum += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

async function layoutShifts(page: Page): Promise<number> {
  await page.evaluate(() => document.fonts.ready)
  await painted(page)
  return page.evaluate(
    () => (window as unknown as { layoutShifts: { sum: number } }).layoutShifts.sum,
  )
}

test.describe('Nothing moves by itself', { tag: ['@js', '@phone'] }, () => {
  test.beforeEach(({ page }) => watchLayoutShifts(page))

  test('on the catalogue, also when the framework comes', async ({ page }) => {
    await page.goto('/browse/books')
    await page.waitForLoadState('networkidle')
    expect(await layoutShifts(page)).toBe(0)
    await wakeFramework(page)
    expect(await layoutShifts(page)).toBe(0)
  })

  for (const address of ['/', '/summaries/walden', '/about', '/contact']) {
    test(`on ${address}`, async ({ page }) => {
      await page.goto(address)
      await page.waitForLoadState('networkidle')
      expect(await layoutShifts(page)).toBe(0)
    })
  }

  test('when a summary is opened over the list', async ({ page }) => {
    await page.goto('/browse/books')
    await wakeFramework(page)
    const before = await bookLinks(page).first().boundingBox()
    await bookLink(page, 'Walden').evaluate((link: HTMLElement) => link.click())
    await expect(openSummary(page).getByRole('heading', { level: 1, name: 'Walden' })).toBeVisible()
    expect(await bookLinks(page).first().boundingBox()).toEqual(before)
  })
})

test.describe('Print', { tag: '@js' }, () => {
  for (const address of ['/', '/browse/books', '/summaries/walden', '/about', '/terms']) {
    test(`of ${address} has no navigation`, async ({ page }) => {
      await page.goto(address)
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('banner')).toHaveCount(0)
      await expect(page.getByRole('contentinfo')).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    })
  }
})
