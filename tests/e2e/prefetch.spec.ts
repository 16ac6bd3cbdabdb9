import type { Locator, Page, Request } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { signedIn } from './steps/accounts.ts'

/** The addresses that the browser requests before the reader asks for them. */
function prefetches(page: Page): string[] {
  const seen: string[] = []
  page.context().on('request', (request) => {
    if (request.headers()['sec-purpose']) seen.push(new URL(request.url()).pathname)
  })
  return seen
}

/** Puts a finger on a link, and returns what takes it away. */
async function touch(page: Page, link: Locator) {
  await link.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await link.boundingBox())!
  const session = await page.context().newCDPSession(page)
  const send = (
    type: 'touchStart' | 'touchEnd' | 'touchCancel',
    touchPoints: { x: number; y: number }[] = [],
  ) => session.send('Input.dispatchTouchEvent', { type, touchPoints })
  await send('touchStart', [{ x: x + width / 2, y: y + height / 2 }])
  return send
}

/** Puts a finger on a link until its page is there, and returns what lifts it. */
async function press(page: Page, link: Locator): Promise<() => Promise<unknown>> {
  const isPrefetch = (request: Request) => request.headers()['sec-purpose'] !== undefined
  const arrived = page.context().waitForEvent('requestfinished', isPrefetch)
  const send = await touch(page, link)
  await arrived
  return () => send('touchEnd')
}

/** How the browser got this page. */
const delivery = (page: Page) =>
  page.evaluate(
    () =>
      (performance.getEntriesByType('navigation')[0] as unknown as { deliveryType: string })
        .deliveryType,
  )
const isAwake = (page: Page) => page.locator('html[data-ready]').count()

test.describe('Touching a link', { tag: '@phone' }, () => {
  test('prefetches its page once, for visitors', async ({ page }) => {
    const seen = prefetches(page)
    await page.goto('/about')
    const lift = await press(page, page.getByRole('link', { name: 'Privacy Policy' }).last())
    await lift()
    await expect(page).toHaveURL('/privacy')
    expect(await delivery(page)).toBe('navigational-prefetch')
    expect(seen).toEqual(['/privacy'])
  })

  test('prefetches a reader’s page without starting the framework', async ({ page }) => {
    await signedIn(page)
    await page.goto('/browse')
    const links = page.getByRole('navigation', { name: 'Quick links' })
    const lift = await press(page, links.getByRole('link', { name: 'My List' }))
    expect(await isAwake(page)).toBe(0)
    await lift()
    await expect(page).toHaveURL('/browse/books/my-list')
    expect(await delivery(page)).toBe('navigational-prefetch')
    expect(await isAwake(page)).toBe(0)
  })

  test('prefetches a page where the framework runs too', async ({ page }) => {
    await signedIn(page)
    await page.goto('/browse')
    await page.mouse.wheel(0, 200)
    await expect(page.locator('html[data-ready]')).toBeAttached()
    const links = page.getByRole('navigation', { name: 'Quick links' })
    const lift = await press(page, links.getByRole('link', { name: 'My List' }))
    await lift()
    await expect(page).toHaveURL('/browse/books/my-list')
    expect(await delivery(page)).toBe('navigational-prefetch')
  })

  test('counts a summary as viewed when it is shown', async ({ page }) => {
    await signedIn(page)
    const views: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'POST') return
      views.push(new URL(request.url()).pathname)
      if (request.url().endsWith('/view'))
        expect(request.postData()).toMatch(/^reader=[0-9a-f]{24}$/)
    })
    await page.goto('/summaries/walden')
    const next = page
      .getByRole('main')
      .locator('a[href^="/summaries/"]:not([href*=walden])')
      .first()
    await next.scrollIntoViewIfNeeded()
    const address = (await next.getAttribute('href'))!
    const lift = await press(page, next)
    expect(views.filter((path) => path.endsWith('/view'))).toEqual([])
    await lift()
    await expect(page).toHaveURL(new RegExp(address))
    const { pathname } = new URL(address, page.url())
    await expect.poll(() => views).toContain(`${pathname}/view`)
  })

  test('prefetches nothing with effects, no locked book, and no book for the dialog', async ({
    page,
  }) => {
    await signedIn(page)
    // Keeps the framework asleep, which would handle the links.
    await page.addInitScript(() => {
      for (const sign of ['pointerdown', 'pointercancel', 'pointermove', 'scroll']) {
        window.addEventListener(sign, (event) => event.stopImmediatePropagation(), true)
      }
    })
    await page.goto('/browse/books')
    const seen = prefetches(page)
    const main = page.getByRole('main')
    for (const link of [
      main.locator('a[data-over]').first(),
      main.locator('a[data-locked]').first(),
      page.getByRole('navigation', { name: 'Quick links' }).getByRole('link', { name: 'You' }),
      page.getByRole('contentinfo').getByRole('link', { name: 'Subscribe' }),
    ]) {
      const send = await touch(page, link)
      await send('touchCancel')
    }
    const lift = await press(page, page.getByRole('link', { name: 'About' }))
    await lift()
    await expect(page).toHaveURL('/about')
    expect(seen).toEqual(['/about'])
  })
})

test('Pages change with a view transition', { tag: '@js' }, async ({ page }) => {
  await page.goto('/about')
  await page.addInitScript(() => {
    addEventListener('pagereveal', (event) => {
      const { viewTransition } = event as unknown as { viewTransition: object | null }
      document.documentElement.dataset['transition'] = String(viewTransition !== null)
    })
  })
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-transition', 'true')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
  await expect(page.locator('html')).toHaveAttribute('data-transition', 'false')
})
