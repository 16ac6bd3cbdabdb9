import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { wakeFramework } from './steps/catalogue.ts'
import { PAGES } from './steps/pages.ts'
import { painted, scrollPosition, scrollTo } from './steps/scrolling.ts'

const CATEGORIES = [
  'Self-Help',
  'Health & Wellness',
  'Money & Economics',
  'Career & Business',
  'Relationships',
  'Biography/Autobiography',
  'Science & Technology',
  'Culture & Humanity',
  'Fiction',
]

const bar = (page: Page) => page.getByRole('banner')
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Menu' })

/** The position of an element's upper edge in the window. */
const topOf = (locator: Locator) =>
  locator.evaluate((e) => Math.round(e.getBoundingClientRect().top))
const bottomOf = (locator: Locator) =>
  locator.evaluate((e) => Math.round(e.getBoundingClientRect().bottom))

test('The skip link is the first stop and skips the navigation @js @no-js', async ({ page }) => {
  for (const address of ['/', '/browse/books', '/summaries/walden']) {
    await page.goto(address)
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
  }
})

test.describe('Navigation bar', { tag: '@no-js' }, () => {
  test('links to the home page, the books, and the plans', async ({ page }) => {
    await page.goto('/about')
    await bar(page).getByRole('link', { name: 'Readr' }).click()
    await expect(page).toHaveURL('/')
    await bar(page).getByRole('link', { name: 'Books' }).click()
    await expect(page).toHaveURL('/browse/books')
    await expect(bar(page).getByRole('link', { name: 'Books' })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await bar(page).getByRole('link', { name: 'Get Started' }).click()
    await expect(page).toHaveURL('/register?redirectTo=%2Fsubscribe')
  })

  test('has the search box on book pages only', async ({ page }) => {
    const box = page.getByRole('searchbox', { name: 'Books, Authors or Genres' })
    for (const [address, shown] of [
      ['/browse/books', 1],
      ['/browse/books/fiction', 1],
      ['/', 0],
      ['/about', 0],
    ] as const) {
      await page.goto(address)
      await expect(box).toHaveCount(shown)
    }
  })

  test('stays visible after a short scroll', async ({ page }) => {
    await page.goto('/')
    await page.mouse.wheel(0, 90)
    await expect.poll(() => bar(page).evaluate((e) => e.getBoundingClientRect().top)).toBe(0)
  })
})

test.describe('Hiding navigation bar', { tag: '@js' }, () => {
  test('gets a shadow, hides on the way down, and returns on the way up', async ({ page }) => {
    for (const address of ['/', '/browse/books']) {
      await page.goto(address)
      await expect(bar(page)).toHaveCSS('box-shadow', 'none')
      await page.mouse.move(200, 400)
      await page.mouse.wheel(0, 60)
      await expect(bar(page)).not.toHaveCSS('box-shadow', 'none')
      await expect.poll(() => topOf(bar(page))).toBe(0)
      await page.mouse.wheel(0, 700)
      await expect.poll(() => bottomOf(bar(page))).toBeLessThanOrEqual(0)
      // Its shadow would darken the top of the page.
      await expect(bar(page)).toHaveCSS('box-shadow', 'none')
      await page.mouse.wheel(0, -120)
      await expect.poll(() => topOf(bar(page))).toBe(0)
      await expect(bar(page)).not.toHaveCSS('box-shadow', 'none')
      await page.mouse.wheel(0, -3000)
      await expect.poll(() => scrollPosition(page)).toBe(0)
      await expect(bar(page)).toHaveCSS('box-shadow', 'none')
    }
  })

  test('does not hide while the focus is in it', async ({ page }) => {
    await page.goto('/')
    await bar(page).getByRole('link', { name: 'Readr' }).focus()
    await scrollTo(page, 400)
    await scrollTo(page, 700)
    await painted(page)
    await painted(page)
    await expect.poll(() => topOf(bar(page))).toBe(0)
  })
})

test.describe('Drawer', { tag: '@phone' }, () => {
  test('lists the nine categories', async ({ page }) => {
    for (const address of ['/', '/browse/books']) {
      await page.goto(address)
      await expect(drawer(page)).toHaveCount(0)
      await page.getByRole('button', { name: 'Menu', exact: true }).tap()
      await expect(drawer(page)).toBeVisible()
      for (const category of CATEGORIES) {
        await expect(drawer(page).getByRole('link', { name: category })).toBeVisible()
      }
      await expect(drawer(page).getByRole('listitem').getByRole('link')).toHaveText([
        'Books',
        'Login',
        ...CATEGORIES,
      ])
      await drawer(page).getByRole('button', { name: 'Close menu' }).tap()
      await expect(drawer(page)).toHaveCount(0)
    }
  })

  test('closes with Esc and by a tap beside it', async ({ page }) => {
    await page.goto('/')
    const menu = page.getByRole('button', { name: 'Menu', exact: true })
    await menu.tap()
    await expect(drawer(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer(page)).toHaveCount(0)
    await expect(menu).toBeFocused()
    await menu.tap()
    await expect(drawer(page)).toBeVisible()
    await page.touchscreen.tap(15, 500)
    await expect(drawer(page)).toHaveCount(0)
  })

  test('keeps the keyboard inside', async ({ page }) => {
    await page.goto('/browse/books')
    await page.getByRole('button', { name: 'Menu', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(drawer(page).getByRole('button', { name: 'Close menu' })).toBeFocused()
    for (let i = 0; i < 16; i++) {
      await page.keyboard.press('Tab')
      const behind = await page.evaluate(
        () =>
          document.activeElement!.closest('.drawer, body')?.tagName === 'BODY' &&
          document.activeElement !== document.body,
      )
      expect(behind).toBe(false)
    }
    await expect(page.locator('main')).toHaveJSProperty('inert', true)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeFocused()
    await expect(page.locator('main')).toHaveJSProperty('inert', false)
  })

  test('only closes by a tap beside it, even on a link', async ({ page }) => {
    await page.goto('/')
    const behind = page.getByRole('main').getByRole('link', { name: 'Start Free Trial' })
    const { x, y, height } = (await behind.boundingBox())!
    await page.getByRole('button', { name: 'Menu', exact: true }).tap()
    await expect(drawer(page)).toBeVisible()
    await page.touchscreen.tap(x + 6, y + height / 2)
    await expect(drawer(page)).toHaveCount(0)
    // The tap has not followed the link.
    await page.getByRole('button', { name: 'Menu', exact: true }).tap()
    await expect(drawer(page)).toBeVisible()
    await expect(page).toHaveURL('/')
  })

  test('keeps the page behind it from scrolling', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu', exact: true }).tap()
    await expect(drawer(page)).toBeVisible()
    for (const x of [15, 300]) {
      await page.mouse.move(x, 500)
      await page.mouse.wheel(0, 3000)
      await painted(page)
    }
    await painted(page)
    expect(await scrollPosition(page)).toBe(0)
    await page.keyboard.press('Escape')
    await page.mouse.wheel(0, 300)
    await expect.poll(() => scrollPosition(page)).toBeGreaterThan(0)
  })

  test('closes when a link in it is followed', async ({ page }) => {
    await page.goto('/browse/books')
    await wakeFramework(page)
    await page.getByRole('button', { name: 'Menu', exact: true }).tap()
    await drawer(page).getByRole('link', { name: 'Relationships' }).tap()
    await expect(page).toHaveURL('/browse/books/relationships')
    await expect(page.getByRole('heading', { level: 1, name: 'Relationships' })).toBeVisible()
    await expect(drawer(page)).toHaveCount(0)
  })

  test('scrolls in a low window', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 400 })
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu', exact: true }).tap()
    const last = drawer(page).getByRole('link', { name: 'Get Started' })
    await last.scrollIntoViewIfNeeded()
    await expect(last).toBeInViewport({ ratio: 1 })
  })
})

