import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { bookLink, bookLinks, openSummary, openWalden, wakeFramework } from './steps/catalogue.ts'

/** Whether the focus is in the dialog, nowhere in the page, or behind the dialog. */
function focusPosition(page: Page): Promise<'inside' | 'nowhere' | 'behind'> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (focused?.closest('dialog')) return 'inside'
    return focused === null || focused === document.body ? 'nowhere' : 'behind'
  })
}

test.describe('Focus in a summary dialog', { tag: '@js' }, () => {
  test('stays inside with Tab in both directions', async ({ page }) => {
    await openWalden(page)
    expect(await focusPosition(page)).toBe('inside')
    const stops = await openSummary(page).locator('a, button, summary').count()
    for (const key of ['Tab', 'Shift+Tab']) {
      let inside = 0
      for (let i = 0; i < stops + 4; i++) {
        await page.keyboard.press(key)
        const position = await focusPosition(page)
        expect(position).not.toBe('behind')
        if (position === 'inside') inside++
      }
      expect(inside).toBeGreaterThanOrEqual(stops - 1)
    }
  })

  test('closes with a click outside', async ({ page }) => {
    await openWalden(page)
    await page.mouse.click(20, 400)
    await expect(openSummary(page)).toHaveCount(0)
    await expect(page).toHaveURL('/browse/books')
  })

  test('closes with a click outside in browsers without `closedby`', async ({ page }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(HTMLDialogElement.prototype, 'closedBy')
      const set = Element.prototype.setAttribute
      Element.prototype.setAttribute = function (name, value) {
        if (name !== 'closedby') set.call(this, name, value)
      }
    })
    await openWalden(page)
    await openSummary(page).getByRole('heading', { level: 1 }).click()
    await expect(openSummary(page)).toBeVisible()
    await page.mouse.click(20, 400)
    await expect(openSummary(page)).toHaveCount(0)
    await expect(page).toHaveURL('/browse/books')
  })

  for (const [how, options] of [
    ['a middle click', { button: 'middle' }],
    ['a click with Ctrl', { modifiers: ['Control'] }],
  ] as const) {
    test(`${how} opens the book’s page in a new tab`, async ({ page, context }) => {
      await page.goto('/browse/books')
      await wakeFramework(page)
      const opened = context.waitForEvent('page')
      await bookLink(page, 'Walden').click(
        options as Parameters<ReturnType<Page['locator']>['click']>[0],
      )
      const tab = await opened
      await expect(tab).toHaveURL('/summaries/walden')
      await expect(tab.getByRole('heading', { level: 1, name: 'Walden' })).toBeVisible()
      await expect(page).toHaveURL('/browse/books')
      await expect(openSummary(page)).toHaveCount(0)
    })

    test(`${how} opens a new tab before the framework starts`, async ({ page, context }) => {
      await page.goto('/browse/books')
      const opened = context.waitForEvent('page')
      await bookLink(page, 'Walden').click(
        options as Parameters<ReturnType<Page['locator']>['click']>[0],
      )
      await expect(await opened).toHaveURL('/summaries/walden')
      await expect(page.locator('html')).toHaveAttribute('data-ready')
      await expect(page).toHaveURL('/browse/books')
      await expect(openSummary(page)).toHaveCount(0)
    })
  }
})

test.describe('A tap', { tag: '@phone' }, () => {
  const dormant = (page: Page) => page.locator('script[data-later]')

  // Stop timers and frames; the test runs them step by step.
  test.beforeEach(async ({ page }) => {
    await page.clock.install()
    await page.goto('/browse/books')
    await page.clock.pauseAt(Date.now() + 3_600_000)
  })

  test('on a book gives feedback before the framework starts', async ({ page }) => {
    // The first book is in view: scrolling would also start the framework.
    const book = bookLinks(page).first()
    await book.tap()
    await expect(book).toHaveAttribute('aria-busy', 'true')
    await expect(page.locator('link[rel=modulepreload]')).not.toHaveCount(0)
    await expect(dormant(page)).toBeAttached()
    await page.clock.runFor(100)
    await expect(dormant(page)).toHaveCount(0)
    await page.clock.resume()
    await expect(openSummary(page).getByRole('heading', { level: 1 })).toBeVisible()
  })

  test('that is held starts the framework after a while', async ({ page }) => {
    await bookLinks(page).first().dispatchEvent('pointerdown')
    await page.clock.runFor(250)
    await expect(dormant(page)).toBeAttached()
    await page.clock.runFor(100)
    await expect(dormant(page)).toHaveCount(0)
  })
})

test.describe('Cards without JavaScript', { tag: '@no-js' }, () => {
  test('link to the book’s page', async ({ page }) => {
    await page.goto('/browse/books')
    await bookLink(page, 'Walden').click()
    await expect(page).toHaveURL('/summaries/walden')
    await expect(
      page.getByRole('main').getByRole('heading', { level: 1, name: 'Walden' }),
    ).toBeVisible()
  })
})
