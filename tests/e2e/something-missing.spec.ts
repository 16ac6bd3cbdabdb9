import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import {
  field,
  main,
  newAddress,
  newReader,
  PASSWORD,
  signedIn,
  signedInAsAdmin,
  signIn,
  tap,
} from './steps/accounts.ts'
import { openSummary, searchBox, wakeFramework } from './steps/catalogue.ts'
import { siteAddress } from './steps/sites.ts'
import { expect, test } from './fixtures.ts'

/** Whether cookies are kept from the browser. */
let blocksCookies = true

test.describe('Without cookies', () => {
  test.use({
    // A proxy takes the cookies out of the answers: this browser has no setting that blocks them.
    baseURL: async ({ site }, use) => {
      const server = createServer((from, to) => {
        const options = { method: from.method!, headers: from.headers }
        const passed = request(siteAddress(site) + from.url, options, (answer) => {
          if (blocksCookies) delete answer.headers['set-cookie']
          to.writeHead(answer.statusCode!, answer.headers)
          answer.pipe(to)
        })
        from.pipe(passed)
      })
      await once(server.listen(0, '127.0.0.1'), 'listening')
      await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
      server.closeAllConnections()
      server.close()
    },
  })
  test.beforeEach(() => void (blocksCookies = true))

  const BLOCKED = /your browser blocks cookies/

  test('signing in says so, and works once they are allowed @js @no-js', async ({ page }) => {
    const email = await newReader(page)
    for (const time of ['once', 'twice']) {
      await signIn(page, email)
      await expect(main(page).getByRole('alert'), time).toContainText(BLOCKED)
    }
    blocksCookies = false
    await signIn(page, email)
    await expect(page).toHaveURL('/browse')
  })

  test('registering says so @no-js', async ({ page }) => {
    await page.goto('/register')
    await field(page, 'Full name').fill('Ada')
    await field(page, 'Email').fill(newAddress())
    await field(page, 'Password').fill(PASSWORD)
    await main(page).getByRole('checkbox').check()
    await tap(page, 'Create account')
    await expect(main(page).getByRole('alert')).toContainText(BLOCKED)
  })
})

/** What keeps a page from storing something in the browser. */
const WITHOUT: Record<string, () => void> = {
  'room in the storages': () => {
    const full = () => {
      throw new DOMException('There is no room.', 'QuotaExceededError')
    }
    Storage.prototype.setItem = full
    IDBObjectStore.prototype.put = full
    IDBObjectStore.prototype.add = full
  },
  'access to any storage': () => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied.', 'SecurityError')
        },
      })
    }
  },
  'a database': () => {
    indexedDB.open = () => {
      throw new DOMException('Access is denied.', 'SecurityError')
    }
  },
  'a service worker': () => {
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
  },
}

test.describe('A reader', { tag: '@js' }, () => {
  for (const [what, remove] of Object.entries(WITHOUT)) {
    test(`without ${what} can do everything else`, async ({ page, context, trouble }) => {
      // The router's own script, which would restore the scroll position.
      if (what === 'access to any storage') trouble.expect(/Access is denied/)
      // A full database refuses a row later, and not while the row is put into it.
      if (what === 'room in the storages') trouble.expect(/There is no room/)
      await signedIn(page)
      await context.addInitScript(remove)
      for (const path of PAGES) {
        await page.goto(path)
        await page.mouse.move(10, 10)
        await page.mouse.move(200, 200)
        await expect(page.locator('main h1').first(), path).toBeVisible()
      }
      await page.goto('/browse/books')
      await wakeFramework(page)
      await searchBox(page).fill('walden')
      await expect(page).toHaveURL(/search=walden/)
      await page.locator('main a[data-over]').first().click()
      await expect(openSummary(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(openSummary(page)).toHaveCount(0)
      await page.goto('/summaries/walden')
      for (const pressed of ['true', 'false']) {
        const toggle = page.locator('readr-marks button').first()
        await toggle.click()
        if (await toggle.getAttribute('aria-pressed')) {
          await expect(toggle).toHaveAttribute('aria-pressed', pressed)
        }
      }
      await page.getByRole('contentinfo').getByRole('button', { name: 'Dark' }).click()
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    })
  }
})

const PAGES = [
  '/browse',
  '/browse/books',
  '/browse/books/my-list',
  '/browse/notes',
  '/browse/review',
  '/browse/year',
  '/summaries/walden',
  '/settings',
  '/settings/reminders',
  '/subscribe',
  '/requests',
  '/offline',
]

const SCRIPTS = readdirSync('build/client/assets').filter((name) => name.endsWith('.js'))

test('A page works without any one of its scripts', async ({ page, trouble }) => {
  test.setTimeout(400_000)
  trouble.expect(
    /Failed to load resource|answer: 404|dynamically imported module|page error: Event/,
  )
  await signedInAsAdmin(page)
  const left = new Set(SCRIPTS)
  const open = async (path: string) => {
    await page.goto(path)
    await page.mouse.move(10, 10)
    await page.mouse.move(200, 200)
    await page.keyboard.press('Tab')
  }
  for (const path of [...PAGES, '/admin/books/walden/edit', '/admin/books']) {
    const loaded = new Set<string>()
    const note = (request: { url(): string }) => {
      const name = request.url().split('/assets/')[1]
      if (name && left.has(name)) loaded.add(name)
    }
    page.on('request', note)
    await open(path)
    await page.waitForLoadState('networkidle')
    page.off('request', note)
    for (const name of loaded) {
      left.delete(name)
      await page.route(`**/assets/${name}`, (route) => route.fulfill({ status: 404, body: '' }))
      await open(path)
      await expect(page.locator('main h1').first(), `${path} without ${name}`).toBeVisible()
      await expect(page.getByRole('main'), `${path} without ${name}`).toContainText(/\S{3}/)
      await follow(page, path, name)
      await page.unroute(`**/assets/${name}`)
    }
  }
  // The others belong to pages that load as documents, without the framework.
  expect(SCRIPTS.length - left.size).toBeGreaterThan(30)
})

/** Opens a book, or the catalogue, as without JavaScript. */
async function follow(page: Page, path: string, name: string): Promise<void> {
  const book = page.locator('main a[data-over]').first()
  const isList = (await book.count()) > 0
  await (isList ? book : page.getByRole('banner').getByRole('link', { name: 'Books' })).click()
  await expect(page, `${path} without ${name}`).toHaveURL(
    isList ? /\/summaries\// : '/browse/books',
  )
  await expect(page.locator('h1').first(), `${path} without ${name}`).toBeVisible()
}
