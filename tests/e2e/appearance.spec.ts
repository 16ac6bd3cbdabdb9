import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { bookLink, wakeFramework } from './steps/catalogue.ts'

const html = (page: Page) => page.locator('html')
const theme = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('button', { name, exact: true })
const background = (page: Page) => html(page).evaluate((e) => getComputedStyle(e).backgroundColor)

test.describe('Theme', { tag: ['@js', '@no-js'] }, () => {
  test('is chosen in the footer and stays on other pages', async ({ page }) => {
    await page.goto('/about')
    const light = await background(page)
    await theme(page, 'Dark').click()
    await expect(html(page)).toHaveAttribute('data-theme', 'dark')
    await expect(theme(page, 'Dark')).toHaveAttribute('aria-pressed', 'true')
    await expect(page).toHaveURL('/about')
    expect(await background(page)).not.toBe(light)
    await expect
      .poll(
        async () => (await page.context().cookies()).find((c) => c.name === 'readr_look')?.value,
      )
      .toBe('dark.3.medium.serif')
    await page.goto('/browse/books')
    await expect(html(page)).toHaveAttribute('data-theme', 'dark')
    await theme(page, 'System').click()
    await expect(html(page)).not.toHaveAttribute('data-theme')
    expect(await background(page)).toBe(light)
  })
})

test.describe('A chosen theme', { tag: '@js' }, () => {
  test('looks like the system theme, regardless of the system setting', async ({ page }) => {
    const colors = () =>
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
      byTheme.set(system, await colors())
    }
    expect(byTheme.get('light')).not.toEqual(byTheme.get('dark'))
    for (const [system, chosen] of [
      ['light', 'dark'],
      ['dark', 'light'],
    ] as const) {
      await page.emulateMedia({ colorScheme: system })
      await page.locator('html').evaluate((root, name) => (root.dataset['theme'] = name), chosen)
      expect(await colors(), chosen).toEqual(byTheme.get(chosen))
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

  test('with JavaScript apply immediately and stay', { tag: '@js' }, async ({ page }) => {
    await page.goto('/summaries/walden')
    const size = () =>
      page.locator('.summary-text').evaluate((e) => Number.parseFloat(getComputedStyle(e).fontSize))
    const before = await size()
    await page.locator('summary', { hasText: 'Text' }).click()
    const saved = page.waitForResponse((response) => response.url().endsWith('/appearance'))
    await page.getByRole('radio', { name: 'Largest' }).check()
    await expect(html(page)).toHaveAttribute('data-size', '5')
    expect(await size()).toBeCloseTo(before * 1.35, 1)
    await expect(page.getByRole('button', { name: 'Apply' })).toBeHidden()
    await saved
    await page.reload()
    await expect(html(page)).toHaveAttribute('data-size', '5')
    await page.locator('summary', { hasText: 'Text' }).click()
    await expect(page.getByRole('radio', { name: 'Largest' })).toBeChecked()
  })

  test(
    'are the ones chosen last, also when a page is left right after',
    { tag: '@js' },
    async ({ page }) => {
      const footer = (name: string) =>
        page.getByRole('contentinfo').getByRole('button', { name, exact: true })
      await page.goto('/about')
      // The first one is on its way while the page is left.
      const isLeft = page.waitForURL('/accessibility')
      await page.route(
        '**/appearance',
        async (route) => {
          await isLeft
          await route.abort().catch(() => {})
        },
        { times: 1 },
      )
      await footer('Dark').click()
      await footer('Light').click()
      await page.goto('/accessibility')
      await expect(html(page)).toHaveAttribute('data-theme', 'light')
      await expect(footer('Light')).toHaveAttribute('aria-pressed', 'true')
      await expect.poll(() => page.evaluate(() => localStorage['readr.look'])).toBe('')
      await page.reload()
      await expect(html(page)).toHaveAttribute('data-theme', 'light')
    },
  )

  test(
    'that a busy server did not save are saved with the next page',
    { tag: '@js' },
    async ({ page, trouble }) => {
      trouble.expect(/503/)
      await page.goto('/about')
      await page.route('**/appearance', (route) => route.fulfill({ status: 503 }), { times: 1 })
      await page.getByRole('contentinfo').getByRole('button', { name: 'Dark' }).click()
      const saved = page.waitForResponse((response) => response.url().endsWith('/appearance'))
      await page.goto('/accessibility')
      await saved
      await expect.poll(() => page.evaluate(() => localStorage['readr.look'])).toBe('')
      await page.reload()
      await expect(html(page)).toHaveAttribute('data-theme', 'dark')
    },
  )

  test('are the same in each form of a page', { tag: '@js' }, async ({ page }) => {
    const radio = (name: string) => page.getByRole('radio', { name, exact: true })
    const open = () => page.locator('summary', { hasText: 'Text' }).click()
    const choose = async (choice: Locator) => {
      await choice.focus()
      await page.keyboard.press('Space')
      await expect(choice).toBeChecked()
    }
    await page.goto('/summaries/walden')
    const inFooter = page.getByRole('contentinfo').getByRole('button', { name: 'Dark' })
    await inFooter.click()
    await open()
    await expect(radio('Dark')).toBeChecked()
    await choose(radio('Largest'))
    await choose(radio('Light'))
    await expect(inFooter).toHaveAttribute('aria-pressed', 'false')
    // A dialog that opens later shows the choice in the one before.
    await page.goto('/browse/books')
    await wakeFramework(page)
    for (const [before, next, face] of [
      ['Largest', 'Smallest', 'Sans'],
      ['Smallest', 'Larger', 'Serif'],
    ] as const) {
      await bookLink(page, 'Walden').click()
      await open()
      await expect(radio(before)).toBeChecked()
      const saved = page.waitForResponse((response) => response.url().endsWith('/appearance'))
      await choose(radio(next))
      await saved
      await choose(radio(face))
      await open()
      await page.getByRole('button', { name: 'Close' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    await page.reload()
    await expect(html(page)).toHaveAttribute('data-size', '4')
    await expect(html(page)).toHaveAttribute('data-theme', 'light')
    await expect(html(page)).not.toHaveAttribute('data-face')
  })
})

test.describe('Forced colors', { tag: '@js' }, () => {
  test('leave a border on every control', async ({ page }) => {
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
