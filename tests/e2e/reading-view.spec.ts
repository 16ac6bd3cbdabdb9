import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { bookLink, openSummary, wakeFramework } from './steps/catalogue.ts'

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })
const heading = (page: Page, name: string) => page.getByRole('heading', { name })
const SECOND = 'Counting to the half cent is a way of telling the truth'
const FIRST = 'The true price of a thing is the life you trade for it'

test.describe('Ideas', { tag: '@no-js' }, () => {
  test('are the items of an ordered list', async ({ page }) => {
    await page.goto('/summaries/walden')
    const ideas = page.getByRole('list').filter({ has: heading(page, SECOND) })
    await expect(ideas.getByRole('heading', { level: 2 })).toHaveText([
      /^Idea 1/,
      /^Idea 2/,
      /^Idea 3/,
    ])
    const second = page.locator('li', { has: heading(page, SECOND) })
    await expect(second).toHaveJSProperty('value', 2)
  })

  test('have links to the next and the previous', async ({ page }) => {
    await page.goto('/summaries/walden')
    await page.getByRole('link', { name: `Next: ${SECOND}` }).click()
    await expect(heading(page, SECOND)).toBeInViewport()
    await page.getByRole('link', { name: `Previous: ${FIRST}` }).click()
    await expect(heading(page, FIRST)).toBeInViewport()
  })

  test('are followed by the next book, with the reason', async ({ page }) => {
    await page.goto('/summaries/meditations')
    const next = page.getByRole('complementary', { name: 'Next up' })
    await expect(next).toContainText('More in Self-Help')
    await next.getByRole('link', { name: 'As a Man Thinketh' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'As a Man Thinketh' })).toBeVisible()
  })
})

test.describe('The reading bar', () => {
  const bar = (page: Page) => page.locator('.reading-bar')

  test('hides on the way down and returns on the way up', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/summaries/walden')
    await expect(bar(page)).toContainText('8 ideas')
    const scroll = (y: number) => page.evaluate((top) => scrollBy({ top, behavior: 'instant' }), y)
    await heading(page, SECOND).evaluate((target) => target.scrollIntoView({ behavior: 'instant' }))
    await expect(bar(page)).toContainText('Idea 2 of 8')
    await expect(bar(page)).toContainText(/\d min left/)
    await expect(bar(page)).not.toBeInViewport()
    await scroll(-100)
    await expect(bar(page)).toBeInViewport()
    await scroll(100)
    await expect(bar(page)).not.toBeInViewport()
    // The keyboard reaches it in any case.
    await bar(page).getByRole('link', { name: 'Back' }).focus()
    await expect(bar(page)).toBeInViewport()
    await bar(page).locator('summary', { hasText: 'Contents' }).click()
    const contents = page.getByRole('navigation', { name: 'Ideas' })
    await expect(contents.getByRole('listitem').nth(-2)).toHaveText(/^8.*\? Locked, 1 min$/)
    await expect(contents.getByRole('listitem').last()).toHaveText('·The rest Locked, 8 min')
    await contents.getByRole('link', { name: FIRST }).click()
    await expect(heading(page, FIRST)).toBeInViewport()
    await expect(contents).toBeHidden()
  })

  test('is beside the text on wide screens', { tag: '@js' }, async ({ page }) => {
    await page.goto('/summaries/walden')
    await page
      .getByRole('navigation', { name: 'Ideas' })
      .getByRole('link', { name: SECOND })
      .click()
    await expect(heading(page, SECOND)).toBeInViewport()
    await expect(bar(page).getByRole('link', { name: SECOND })).toBeInViewport()
    await expect(bar(page).getByRole('link', { name: 'Back' })).toBeHidden()
  })

  test('goes back to the list', { tag: ['@phone'] }, async ({ page }) => {
    await page.goto('/browse/books?search=thoreau')
    await page.goto('/summaries/walden')
    await bar(page).getByRole('link', { name: 'Back' }).click()
    await expect(page).toHaveURL('/browse/books')
  })
})

