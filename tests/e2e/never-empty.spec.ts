import type { Page, Route } from '@playwright/test'
import { signedInAsAdmin } from './steps/accounts.ts'
import { CARDS, newReader, newReaderWithCard, PLANS } from './steps/billing.ts'
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

/** Nobody answers; the page, not the test, gives up. */
const NEVER = () => {}

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

interface BrowserRoute {
  id: string
  parentId?: string
  path?: string
  hasLoader: boolean
  hasAction: boolean
}

/** What the framework keeps in a page. */
interface Framework {
  __reactRouterManifest: { routes: Record<string, BrowserRoute> }
  __reactRouterDataRouter: { navigate(to: string): Promise<void> }
}

/** Starts the framework as a reader's first interactions do. */
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
  await expect(page.getByRole('main'), what).toContainText(/\S/)
}

/** Starts the framework, and lists the addresses of all routes that load or send something. */
async function routePaths(page: Page): Promise<string[]> {
  await page.goto('/browse/books')
  await wake(page)
  await expect(page.locator('html[data-ready]')).toBeAttached()
  const paths = await page.evaluate(() => {
    const { routes } = (window as never as Framework).__reactRouterManifest
    const pathOf = (entry: BrowserRoute): string =>
      (entry.parentId ? pathOf(routes[entry.parentId]!) : '') + (entry.path ? `/${entry.path}` : '')
    return Object.values(routes)
      .filter(({ id, hasLoader, hasAction }) => id.startsWith('web/') && (hasLoader || hasAction))
      .map((entry) =>
        pathOf(entry).replaceAll(/:(\w+)\??/g, (_, name: string) =>
          name === 'slug' ? 'walden' : '1',
        ),
      )
  })
  expect(paths.length).toBeGreaterThan(50)
  return paths
}

