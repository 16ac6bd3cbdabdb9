import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { bookLink, openSummary, wakeFramework } from './steps/catalogue.ts'

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })
const heading = (page: Page, name: string) => page.getByRole('heading', { name })
const SECOND = 'Counting to the half cent is a way of telling the truth'
const FIRST = 'The true price of a thing is the life you trade for it'

test.describe('Ideas', { tag: ['@js', '@no-js', '@phone'] }, () => {
  test('lead to the next and back', async ({ page }) => {
    await page.goto('/summaries/walden')
    await page.getByRole('link', { name: `Next: ${SECOND}` }).click()
    await expect(heading(page, SECOND)).toBeInViewport()
    await page.getByRole('link', { name: `Previous: ${FIRST}` }).click()
    await expect(heading(page, FIRST)).toBeInViewport()
  })

  test('end with a next book and why', async ({ page }) => {
    await page.goto('/summaries/meditations')
    const next = page.getByRole('complementary', { name: 'Next up' })
    await expect(next).toContainText('More in Self-Help')
    await next.getByRole('link', { name: 'As a Man Thinketh' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'As a Man Thinketh' })).toBeVisible()
  })
})

test.describe('Shortcuts', { tag: '@js' }, () => {
  test('move between ideas, change the text, and are listed', async ({ page }) => {
    await page.goto('/summaries/walden')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expect(heading(page, FIRST)).toBeFocused()
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

  test('can be turned off, and then leave the keys alone', async ({ page }) => {
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

  test('work in a summary over the list', async ({ page }) => {
    await page.goto('/browse/books')
    await wakeFramework(page)
    await bookLink(page, 'Walden').click()
    // Its title takes the focus once it listens to the keyboard.
    await expect(openSummary(page).getByRole('heading', { level: 1 })).toBeFocused()
    await page.keyboard.press('?')
    await expect(sheet(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toBeHidden()
    await expect(openSummary(page).getByRole('heading', { level: 1 })).toBeVisible()
  })
})

test.describe('Sharing', { tag: '@js' }, () => {
  test('copies the link and says so until it is closed', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/summaries/walden')
    await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }))
    await page.getByRole('button', { name: 'Share' }).click()
    const said = page.getByRole('status').filter({ hasText: 'The link is copied.' })
    await expect(said).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /\/summaries\/walden$/,
    )
    await said.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByText('The link is copied.')).toHaveCount(0)
    // Without HTTPS nothing can be copied: the link is told, and can be closed on the narrowest phone.
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await page.setViewportSize({ width: 320, height: 640 })
    await page.getByRole('button', { name: 'Share' }).click()
    const told = page.getByRole('status').filter({ hasText: 'Link:' })
    await expect(told.getByRole('link')).toHaveText(/\/summaries\/walden$/)
    await expect(told.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
  })

  test('makes a picture of a selected sentence, and hands it to the device', async ({ page }) => {
    await page.addInitScript(() => {
      const handed: ShareData[] = []
      Object.assign(window, { handed })
      navigator.canShare = (asked) => asked?.files?.[0]?.type === 'image/png'
      navigator.share = async (asked) => void handed.push(asked!)
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
    const offer = page.getByRole('status').filter({ hasText: 'Selected.' })
    await expect(offer).toBeVisible()
    // It goes with the selection, and comes with another one.
    await page.evaluate(() => getSelection()!.removeAllRanges())
    await expect(offer).toHaveCount(0)
    await selectWords()
    await offer.getByRole('link', { name: 'Make a picture' }).click()
    const picture = page.getByRole('main').getByRole('img')
    await expect(picture).toHaveJSProperty('naturalWidth', 1080)
    await expect(picture).toHaveAttribute('alt', /Walden, by Henry David Thoreau$/)
    await page.getByRole('button', { name: 'Share picture' }).click()
    const [handed] = await page.evaluate(() =>
      (window as never as { handed: ShareData[] }).handed.map(({ title, files }) => ({
        title,
        name: files![0]!.name,
        size: files![0]!.size,
      })),
    )
    expect(handed).toMatchObject({ title: 'Walden, by Henry David Thoreau', name: 'walden.png' })
    expect(handed!.size).toBeGreaterThan(10_000)
  })
})

test.describe('A picture of a sentence', { tag: ['@no-js', '@phone'] }, () => {
  test('is made of one that is chosen, and downloaded', async ({ page }) => {
    await page.goto('/summaries/walden')
    await page.getByRole('link', { name: 'Quote' }).click()
    await page.getByRole('button', { name: 'Convert a price into hours' }).click()
    const picture = page.getByRole('main').getByRole('img', { name: /Convert a price into hours/ })
    await expect(picture).toHaveJSProperty('naturalWidth', 1080)
    // Where the device takes no pictures there is no button that does nothing.
    await expect(page.getByRole('button', { name: 'Share picture' })).toBeHidden()
    const loading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).click()
    expect((await loading).suggestedFilename()).toBe('walden.png')
  })
})
