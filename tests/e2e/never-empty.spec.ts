import type { Page, Route } from '@playwright/test'
import { signedInAsAdmin } from './steps/accounts.ts'
import { newReader, PLANS } from './steps/billing.ts'
import { expect, test } from './fixtures.ts'

/** What can answer a background request besides the page: the product, a proxy, or nobody. */
const HTML = '<!doctype html><title>Bad gateway</title><h1>Bad gateway</h1>'
const ANSWERS: Record<string, (route: Route) => Promise<void>> = {
  '502 as HTML': (route) => route.fulfill({ status: 502, contentType: 'text/html', body: HTML }),
  '504 as text': (route) => route.fulfill({ status: 504, contentType: 'text/plain', body: 'late' }),
  '503, empty': (route) => route.fulfill({ status: 503, body: '' }),
  '500 as JSON': (route) => route.fulfill({ status: 500, json: { error: 'broken' } }),
  '429 as text': (route) => route.fulfill({ status: 429, body: 'Too many requests' }),
  '404 as HTML': (route) => route.fulfill({ status: 404, contentType: 'text/html', body: HTML }),
  '200 as HTML': (route) => route.fulfill({ status: 200, contentType: 'text/html', body: HTML }),
  '200, cut off': (route) =>
    route.fulfill({ status: 200, contentType: 'text/x-script', body: '[{"_1":2},"roo' }),
  'a redirect to a sign-in page of the network': (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<p>Sign in to the Wi-Fi' }),
  'no connection': (route) => route.abort('connectionrefused'),
}
const TROUBLE = /Failed to load resource|answer: [45]\d\d|request: net::ERR|turbo-stream/

/** Does what the browser does for somebody who reads another language. */
function translate(): void {
  const texts: Text[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    if (!text.data.trim() || text.parentElement!.closest('script, style, noscript')) continue
    const outer = document.createElement('font')
    const inner = document.createElement('font')
    inner.textContent = text.data.toUpperCase()
    outer.append(inner)
    text.replaceWith(outer)
  }
  document.documentElement.classList.add('translated-ltr')
}

/** What extensions do to pages: buttons beside pictures, marked words, and removed elements. */
const CHANGES: Record<string, () => void> = {
  'a translation': translate,
  'an extension that puts an element beside pictures': () => {
    for (const picture of document.querySelectorAll('main img')) {
      picture.before(document.createElement('button'))
    }
    document.querySelector('main')!.prepend(document.createElement('aside'))
  },
  'an extension that marks words in headings': () => {
    for (const heading of document.querySelectorAll('h1, h2, h3 a')) {
      const mark = document.createElement('span')
      mark.append(...heading.childNodes)
      heading.append(mark)
    }
  },
  'an extension that removes elements': () => {
    for (const element of document.querySelectorAll('main form, main img, footer ul')) {
      element.remove()
    }
  },
}

const wake = async (page: Page) => {
  await page.mouse.move(10, 10)
  await page.mouse.move(200, 200)
  await page.keyboard.press('Tab')
}

/** Resolves when the framework runs, or when it has left the page as it is. */
const settled = (page: Page) =>
  page.waitForFunction(
    () =>
      !document.querySelector('script[data-later]') &&
      (document.documentElement.dataset['ready'] !== undefined ||
        (window as { hydrationFailed?: boolean }).hydrationFailed),
  )

const watchHydration = (page: Page) =>
  page.addInitScript(() => {
    document.addEventListener('readr:failed', () => {
      ;(window as { hydrationFailed?: boolean }).hydrationFailed = true
    })
  })

async function expectPage(page: Page, what: string): Promise<void> {
  await expect(page.locator('main h1'), what).not.toHaveCount(0)
  await expect(page.getByRole('banner').getByRole('link').first(), what).toBeAttached()
}

const runningRouter = `window.__reactRouterDataRouter`

test.describe('A page is never emptied', { tag: '@js' }, () => {
  test('by what answers a background request, on any route', async ({ page, trouble }) => {
    test.setTimeout(240_000)
    trouble.expect(TROUBLE)
    await signedInAsAdmin(page)
    await page.goto('/browse/books')
    await wake(page)
    await expect(page.locator('html[data-ready]')).toBeAttached()
    const paths = await page.evaluate(() => {
      interface Entry {
        id: string
        parentId?: string
        path?: string
        hasLoader: boolean
        hasAction: boolean
      }
      const { routes } = (window as never as { __reactRouterManifest: { routes: Record<string, Entry> } })
        .__reactRouterManifest
      const pathOf = (entry: Entry): string =>
        (entry.parentId ? pathOf(routes[entry.parentId]!) : '') + (entry.path ? `/${entry.path}` : '')
      return Object.values(routes)
        .filter(({ id, hasLoader, hasAction }) => id.startsWith('web/') && (hasLoader || hasAction))
        .map((entry) =>
          pathOf(entry).replaceAll(/:(\w+)\??/g, (_, name: string) => (name === 'slug' ? 'walden' : '1')),
        )
    })
    expect(paths.length).toBeGreaterThan(80)
    let answer = ANSWERS['no connection']!
    await page.route('**/*.data*', (route) => answer(route))
    const names = Object.keys(ANSWERS)
    // Each route meets each answer over a whole run of answers.
    for (const [i, path] of paths.entries()) {
      for (const name of [names[i % names.length]!, names[(i + 3) % names.length]!]) {
        answer = ANSWERS[name]!
        await page.evaluate(
          async ([router, to]) => {
            const { navigate } = (0, eval)(router!) as { navigate(to: string): Promise<void> }
            await navigate(to!)
          },
          [runningRouter, path] as const,
        )
        await expectPage(page, `${path}: ${name}`)
      }
    }
  })
})