test.describe('A page is never emptied', { tag: '@js' }, () => {
  test('by what answers a background request, on any route', async ({ page, trouble }) => {
    test.setTimeout(240_000)
    trouble.expect(TROUBLE)
    await signedInAsAdmin(page)
    const paths = await routePaths(page)
    let answer = ANSWERS['no connection']!
    await page.route('**/*.data*', (route) => answer(route))
    const names = Object.keys(ANSWERS)
    // Each route meets each answer over a whole run of answers.
    for (const [i, path] of paths.entries()) {
      for (const name of [names[i % names.length]!, names[(i + 3) % names.length]!]) {
        answer = ANSWERS[name]!
        await page.evaluate(async (to) => {
          const { __reactRouterDataRouter: router } = window as never as Framework
          await router.navigate(to)
        }, path)
        await expectPage(page, `${path}: ${name}`)
      }
    }
  })

  test('by requests that are never answered, on any route', async ({ page }) => {
    await signedInAsAdmin(page)
    const paths = await routePaths(page)
    await page.route('**/*.data*', NEVER)
    for (const path of paths) {
      const asked = page.waitForRequest('**/*.data*')
      await page.evaluate((to) => {
        void (window as never as Framework).__reactRouterDataRouter.navigate(to)
      }, path)
      await asked
      await expectPage(page, path)
    }
  })

  test('by requests that are never answered: each place says so after its time', async ({
    page,
  }) => {
    await newReader(page)
    await page.clock.install()
    const main = page.getByRole('main')
    const giveUp = async (asked: Promise<unknown>) => {
      await asked
      await page.clock.fastForward(9000)
    }
    const asks = () => page.waitForRequest('**/*.data*')
    const places: Record<string, () => Promise<void>> = {
      'a random book': async () => {
        for (const time of ['once', 'twice']) {
          const asked = asks()
          await main.getByRole('button', { name: "I'm Feeling Lucky" }).click()
          await giveUp(asked)
          await expect(main, time).toContainText('Error fetching random book')
        }
      },
      'the live search': async () => {
        for (const text of ['walden', 'emma']) {
          const asked = asks()
          await page.locator('#search-bar').fill(text)
          await page.clock.runFor(1000)
          await giveUp(asked)
          await expect(main.getByRole('link', { name: 'Try Again' })).toBeVisible()
        }
      },
      'a book': async () => {
        const asked = asks()
        await main.locator('a[data-over]').first().click()
        await page.clock.runFor(1000)
        await giveUp(asked)
        await expect(page.getByRole('dialog').first()).toContainText('We couldn’t load')
      },
    }
    for (const [name, use] of Object.entries(places)) {
      await page.goto('/browse')
      await wake(page)
      await page.clock.runFor(1000)
      await expect(page.locator('html[data-ready]')).toBeAttached()
      await page.route('**/*.data*', NEVER)
      await use()
      await page.unroute('**/*.data*')
      await expectPage(page, name)
    }
  })

  test('by Back from a page that did not load', async ({ page, trouble }) => {
    trouble.expect(TROUBLE)
    trouble.expect(/Failed to fetch/)
    await newReader(page)
    const main = page.getByRole('main')
    const go = (to: string) =>
      page.evaluate(async (path) => {
        await (window as never as Framework).__reactRouterDataRouter.navigate(path)
      }, to)
    // One has a place for the error, the other one shows the error page.
    for (const [from, to] of [
      ['/browse', '/browse/books'],
      ['/browse/books', '/browse/year'],
    ] as const) {
      for (const name of ['502 as HTML', 'no connection', '200, cut off']) {
        await page.goto(from)
        await wake(page)
        await expect(page.locator('html[data-ready]')).toBeAttached()
        const title = await main.locator('h1').first().innerText()
        await page.route('**/*.data*', ANSWERS[name]!)
        await go(to)
        await expect(main.getByRole('link', { name: /Try Again|Return Home/ })).toBeVisible()
        // The server is back, or not yet.
        await page.goBack()
        await expect(page).toHaveURL(from)
        await expectPage(page, `${to}: ${name}, Back`)
        await page.goForward()
        await expectPage(page, `${to}: ${name}, Forward`)
        await page.unroute('**/*.data*')
        await page.goBack()
        await expect(page).toHaveURL(from)
        await expect(main.locator('h1').first(), `${to}: ${name}`).toHaveText(title)
        await expect(main.locator('a[data-over]').first()).toBeVisible()
      }
    }
  })

  test('by an answer that is not the page: each place says what failed', async ({
    page,
    trouble,
  }) => {
    test.setTimeout(240_000)
    trouble.expect(TROUBLE)
    await newReader(page)
    const main = page.getByRole('main')
    const search = page.locator('#search-bar')
    for (const [name, answer] of Object.entries(ANSWERS)) {
      await page.goto('/browse')
      await wake(page)
      await expect(page.locator('html[data-ready]')).toBeAttached()
      await page.route('**/*.data*', answer)
      if (!name.startsWith('404')) {
        for (const time of ['once', 'twice']) {
          await main.getByRole('button', { name: "I'm Feeling Lucky" }).click()
          await expect(main, `${name}, ${time}`).toContainText('Error fetching random book')
        }
        await main
          .getByRole('link', { name: /See More/ })
          .first()
          .click()
        await expectPage(page, `See More: ${name}`)
      }
      await search.fill('walden')
      await expect(page).toHaveURL(/search=walden/)
      await expectPage(page, `live search: ${name}`)
      await page.unroute('**/*.data*')
      await main.getByRole('link', { name: /Try Again|Return Home/ }).click()
      await expectPage(page, `after trying again: ${name}`)
    }
  })

  test('by a checkout that cannot start: the form stays, and trying again pays', async ({
    page,
    trouble,
  }) => {
    trouble.expect(TROUBLE)
    await newReaderWithCard(page, CARDS.good)
    const start = page.getByRole('button', { name: /Start/ })
    for (const name of ['503, empty', '502 as HTML', 'no connection']) {
      await page.route('**/*.data*', ANSWERS[name]!)
      await start.click()
      await expect(page.getByRole('alert')).toContainText('We could not reach our server.')
      await expect(page.getByLabel('Card number')).toHaveValue(/4242/)
      await page.unroute('**/*.data*')
    }
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page).toHaveURL('/payment-successful')
  })

  test('by a missing file of the checkout: it says so and offers another way', async ({
    page,
    trouble,
  }) => {
    test.setTimeout(240_000)
    trouble.expect(TROUBLE, /dynamically imported module|page error: Event/)
    await newReader(page)
    const checkout = `/checkout?priceId=${PLANS.monthly}`
    const files = new Set<string>()
    page.on('request', (request) => {
      if (/\/assets\/.*\.js$|stripe\.js$/.test(request.url())) files.add(request.url())
    })
    await page.goto(checkout)
    await expect(page.getByLabel('Card number')).toBeVisible()
    const loaded = [...files]
    expect(loaded.length).toBeGreaterThan(5)
    await page.clock.install()
    const main = page.getByRole('main')
    for (const file of loaded) {
      await page.route(file, (route) => route.abort())
      await page.goto(checkout)
      await page.clock.fastForward(9000)
      await expect(main.getByRole('alert').filter({ visible: true }), file).toContainText(
        'We couldn’t load the payment form.',
      )
      await expect(main.getByRole('link', { name: 'Try Again' })).toBeVisible()
      await expect(main.getByRole('button', { name: 'Go to Stripe’s page' })).toBeVisible()
      await page.unroute(file)
    }
    await main.getByRole('button', { name: 'Go to Stripe’s page' }).click()
    await expect(page).toHaveURL(/\/dev\/checkout\//)
  })

  const pages = [
    '/browse/books',
    '/browse/collections/clear-heads',
    '/browse',
    '/browse/books/my-list',
    `/checkout?priceId=${PLANS.monthly}`,
    '/settings',
  ]
  for (const [name, change] of Object.entries(CHANGES)) {
    test(`by ${name}, before the framework runs`, async ({ page }) => {
      await newReader(page)
      await watchHydration(page)
      for (const path of pages) {
        await page.goto(path)
        await page.evaluate(change)
        const text = await page.getByRole('main').innerText()
        const hasFramework = (await page.locator('script[data-later]').count()) > 0
        await wake(page)
        if (hasFramework) await settled(page)
        await expectPage(page, path)
        const after = await page.getByRole('main').innerText()
        expect(after.length, path).toBeGreaterThan(text.length * 0.8)
      }
      // The page works as without the framework.
      await page.goto('/browse/books')
      await page.evaluate(change)
      await wake(page)
      await settled(page)
      await page.locator('main a[data-over]').first().click()
      await expect(page).toHaveURL(/\/summaries\//)
      await expectPage(page, 'a book')
    })

    test(`by ${name}, after the framework runs`, async ({ page }) => {
      await newReader(page)
      await watchHydration(page)
      for (const path of pages.slice(0, 4)) {
        await page.goto(path)
        await wake(page)
        await settled(page)
        await page.evaluate(change)
        const search = page.locator('#search-bar')
        await search.fill('walden')
        await expect(page).toHaveURL(/search=walden/)
        await expectPage(page, path)
        await search.fill('emma')
        await expect(page).toHaveURL(/search=emma/)
        await expectPage(page, `${path}, again`)
      }
    })
  }
})

test.describe('A list that cannot grow', { tag: '@js' }, () => {
  test.use({ site: 'many' })

  test('keeps what it has, and links to the next page', async ({ page, trouble }) => {
    trouble.expect(TROUBLE)
    await page.goto('/browse/books')
    await wake(page)
    await expect(page.locator('html[data-ready]')).toBeAttached()
    await page.route('**/*.data*', ANSWERS['502 as HTML']!)
    const books = page.getByRole('main').locator('.book-grid > li')
    const before = await books.count()
    await page.mouse.wheel(0, 20_000)
    await expect(page.getByText('We couldn’t load more books.')).toBeVisible()
    expect(await books.count()).toBe(before)
    await page.unroute('**/*.data*')
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(page).toHaveURL(/page=2/)
    await expectPage(page, 'the next page')
  })
})