test.describe('Shortcuts', { tag: '@js' }, () => {
  test('move between ideas, change the display, and are listed', async ({ page }) => {
    await page.goto('/summaries/walden')
    for (const next of ['In One Page', 'Hook', FIRST]) {
      await page.keyboard.press('j')
      await expect(heading(page, next)).toBeFocused()
    }
    await page.keyboard.press('k')
    await expect(heading(page, 'Hook')).toBeFocused()
    await page.keyboard.press('+')
    await expect(page.locator('html')).toHaveAttribute('data-size', '4')
    await page.keyboard.press('d')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.keyboard.press('?')
    await expect(sheet(page)).toContainText('Next idea')
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toBeHidden()
  })

  test('can be turned off', async ({ page }) => {
    await page.goto('/summaries/walden')
    await page.getByRole('button', { name: 'Shortcuts' }).click()
    await sheet(page).getByRole('checkbox').uncheck()
    await sheet(page).getByRole('button', { name: 'Close' }).click()
    await page.keyboard.press('d')
    await page.keyboard.press('?')
    await expect(page.locator('html')).not.toHaveAttribute('data-theme')
    await expect(sheet(page)).toBeHidden()
    await page.reload()
    await page.getByRole('button', { name: 'Shortcuts' }).click()
    await expect(sheet(page).getByRole('checkbox')).not.toBeChecked()
  })

  test('work in a summary dialog', async ({ page }) => {
    await page.goto('/browse/books')
    await wakeFramework(page)
    await bookLink(page, 'Walden').click()
    // The title has the focus when the dialog is ready for keys.
    await expect(openSummary(page).getByRole('heading', { level: 1 })).toBeFocused()
    await page.keyboard.press('?')
    await expect(sheet(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toBeHidden()
    await expect(openSummary(page).getByRole('heading', { level: 1 })).toBeVisible()
  })
})

test.describe('Sharing', { tag: '@js' }, () => {
  test('copies the link, and the message can be closed', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/summaries/walden')
    await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }))
    await page.getByRole('button', { name: 'Share' }).click()
    const message = page.getByRole('status').filter({ hasText: 'Link copied.' })
    await expect(message).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /\/summaries\/walden$/,
    )
    await message.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByText('Link copied.')).toHaveCount(0)
    // Without HTTPS, copying is not possible, so the link is shown. It fits on the narrowest phone.
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await page.setViewportSize({ width: 320, height: 640 })
    await page.getByRole('button', { name: 'Share' }).click()
    const shown = page.getByRole('status').filter({ hasText: 'Copy this link:' })
    await expect(shown.getByRole('link')).toHaveText(/\/summaries\/walden$/)
    await expect(shown.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
  })

  test('makes a picture of a selected sentence, and shares it with the device', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const shared: ShareData[] = []
      Object.assign(window, { shared })
      navigator.canShare = (asked) => asked?.files?.[0]?.type === 'image/png'
      navigator.share = async (asked) => void shared.push(asked!)
    })
    await page.goto('/summaries/walden')
    const paragraph = page.locator('.summary-text p').nth(1)
    const selectWords = async () => {
      await paragraph.evaluate((p) => {
        getSelection()!.setBaseAndExtent(p.firstChild!, 0, p.firstChild!, 9)
      })
      for (let i = 0; i < 9; i++) await page.keyboard.press('Control+Shift+ArrowRight')
    }
    await selectWords()
    const offer = page.getByRole('status').filter({ hasText: 'Text selected.' })
    await expect(offer).toBeVisible()
    // The offer disappears with the selection.
    await page.evaluate(() => getSelection()!.removeAllRanges())
    await expect(offer).toHaveCount(0)
    await selectWords()
    await offer.getByRole('link', { name: 'Make a picture' }).click()
    const picture = page.getByRole('main').getByRole('img')
    await expect(picture).toHaveJSProperty('naturalWidth', 1080)
    await expect(picture).toHaveAttribute('alt', /Walden, by Henry David Thoreau$/)
    await page.getByRole('button', { name: 'Share picture' }).click()
    const [shared] = await page.evaluate(() =>
      (window as never as { shared: ShareData[] }).shared.map(({ title, files }) => ({
        title,
        name: files![0]!.name,
        size: files![0]!.size,
      })),
    )
    expect(shared).toMatchObject({ title: 'Walden, by Henry David Thoreau', name: 'walden.png' })
    expect(shared!.size).toBeGreaterThan(10_000)
  })
})

test.describe('A picture of a sentence', { tag: ['@no-js', '@phone'] }, () => {
  test('is made from a list of sentences, and downloaded', async ({ page }) => {
    await page.goto('/summaries/walden')
    await page.getByRole('link', { name: 'Quote' }).click()
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(10)
    await page.getByText('All sentences').click()
    await page.getByRole('button', { name: 'Convert a price into hours' }).click()
    const picture = page.getByRole('main').getByRole('img', { name: /Convert a price into hours/ })
    await expect(picture).toHaveJSProperty('naturalWidth', 1080)
    // This browser cannot share files, so there is no button for it.
    await expect(page.getByRole('button', { name: 'Share picture' })).toBeHidden()
    const loading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).click()
    expect((await loading).suggestedFilename()).toBe('walden.png')
  })
})
