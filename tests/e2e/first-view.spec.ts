import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { bookLink, bookLinks, openSummary, wakeFramework } from './steps/catalogue.ts'
import { painted } from './steps/scrolling.ts'

/** Pages that never load the framework. */
const READ_ONLY = [
  '/',
  '/about',
  '/summaries/walden',
  '/register',
  '/terms',
  '/privacy',
  '/api/docs',
]

/** Scripts that a page loads, with their transferred size. */
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

test.describe('First view', { tag: '@phone' }, () => {
  test('of pages that are only read never loads the framework', async ({ page }) => {
    const scripts = watchScripts(page)
    for (const address of READ_ONLY) {
      const response = await page.goto(address)
      const markup = (await response!.text()).replace(/(<script[^>]*>)[^]*?<\/script>/g, '$1')
      expect(markup).not.toMatch(/<script[^>]*(?:src|later|module)|modulepreload|rel="later"/)
      expect(markup).not.toMatch(/\/assets\/[^"]+\.js/)
      await page.mouse.move(100, 300)
      await page.mouse.wheel(0, 800)
      await page.keyboard.press('Tab')
      await painted(page)
      await page.waitForLoadState('networkidle')
      expect(scripts, address).toEqual([])
    }
  })

  test('of the catalogue loads the framework only after the first input', async ({ page }) => {
    const scripts = watchScripts(page)
    const hasSummaryFont = () => page.evaluate(() => document.fonts.check('1em Literata'))
    await page.goto('/browse/books')
    await page.waitForLoadState('networkidle')
    expect(scripts).toEqual([])
    expect(await hasSummaryFont()).toBe(false)
    await wakeFramework(page)
    await page.waitForLoadState('networkidle')
    expect(scripts.length).toBeGreaterThan(0)
    // The font is ready when a summary opens.
    await expect.poll(hasSummaryFont).toBe(true)
    // Small files are not worth compressing.
    for (const { bytes, encoding } of scripts) expect(encoding === 'br' || bytes < 512).toBe(true)
    const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0)
    test.info().annotations.push({
      type: 'bytes of JavaScript after the first input',
      description: String(bytes),
    })
  })
})

/** Adds up the layout shifts of a page. */
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

/** A font that arrives late moves letters by less than a pixel. Good pages have less than 0.1. */
const INVISIBLE = 0.001

test.describe('Nothing moves on its own', { tag: ['@js', '@phone'] }, () => {
  test.beforeEach(({ page }) => watchLayoutShifts(page))

  test('in the catalogue, also when the framework starts', async ({ page }) => {
    await page.goto('/browse/books')
    await page.waitForLoadState('networkidle')
    expect(await layoutShifts(page)).toBeLessThan(INVISIBLE)
    await wakeFramework(page)
    expect(await layoutShifts(page)).toBeLessThan(INVISIBLE)
  })

  test('on pages without it', async ({ page }) => {
    for (const address of ['/', '/summaries/walden', '/about', '/contact']) {
      await page.goto(address)
      await page.waitForLoadState('networkidle')
      expect(await layoutShifts(page), address).toBeLessThan(INVISIBLE)
    }
  })

  test('when a summary dialog opens', async ({ page }) => {
    await page.goto('/browse/books')
    await wakeFramework(page)
    const before = await bookLinks(page).first().boundingBox()
    await bookLink(page, 'Walden').evaluate((link: HTMLElement) => link.click())
    await expect(openSummary(page).getByRole('heading', { level: 1, name: 'Walden' })).toBeVisible()
    expect(await bookLinks(page).first().boundingBox()).toEqual(before)
  })
})

test('Printed pages have no navigation', async ({ page }) => {
  await page.emulateMedia({ media: 'print' })
  for (const address of ['/', '/browse/books', '/summaries/walden', '/terms']) {
    await page.goto(address)
    await expect(page.getByRole('banner')).toHaveCount(0)
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})
