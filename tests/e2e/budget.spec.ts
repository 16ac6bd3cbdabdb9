import { brotliCompressSync } from 'node:zlib'
import type { Page, Request } from '@playwright/test'
import budget from './budget.json' with { type: 'json' }
import { expect, test } from './fixtures.ts'
import { newReader } from './steps/billing.ts'
import { selectText, toolbar } from './steps/highlights.ts'

interface Weight {
  /** Transferred, with headers. */
  bytes: number
  /** Script files, transferred. */
  scriptFiles: number
  /** Inline scripts, each compressed with brotli. */
  inlineScripts: number
  /** The largest file of the first view: the page, its styles, or a font. */
  largestOfFirst: number
  /** The largest style sheet, transferred. */
  styles: number
}

/** What a page transfers until the network is idle. */
async function weigh(page: Page, address: string, wake = false): Promise<Weight> {
  const weight: Weight = {
    bytes: 0,
    scriptFiles: 0,
    inlineScripts: 0,
    largestOfFirst: 0,
    styles: 0,
  }
  const finished: Request[] = []
  page.on('requestfinished', (request) => finished.push(request))
  const response = await page.goto(address)
  if (wake) {
    await page.mouse.move(5, 5)
    await page.mouse.move(9, 9)
  }
  await page.waitForLoadState('networkidle')
  for (const request of finished) {
    const { responseBodySize, responseHeadersSize } = await request.sizes()
    const bytes = responseBodySize + responseHeadersSize
    weight.bytes += bytes
    if (['document', 'stylesheet', 'font'].includes(request.resourceType())) {
      weight.largestOfFirst = Math.max(weight.largestOfFirst, bytes)
    }
    if (request.resourceType() === 'stylesheet') weight.styles = Math.max(weight.styles, bytes)
    // The demo's payment script replaces Stripe.js.
    const isOurs = !request.url().endsWith('/dev/stripe.js')
    if (isOurs && request.resourceType() === 'script') weight.scriptFiles += responseBodySize
  }
  for (const [, kind, code] of (await response!.text()).matchAll(
    /<script([^>]*)>([^]*?)<\/script>/g,
  )) {
    // The framework's data is in a script element too.
    const isData = code!.startsWith('window.__reactRouterContext.streamController')
    if (isData || /\ssrc=|ld\+json|speculationrules/.test(kind!)) continue
    weight.inlineScripts += brotliCompressSync(code!).length
  }
  return weight
}

test.describe('Weight of the first view', { tag: '@phone' }, () => {
  for (const address of budget.visitor.addresses) {
    test(`of ${address} for visitors`, async ({ page }) => {
      const weight = await weigh(page, address)
      test.info().annotations.push({ type: 'weight', description: JSON.stringify(weight) })
      expect(weight.scriptFiles, 'no framework').toBe(0)
      expect(weight.inlineScripts).toBeLessThanOrEqual(budget.visitor.mostScriptBytes)
      expect(weight.bytes).toBeLessThan(budget.visitor.mostBytes)
      // A server sends ten packets before it waits for the browser's reply. The rest of a summary are
      // its sources, far below the first view.
      const { mostBytesOfFirstFiles, mostBytesOfSummary } = budget.visitor
      expect(weight.largestOfFirst).toBeLessThanOrEqual(
        address.startsWith('/summaries/') ? mostBytesOfSummary : mostBytesOfFirstFiles,
      )
      // Seven packets: two fonts share the first round trip.
      expect(weight.styles).toBeLessThanOrEqual(budget.visitor.mostBytesOfStyles)
    })
  }
})

// React and its router are 90 kB of it.
test.describe('Weight of scripts', { tag: '@js' }, () => {
  for (const address of budget.reader.addresses) {
    test(`of ${address} for readers`, async ({ page }) => {
      await newReader(page)
      const { scriptFiles, inlineScripts } = await weigh(page, address, true)
      test
        .info()
        .annotations.push({ type: 'weight', description: `${scriptFiles}+${inlineScripts}` })
      expect(scriptFiles + inlineScripts).toBeLessThanOrEqual(budget.reader.mostScriptBytes)
    })
  }
  test('of highlights, at the first selection', async ({ page }) => {
    await newReader(page)
    await page.goto('/summaries/walden')
    const loading = page.waitForResponse((answer) => answer.url().includes('/scripts/notes-'))
    await selectText(page, [0, 0], [0, 20])
    const { responseBodySize } = await (await loading).request().sizes()
    expect(responseBodySize).toBeLessThanOrEqual(budget.reader.mostBytesOfHighlights)
    await expect(toolbar(page)).toBeVisible()
  })
})
