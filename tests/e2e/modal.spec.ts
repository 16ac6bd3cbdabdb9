import { expect, test } from './fixtures.ts'
import { bookLink, bookLinks, openSummary, openWalden, wakeFramework } from './steps/catalogue.ts'
import { painted, scrollPosition, scrollTo } from './steps/scrolling.ts'

const FRAMEWORK = /\/assets\/[^/]+\.js/

test.describe('Summary dialog', { tag: '@js' }, () => {
  test('opens at the book’s address without a reload', { tag: '@phone' }, async ({ page }) => {
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
      '/subscribe?book=walden',
    )
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
    await expect(bookLinks(page)).toHaveCount(18)
    // Loading the styles again would lay out the whole page again.
    await expect(page.locator('link[rel=stylesheet]')).toHaveCount(1)
  })

  test('closes with its button and returns the focus to the card', async ({ page }) => {
    await openWalden(page)
    await openSummary(page).getByRole('button', { name: 'Close' }).click()
    await expect(openSummary(page)).toHaveCount(0)
    await expect(page).toHaveURL('/browse/books')
    await expect(bookLink(page, 'Walden')).toBeFocused()
  })

  test('closes with Esc and returns the focus to the card', async ({ page }) => {
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

  test('becomes the book’s page after a reload', async ({ page }) => {
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

  test('does not scroll the list behind it', async ({ page }) => {
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

  test('links from its contents to an idea', async ({ page }) => {
    await openWalden(page)
    const summary = openSummary(page)
    await summary.locator('summary', { hasText: 'Contents' }).click()
    const link = summary.getByRole('navigation', { name: 'Ideas' }).getByRole('link').nth(2)
    const fragment = (await link.getAttribute('href'))!
    await link.click()
    await expect(summary.locator(fragment)).toBeInViewport()
    await expect(summary).toBeVisible()
  })

  test('links to the plans', async ({ page }) => {
    await openWalden(page)
    await openSummary(page).getByRole('link', { name: 'Get Started' }).click()
    await expect(page).toHaveURL(/\/register\?.*subscribe/)
    await expect(openSummary(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  })

  test('opens another book after closing one', async ({ page }) => {
    await openWalden(page)
    await page.keyboard.press('Escape')
    await expect(openSummary(page)).toHaveCount(0)
    await bookLink(page, 'Meditations').click()
    await expect(
      openSummary(page).getByRole('heading', { level: 1, name: 'Meditations' }),
    ).toBeVisible()
    await expect(page).toHaveURL('/summaries/meditations')
  })

  test('keeps the search behind it', async ({ page }) => {
    await page.goto('/browse/books?search=thoreau')
    await wakeFramework(page)
    await bookLink(page, 'Walden').click()
    await expect(openSummary(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('/browse/books?search=thoreau')
    await expect(bookLinks(page)).toHaveCount(1)
  })

  test('opens on a genre page', async ({ page }) => {
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

  test('opens for a book in the navigation state', async ({ page }) => {
    await page.goto('/browse/books')
    await page.evaluate(() =>
      history.replaceState({ usr: { selectedBook: 'walden' }, key: 'test', idx: 0 }, ''),
    )
    await page.reload()
    await expect(openSummary(page).getByRole('heading', { level: 1, name: 'Walden' })).toBeVisible()
    await expect(page).toHaveURL('/summaries/walden')
    await openSummary(page).getByRole('button', { name: 'Close' }).click()
    await expect(openSummary(page)).toHaveCount(0)
    await expect(page).toHaveURL('/browse/books')
  })

  test('ignores invalid navigation state', async ({ page }) => {
    for (const selectedBook of [42, '', '../../etc', { slug: 7 }, null]) {
      await page.goto('/browse/books')
      await page.evaluate((usr) => history.replaceState({ usr, key: 'test', idx: 0 }, ''), {
        selectedBook,
      })
      await page.reload()
      await expect(page.locator('html')).toHaveAttribute('data-ready')
      await expect(openSummary(page)).toHaveCount(0)
      await expect(bookLinks(page)).toHaveCount(18)
    }
  })

  test('opens for a click before the framework starts', { tag: '@phone' }, async ({ page }) => {
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route(FRAMEWORK, async (route) => {
      await released
      await route.continue()
    })
    // With a paused clock, the wait for the framework does not time out on a busy machine.
    await page.clock.install()
    // Do not wait for the load event: held requests may delay it.
    await page.goto('/browse/books', { waitUntil: 'domcontentloaded' })
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await bookLink(page, 'Walden').click()
    await page.clock.runFor(400)
    await expect(page).toHaveURL('/browse/books')
    release()
    await expect(page.locator('html')).toHaveAttribute('data-ready')
    await page.clock.resume()
    await expect(openSummary(page).getByRole('heading', { level: 1, name: 'Walden' })).toBeVisible()
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
    await page.keyboard.press('Escape')
    await expect(bookLink(page, 'Walden')).toBeFocused()
  })

  test('is the book’s page when the framework cannot be loaded', async ({ page, trouble }) => {
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

  test('says when it cannot be loaded, and can be closed', async ({ page, context, trouble }) => {
    trouble.expect(/ERR_INTERNET_DISCONNECTED/)
    await page.goto('/browse/books')
    await wakeFramework(page)
    await context.setOffline(true)
    await bookLink(page, 'Walden').click()
    const message = openSummary(page).getByRole('heading', { name: 'We couldn’t load the summary' })
    await expect(message).toBeFocused()
    await expect(openSummary(page).getByRole('link', { name: 'Try Again' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(openSummary(page)).toHaveCount(0)
    await expect(bookLinks(page)).toHaveCount(18)
    await context.setOffline(false)
    await bookLink(page, 'Walden').click()
    await expect(openSummary(page).getByRole('heading', { level: 1, name: 'Walden' })).toBeVisible()
  })
})
