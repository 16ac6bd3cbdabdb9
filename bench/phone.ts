/**
 * What a reader with a weak phone feels: how soon a page shows its content, whether it moves, and how
 * soon a tap is answered (docs/performance.md, On a phone).
 */
import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright'
import type { Server } from './servers.ts'
import { startSlowNetwork } from './slow-network.ts'

/** Lighthouse's processor of a mid-range phone. */
const CPU_SLOWDOWN = 4
const SHELL = '/usr/bin/chromium-headless-shell'

interface View {
  lcpMs: number
  shift: number
}

interface Tap {
  /** From the touch to the next frame that shows something. */
  responseMs: number
  /** From the touch to the result. */
  doneMs: number
}

const PAGES: [name: string, path: string, isSignedIn: boolean][] = [
  ['landing page', '/', false],
  ['catalogue', '/browse/books', false],
  ['summary', '/summaries/walden', false],
  ['home', '/browse', true],
  ['catalogue, signed in', '/browse/books', true],
]

interface TapCase {
  name: string
  path: string
  isSignedIn: boolean
  target: (page: Page) => ReturnType<Page['locator']>
  done: (page: Page) => Promise<unknown>
  /** How long the finger stays; default: as short as possible. */
  pressMs?: number
}

/** Waits until the page shows other text. */
async function changed(page: Page): Promise<unknown> {
  const before = await page.locator('main').innerText()
  return page.waitForFunction((text) => document.querySelector('main')?.innerText !== text, before)
}

const visible = (page: Page, selector: string) =>
  page.locator(selector).first().waitFor({ state: 'visible' })

const MY_LIST: Omit<TapCase, 'name'> = {
  path: '/browse/books',
  isSignedIn: true,
  target: (page) => page.locator('a[href="/browse/books/my-list"]:visible').first(),
  done: async (page) => {
    await page.waitForURL(/my-list/, { waitUntil: 'commit' })
    await visible(page, 'main h1')
  },
}

const TAPS: TapCase[] = [
  {
    name: 'open the menu',
    path: '/browse/books',
    isSignedIn: false,
    target: (page) => page.getByRole('button', { name: 'Menu' }),
    done: (page) => visible(page, '#drawer'),
  },
  {
    name: 'save a book',
    path: '/browse/books',
    isSignedIn: true,
    target: (page) => page.locator('readr-marks button[data-mark=saved]').first(),
    done: (page) => visible(page, 'readr-marks button[data-mark=saved][aria-pressed=true]'),
  },
  {
    name: 'See More',
    path: '/browse',
    isSignedIn: true,
    target: (page) => page.getByRole('link', { name: /See more/i }).first(),
    done: changed,
  },
  {
    name: 'I’m Feeling Lucky',
    path: '/browse',
    isSignedIn: true,
    target: (page) => page.getByRole('button', { name: /Feeling Lucky/ }),
    done: changed,
  },
  {
    name: 'open a book',
    path: '/browse/books',
    isSignedIn: true,
    target: (page) => page.locator('a[data-over]').nth(1),
    done: (page) => visible(page, 'dialog[open] h1, dialog[open] h2'),
  },
  { name: 'another page', ...MY_LIST },
  { name: 'another page, pressed for 0.1 s', ...MY_LIST, pressMs: 100 },
]

async function openPage(browser: Browser, origin: string, cookie: string | null): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    isMobile: true,
    hasTouch: true,
  })
  if (cookie) {
    const [name, value] = cookie.split('=') as [string, string]
    await context.addCookies([{ name, value, url: origin }])
  }
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await page.addInitScript(() => {
    const seen = ((window as never as { seen: object }).seen = { lcp: 0, shift: 0, response: 0 })
    const watch = (type: string, note: (entry: PerformanceEntry) => void, options = {}) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
        type,
        buffered: true,
        ...options,
      })
    watch('largest-contentful-paint', (entry) => (seen.lcp = entry.startTime))
    watch('layout-shift', (entry) => {
      const { hadRecentInput, value } = entry as never as { hadRecentInput: boolean; value: number }
      if (!hadRecentInput) seen.shift += value
    })
    watch(
      'event',
      (entry) => {
        const { interactionId, duration } = entry as never as {
          interactionId: number
          duration: number
        }
        if (interactionId) seen.response = Math.max(seen.response, duration)
      },
      { durationThreshold: 16 },
    )
  })
  return page
}

const seen = (page: Page) =>
  page.evaluate(
    () => (window as never as { seen: { lcp: number; shift: number; response: number } }).seen,
  )

async function view(browser: Browser, url: string, cookie: string | null): Promise<View> {
  const page = await openPage(browser, new URL(url).origin, cookie)
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.waitForTimeout(500)
  const { lcp, shift } = await seen(page)
  await page.context().close()
  return { lcpMs: lcp, shift }
}

async function tap(
  browser: Browser,
  origin: string,
  cookie: string | null,
  one: TapCase,
): Promise<Tap> {
  const page = await openPage(browser, origin, one.isSignedIn ? cookie : null)
  await page.goto(origin + one.path, { waitUntil: 'networkidle' })
  // Its files are fetched on the first visit only.
  if (one.isSignedIn) await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const target = one.target(page)
  await target.scrollIntoViewIfNeeded()
  await page.waitForTimeout(1500)
  const box = (await target.boundingBox())!
  const done = one.done(page).then(() => performance.now())
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }])
  if (one.pressMs) await page.waitForTimeout(one.pressMs)
  const start = performance.now()
  await touch('touchEnd', [])
  const responded = await page
    .waitForFunction(
      () => (window as never as { seen: { response: number } }).seen.response > 0,
      null,
      {
        timeout: 3000,
      },
    )
    .then(
      () => seen(page),
      () => null,
    )
  const doneMs = (await done) - start
  await page.context().close()
  // A response that takes no longer than a frame has no entry.
  return { responseMs: responded?.response ?? 16, doneMs }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!
const range = (values: number[], digits = 0) =>
  `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)} – ${Math.max(...values).toFixed(digits)})`

/** Measures pages and taps, and returns the results as Markdown tables. */
export async function measurePhone(
  { port }: Server,
  cookie: string,
  runs: number,
): Promise<string> {
  const origin = `http://127.0.0.1:${await startSlowNetwork(port)}`
  const executablePath = process.env['CHROMIUM_PATH'] ?? (existsSync(SHELL) ? SHELL : undefined)
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox'],
  })
  const lines = ['| page | LCP, s | layout shift |', '| --- | --- | --- |']
  const times = Array.from({ length: runs })
  for (const [name, path, isSignedIn] of PAGES) {
    const views: View[] = []
    for (const _ of times)
      views.push(await view(browser, origin + path, isSignedIn ? cookie : null))
    lines.push(
      `| ${name} | ${range(
        views.map(({ lcpMs }) => lcpMs / 1000),
        2,
      )} | ${Math.max(...views.map(({ shift }) => shift)).toFixed(3)} |`,
    )
  }
  lines.push('', '| tap | response, ms | result, ms |', '| --- | --- | --- |')
  for (const one of TAPS) {
    const taps: Tap[] = []
    for (const _ of times) taps.push(await tap(browser, origin, cookie, one))
    lines.push(
      `| ${one.name} | ${range(taps.map(({ responseMs }) => responseMs))} | ${range(taps.map(({ doneMs }) => doneMs))} |`,
    )
  }
  await browser.close()
  return lines.join('\n')
}
