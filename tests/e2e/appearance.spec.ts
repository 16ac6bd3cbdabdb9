import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const html = (page: Page) => page.locator('html')
const theme = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('button', { name, exact: true })
const paper = (page: Page) => html(page).evaluate((e) => getComputedStyle(e).backgroundColor)

test.describe('Theme', { tag: ['@js', '@no-js', '@phone'] }, () => {
  test('is chosen in the footer and kept from page to page', async ({ page }) => {
    await page.goto('/about')
    const light = await paper(page)
    await theme(page, 'Dark').click()
    await expect(html(page)).toHaveAttribute('data-theme', 'dark')
    await expect(theme(page, 'Dark')).toHaveAttribute('aria-pressed', 'true')
    await expect(page).toHaveURL('/about')
    expect(await paper(page)).not.toBe(light)
    await expect
      .poll(
        async () => (await page.context().cookies()).find((c) => c.name === 'readr_look')?.value,
      )
      .toBe('dark.3.medium.serif')
    await page.goto('/browse/books')
    await expect(html(page)).toHaveAttribute('data-theme', 'dark')
    await theme(page, 'System').click()
    await expect(html(page)).not.toHaveAttribute('data-theme')
    expect(await paper(page)).toBe(light)
  })
})

test.describe('A chosen theme', { tag: '@js' }, () => {
  test('looks as the system’s does, whatever the system has', async ({ page }) => {
    /** What axe judges under the system's themes. */
    const colours = () =>
      page.locator('body *').evaluateAll((all) =>
        all.map((element) => {
          const { color, backgroundColor, borderTopColor } = getComputedStyle(element)
          return `${element.tagName} ${color} ${backgroundColor} ${borderTopColor}`
        }),
      )
    await page.goto('/dev/ui')
    const byTheme = new Map<string, string[]>()
    for (const system of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: system })
      byTheme.set(system, await colours())
    }
    expect(byTheme.get('light')).not.toEqual(byTheme.get('dark'))
    for (const [system, chosen] of [
      ['light', 'dark'],
      ['dark', 'light'],
    ] as const) {
      await page.emulateMedia({ colorScheme: system })
      await page.locator('html').evaluate((root, name) => (root.dataset['theme'] = name), chosen)
      expect(await colours(), chosen).toEqual(byTheme.get(chosen))
    }
  })
})

test.describe('Text settings', () => {
  test('without JavaScript are applied by a button', { tag: '@no-js' }, async ({ page }) => {
    await page.goto('/summaries/walden')
    await page.locator('summary', { hasText: 'Text' }).click()
    await page.getByRole('radio', { name: 'Largest' }).check()
    await page.getByRole('radio', { name: 'Sans' }).check()
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL('/summaries/walden')
    await expect(html(page)).toHaveAttribute('data-size', '5')
    await expect(html(page)).toHaveAttribute('data-face', 'sans')
  })

  test('with JavaScript show at once and stay', { tag: ['@js', '@phone'] }, async ({ page }) => {
    await page.goto('/summaries/walden')
    const size = () =>
      page.locator('.summary-text').evaluate((e) => Number.parseFloat(getComputedStyle(e).fontSize))
    const before = await size()
    await page.locator('summary', { hasText: 'Text' }).click()
    const kept = page.waitForResponse((response) => response.url().endsWith('/appearance'))
    await page.getByRole('radio', { name: 'Largest' }).check()
    await expect(html(page)).toHaveAttribute('data-size', '5')
    expect(await size()).toBeCloseTo(before * 1.35, 1)
    await expect(page.getByRole('button', { name: 'Apply' })).toBeHidden()
    await kept
    await page.reload()
    await expect(html(page)).toHaveAttribute('data-size', '5')
    await page.locator('summary', { hasText: 'Text' }).click()
    await expect(page.getByRole('radio', { name: 'Largest' })).toBeChecked()
  })
})

test.describe('Forced colours', { tag: '@js' }, () => {
  test('leave every control an edge', async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    for (const address of ['/', '/login', '/summaries/walden', '/dev/ui']) {
      await page.goto(address)
      const without = await page.locator('.button, .field, .segments').evaluateAll((controls) =>
        controls
          .filter((control) => control.checkVisibility())
          .filter((control) => Number.parseFloat(getComputedStyle(control).borderTopWidth) < 1)
          .map((control) => control.outerHTML.slice(0, 100)),
      )
      expect(without, address).toEqual([])
    }
  })
})