test.describe('Drawer without JavaScript', { tag: '@no-js' }, () => {
  test.use({ viewport: { width: 375, height: 800 } })

  test('opens, closes, and links to other pages', async ({ page }) => {
    await page.goto('/')
    const menu = page.getByRole('button', { name: 'Menu', exact: true })
    await menu.click()
    await expect(drawer(page)).toBeVisible()
    await drawer(page).getByRole('button', { name: 'Close menu' }).click()
    await expect(drawer(page)).toHaveCount(0)
    await menu.click()
    await page.keyboard.press('Escape')
    await expect(drawer(page)).toHaveCount(0)
    await menu.click()
    await page.mouse.click(15, 500)
    await expect(drawer(page)).toHaveCount(0)
    await menu.click()
    await drawer(page).getByRole('link', { name: 'Fiction' }).click()
    await expect(page).toHaveURL('/browse/books/fiction')
    await expect(drawer(page)).toHaveCount(0)
  })
})

test.describe('Footer', { tag: '@phone' }, () => {
  test('has its links and text', async ({ page }) => {
    await page.goto('/')
    const footer = page.getByRole('contentinfo')
    for (const text of ['500+ Book Summaries', '15-Minute Reads', 'Mobile & Web']) {
      await expect(footer.getByText(text, { exact: true })).toBeVisible()
    }
    await expect(footer.getByText('2024')).toBeVisible()
    for (const [name, href] of [
      ['About', '/about'],
      ['Contact', '/contact'],
      ['Browse Books', '/browse/books'],
      ['Subscribe', '/subscribe'],
      ['Terms of Service', '/terms'],
      ['Privacy Policy', '/privacy'],
      ['Accessibility', '/accessibility'],
      ['Support', /^mailto:.+@.+/],
      ['Facebook', /^https:\/\/www\.facebook\.com\//],
      ['X', /^https:\/\/x\.com\//],
      ['Instagram', /^https:\/\/www\.instagram\.com\//],
      ['LinkedIn', /^https:\/\/www\.linkedin\.com\//],
    ] as const) {
      await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
    }
  })
})

test.describe('Navigation', { tag: '@js' }, () => {
  test('scrolls to the top, within the framework and outside it', async ({ page }) => {
    await page.goto('/browse/books')
    await wakeFramework(page)
    await scrollTo(page, 900)
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'About Readr' })).toBeInViewport()
    await expect.poll(() => scrollPosition(page)).toBe(0)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeInViewport()
    await expect.poll(() => scrollPosition(page)).toBe(0)
  })
})

test.describe('Links', { tag: '@no-js' }, () => {
  test('between all pages work', async ({ request }) => {
    const waiting: string[] = [...Object.values(PAGES), '/api/openapi.json']
    const known = new Set(waiting)
    const wrong: string[] = []
    const fragments = new Map<string, Set<string>>()
    const ids = new Map<string, Set<string>>()
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      const response = await request.get(address)
      const isErrorPage = ['/403', '/500', '/no/such/page'].includes(address)
      if (!response.ok() && !isErrorPage) wrong.push(`${response.status()} ${address}`)
      if (!response.headers()['content-type']?.startsWith('text/html')) continue
      // The demo's mailbox and sign-in providers contain links that work only once.
      if (new URL(response.url()).pathname.startsWith('/dev/')) continue
      const html = await response.text()
      ids.set(address, new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id!)))
      for (const [, name, raw] of html.matchAll(/\s(href|src|action)="([^"]*)"/g)) {
        const target = new URL(raw!.replaceAll('&amp;', '&'), response.url())
        if (target.origin !== new URL(response.url()).origin) continue
        const path = target.pathname + target.search
        if (name === 'href' && target.hash) {
          const wanted = fragments.get(path) ?? new Set()
          // What follows names a text.
          const [id = ''] = target.hash.slice(1).split(':~:')
          fragments.set(path, wanted.add(decodeURIComponent(id)))
        }
        if (known.has(path)) continue
        known.add(path)
        waiting.push(path)
      }
    }
    expect(wrong).toEqual([])
    expect(known.size).toBeGreaterThan(60)
    for (const [path, wanted] of fragments) {
      for (const id of wanted) expect([...(ids.get(path) ?? [])], path).toContain(id)
    }
  })
})

test.describe('Press feedback', { tag: '@phone' }, () => {
  test('lasts until the page loads, and is gone after Back', async ({ page }) => {
    await page.goto('/')
    const link = page.getByRole('link', { name: 'Start Free Trial' })
    await link.evaluate((pressed) =>
      new MutationObserver(() => console.info(`busy: ${pressed.ariaBusy}`)).observe(pressed, {
        attributes: true,
      }),
    )
    // The server answers only after the link was marked as busy.
    const isBusy = page.waitForEvent('console', (message) => message.text() === 'busy: true')
    await page.route('/register', async (route) => {
      await isBusy
      await route.continue()
    })
    await link.click()
    await expect(page).toHaveURL('/register')
    await page.goBack()
    await expect(link).toBeVisible()
    await expect(link).not.toHaveAttribute('aria-busy')
  })
})
