import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { bookLink, bookLinks, openSummary, wakeFramework } from './steps/catalogue.ts'
import { painted, scrollPosition, scrollTo } from './steps/scrolling.ts'

const FRAMEWORK = /\/assets\/[^/]+\.js/

/** Opens Walden over the catalogue by its card. */
async function openWalden(page: Page): Promise<void> {
  await page.goto('/browse/books')
  await wakeFramework(page)
  await bookLink(page, 'Walden').click()
  await expect(openSummary(page).getByRole('heading', { level: 1, name: 'Walden' })).toBeVisible()
}

/** Where the focus is: in the summary, nowhere in the page, or behind the summary. */
function placeOfFocus(page: Page): Promise<'inside' | 'nowhere' | 'behind'> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (focused?.closest('dialog')) return 'inside'
    return focused === null || focused === document.body ? 'nowhere' : 'behind'
  })
}

test.describe('Summary over the list', { tag: ['@js', '@phone'] }, () => {
  test('opens under the book’s address, complete, without a reload', async ({ page }) => {
    await page.goto('/browse/books')
    await wakeFramework(page)
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await bookLink(page, 'Walden').click()
    const summary = openSummary(page)
    await expect(summary).toHaveAccessibleName('Walden')
    await expect(page).toHaveURL('/summaries/walden')
    await expect(summary).toContainText('Near the end of March 1845')
    await expect(
      summary.getByRole('heading', { name: 'Want to see the full summary?' }),
    ).toBeAttached()
    await expect(summary.getByRole('link', { name: 'Get Started' })).toHaveAttribute(
      'href',
      '/subscribe',
    )
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
    await expect(bookLinks(page)).toHaveCount(18)
    // Styles that come again lay the whole page out anew, under the finger.
    await expect(page.locator('link[rel=stylesheet]')).toHaveCount(1)
  })

  test('closes with its button and gives the focus back to the card', async ({ page }) => {
    await openWalden(page)
    await openSummary(page).getByRole('button', { name: 'Close' }).click()
    await expect(openSummary(page)).toHaveCount(0)
    await expect(page).toHaveURL('/browse/books')
    await expect(bookLink(page, 'Walden')).toBeFocused()
  })

  test('closes with Esc and gives the focus back to the card', async ({ page }) => {
    await openWalden(page)
    await page.keyboard.press('Escape')
    await expect(openSummary(page)).toHaveCount(0)
    await expect(page).toHaveURL('/browse/books')
    await expect(bookLink(page, 'Walden')).toBeFocused()
  })

  test('closes with Back, and Forward opens it again', async ({ page }) => {
    await openWalden(page)
    await page.goBack()
    await expect(openSummary(page)).toHaveCount(0)
    await expect(page).toHaveURL('/browse/books')
    await expect(bookLink(page, 'Walden')).toBeFocused()
    await page.goForward()
    await expect(openSummary(page).getByRole('heading', { level: 1, name: 'Walden' })).toBeVisible()
    await expect(page).toHaveURL('/summaries/walden')
  })

  test('is the book’s own page after a reload', async ({ page }) => {
    await openWalden(page)
    await page.reload()
    await expect(page).toHaveURL('/summaries/walden')
    await expect(
      page.getByRole('main').getByRole('heading', { level: 1, name: 'Walden' }),
    ).toBeVisible()
    await expect(openSummary(page)).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL('/browse/books')
    await expect(bookLinks(page)).toHaveCount(18)
    await expect(openSummary(page)).toHaveCount(0)
  })

  test('keeps the list behind it still', async ({ page }) => {
    await page.goto('/browse/books')
    await wakeFramework(page)
    await scrollTo(page, 300)
    await bookLinks(page).nth(7).click()
    const summary = openSummary(page)
    await expect(summary.getByRole('heading', { level: 1 })).toBeVisible()
    const y = await scrollPosition(page)
    await summary.hover()
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 4000)
        return summary.evaluate((d) => d.scrollTop + d.clientHeight >= d.scrollHeight - 2)
      })
      .toBe(true)
    await page.mouse.wheel(0, 4000)
    await page.mouse.move(3, 300)
    await page.mouse.wheel(0, 4000)
    await painted(page)
    await painted(page)
    expect(await scrollPosition(page)).toBe(y)
  })

  test('jumps from its contents to an idea, and one Back goes back one step', async ({ page }) => {
    await openWalden(page)
    const summary = openSummary(page)
    await summary.getByText('Ideas in the free part').click()
    const link = summary.getByRole('navigation', { name: 'Ideas' }).getByRole('link').nth(2)
    const fragment = (await link.getAttribute('href'))!
    await link.click()
    await expect(summary.locator(fragment)).toBeInViewport()
    await expect(summary).toBeVisible()
  })

  test('leads to the plans', async ({ page }) => {
    await openWalden(page)
    await openSummary(page).getByRole('link', { name: 'Get Started' }).click()
    await expect(page).toHaveURL(/\/register\?.*subscribe/)
    await expect(openSummary(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  })

  test('opens the next book after one was closed', async ({ page }) => {
    await openWalden(page)
    await page.keyboard.press('Escape')
    await expect(openSummary(page)).toHaveCount(0)
    await bookLink(page, 'Meditations').click()
    await expect(
      openSummary(page).getByRole('heading', { level: 1, name: 'Meditations' }),
    ).toBeVisible()
    await expect(page).toHaveURL('/summaries/meditations')
  })

  test('keeps search and genre behind it', async ({ page }) => {
    await page.goto('/browse/books?search=thoreau')
    await wakeFramework(page)
    await bookLink(page, 'Walden').click()
    await expect(openSummary(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('/browse/books?search=thoreau')
    await expect(bookLinks(page)).toHaveCount(1)
  })

  test('opens over a genre’s page', async ({ page }) => {
    await page.goto('/browse/books/fiction')
    await wakeFramework(page)
    await bookLink(page, 'Pride and Prejudice').click()
    await expect(openSummary(page).getByRole('heading', { level: 1 })).toHaveText(
      'Pride and Prejudice',
    )
    await expect(page).toHaveURL('/summaries/pride-and-prejudice')
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('/browse/books/fiction')
  })

  test('opens for navigation state that carries a book', async ({ page }) => {
    await page.goto('/browse/books')
    await page.evaluate(() =>
      history.replaceState({ usr: { selectedBook: 'walden' }, key: 'handed', idx: 0 }, ''),
    )
    await page.reload()
    await expect(openSummary(page).getByRole('heading', { level: 1, name: 'Walden' })).toBeVisible()
    await expect(page).toHaveURL('/summaries/walden')
    await openSummary(page).getByRole('button', { name: 'Close' }).click()
    await expect(openSummary(page)).toHaveCount(0)
    await expect(page).toHaveURL('/browse/books')
  })

  test('does no harm for navigation state that carries nonsense', async ({ page }) => {
    for (const selectedBook of [42, '', '../../etc', { slug: 7 }, null]) {
      await page.goto('/browse/books')
      await page.evaluate((usr) => history.replaceState({ usr, key: 'handed', idx: 0 }, ''), {
        selectedBook,
      })
      await page.reload()
      await expect(page.locator('html')).toHaveAttribute('data-ready')
      await expect(openSummary(page)).toHaveCount(0)
      await expect(bookLinks(page)).toHaveCount(18)
    }
  })

  test('opens for a click that comes before the framework', async ({ page }) => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    await page.route(FRAMEWORK, async (route) => {
      await held
      await route.continue()
    })
    // Some browsers move the pointer by themselves: what is held then keeps the page from its load.
    await page.goto('/browse/books', { waitUntil: 'domcontentloaded' })
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await bookLink(page, 'Walden').click()
    await expect(page).toHaveURL('/browse/books')
    letGo()
    await expect(openSummary(page).getByRole('heading', { level: 1, name: 'Walden' })).toBeVisible()
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
    await page.keyboard.press('Escape')
    await expect(bookLink(page, 'Walden')).toBeFocused()
  })

  test('is the book’s page where the framework does not arrive', async ({ page, trouble }) => {
    trouble.expect(/ERR_FAILED/)
    await page.route(FRAMEWORK, (route) => route.abort())
    await page.goto('/browse/books')
    await bookLink(page, 'Walden').click()
    await expect(page).toHaveURL('/summaries/walden')
    await expect(
      page.getByRole('main').getByRole('heading', { level: 1, name: 'Walden' }),
    ).toBeVisible()
    await expect(openSummary(page)).toHaveCount(0)
  })

  test('says when it does not arrive, and can be closed', async ({ page, context, trouble }) => {
    trouble.expect(/ERR_INTERNET_DISCONNECTED/)
    await page.goto('/browse/books')
    await wakeFramework(page)
    await context.setOffline(true)
    await bookLink(page, 'Walden').click()
    const said = openSummary(page).getByRole('heading', { name: 'We couldn’t load the summary' })
    await expect(said).toBeFocused()
    await expect(openSummary(page).getByRole('link', { name: 'Try again' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(openSummary(page)).toHaveCount(0)
    await expect(bookLinks(page)).toHaveCount(18)
    await context.setOffline(false)
    await bookLink(page, 'Walden').click()
    await expect(openSummary(page).getByRole('heading', { level: 1, name: 'Walden' })).toBeVisible()
  })
})

test.describe('Focus in a summary over the list', { tag: '@js' }, () => {
  test('stays inside with Tab in both directions', async ({ page }) => {
    await openWalden(page)
    expect(await placeOfFocus(page)).toBe('inside')
    const stops = await openSummary(page).locator('a, button, summary').count()
    for (const key of ['Tab', 'Shift+Tab']) {
      let inside = 0
      for (let i = 0; i < stops + 4; i++) {
        await page.keyboard.press(key)
        const place = await placeOfFocus(page)
        expect(place).not.toBe('behind')
        if (place === 'inside') inside++
      }
      expect(inside).toBeGreaterThanOrEqual(stops - 1)
    }
  })

  test('closes by a click beside it', async ({ page }) => {
    await openWalden(page)
    await page.mouse.click(20, 400)
    await expect(openSummary(page)).toHaveCount(0)
    await expect(page).toHaveURL('/browse/books')
  })

  test('closes by a click beside it in Safari, which does not do so by itself', async ({
    page,
  }) => {
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
    test(`${how} opens a page of its own instead`, async ({ page, context }) => {
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

    test(`${how} does so before the framework is there too`, async ({ page, context }) => {
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

test.describe('A press', { tag: '@phone' }, () => {
  const asleep = (page: Page) => page.locator('script[data-later]')

  // No timer runs and no frame is drawn then but those that the test lets through.
  test.beforeEach(async ({ page }) => {
    await page.clock.install()
    await page.goto('/browse/books')
    await page.clock.pauseAt(Date.now() + 3_600_000)
  })

  test('on a book shows before the framework begins', async ({ page }) => {
    // It is in view: scrolling there would be a sign, too.
    const book = bookLinks(page).first()
    await book.tap()
    await expect(book).toHaveAttribute('aria-busy', 'true')
    await expect(page.locator('link[rel=modulepreload]')).not.toHaveCount(0)
    await expect(asleep(page)).toBeAttached()
    await page.clock.runFor(100)
    await expect(asleep(page)).toHaveCount(0)
    await page.clock.resume()
    await expect(openSummary(page).getByRole('heading', { level: 1 })).toBeVisible()
  })

  test('that lasts lets it begin after a while', async ({ page }) => {
    await bookLinks(page).first().dispatchEvent('pointerdown')
    await page.clock.runFor(250)
    await expect(asleep(page)).toBeAttached()
    await page.clock.runFor(100)
    await expect(asleep(page)).toHaveCount(0)
  })
})

test.describe('Cards without JavaScript', { tag: '@no-js' }, () => {
  test('lead to the book’s page', async ({ page }) => {
    await page.goto('/browse/books')
    await bookLink(page, 'Walden').click()
    await expect(page).toHaveURL('/summaries/walden')
    await expect(
      page.getByRole('main').getByRole('heading', { level: 1, name: 'Walden' }),
    ).toBeVisible()
  })
})
