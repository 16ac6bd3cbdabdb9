import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { type States, testAccessibility } from './steps/accessible.ts'
import { look, violations } from './steps/axe.ts'
import { bookLink, bookLinks, openFilters, openSummary, wakeFramework } from './steps/catalogue.ts'
import { PAGES } from './steps/pages.ts'
import { sidewaysRoom } from './steps/scrolling.ts'
import { giveVoices } from './steps/voices.ts'

const NARROW = { width: 320, height: 800 }

/** How to reach the states of pages that have more than one. */
const STATES: States = {
  ...Object.fromEntries(
    Object.entries(PAGES).map(([name, address]) => [name, (page: Page) => page.goto(address)]),
  ),
  landing: async (page) => {
    await page.goto(PAGES.landing)
    // It names another book each day: use the title with the longest word.
    await page.locator('main a[href="/today"]').evaluate((link) => {
      link.firstChild!.textContent = 'Keep reading On the Mode of Communication of Cholera'
    })
  },
  'summary over the list': async (page) => {
    await page.goto('/browse/books')
    await wakeFramework(page)
    await bookLink(page, 'Walden').click()
    await expect(openSummary(page).getByRole('heading', { level: 1 })).toBeVisible()
  },
  'open filters': async (page) => {
    await page.goto('/browse/books')
    await wakeFramework(page)
    await openFilters(page)
  },
  'contact with errors': async (page) => {
    await page.goto('/contact')
    await page.getByRole('main').getByRole('button', { name: /send/i }).click()
    await expect(page.getByText('Please enter your name.')).toBeVisible()
  },
  'contact with thanks': async (page) => {
    await page.goto('/contact')
    await page.getByRole('textbox', { name: 'Name' }).fill('Zoë')
    await page.getByRole('textbox', { name: 'Email' }).fill('zoe@example.com')
    await page.getByRole('textbox', { name: 'Message' }).fill('I liked it.')
    await page.getByRole('main').getByRole('button', { name: /send/i }).click()
    await expect(page.getByText(/thank you/i)).toBeVisible()
  },
}

testAccessibility('pages', STATES, /answer: [45]\d\d|status of [45]\d\d/)

test.describe('Accessible on a phone', { tag: '@phone' }, () => {
  test('the open drawer, in light and dark', async ({ page }) => {
    await page.setViewportSize(NARROW)
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await expect(drawer).toBeVisible()
    // Wait until the drawer has slid in: its colors are checked at the end.
    await expect
      .poll(() => drawer.evaluate((one) => one.getAnimations({ subtree: false }).length))
      .toBe(0)
    expect(await page.evaluate(() => window.visualViewport!.width)).toBe(NARROW.width)
    await look(page, 'the open drawer')
  })
})

test.describe('Accessible during interactions', { tag: '@js' }, () => {
  test('while reading', async ({ page }) => {
    await giveVoices(page)
    await page.goto('/summaries/walden')
    await page.locator('summary', { hasText: 'Text' }).click()
    await page
      .locator('.summary-text p')
      .nth(1)
      .evaluate((p) => {
        getSelection()!.setBaseAndExtent(p.firstChild!, 0, p.firstChild!, 60)
      })
    await expect(page.getByText('Text selected.')).toBeVisible()
    await look(page, 'text settings and a message')
    await page.getByRole('button', { name: 'Listen' }).click()
    await expect(page.getByRole('region', { name: 'Listen' })).toBeVisible()
    await look(page, 'the player')
    await page.getByRole('button', { name: 'Close the player' }).click()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await look(page, 'the sheet of shortcuts')

    await page.goto('/summaries/walden/quote')
    await look(page, 'the choice of a sentence')
    await page.getByText('All sentences').click()
    await page.getByRole('button', { name: 'Convert a price into hours' }).last().click()
    // Not before: while pages fade into each other, the browser adds the width of the scroll bar.
    await expect(page.getByRole('heading', { name: 'Your picture' })).toBeVisible()
    await look(page, 'the picture of a sentence')
  })
})

test.describe('Awkward books', { tag: '@phone' }, () => {
  test.use({ site: 'awkward' })

  test('are accessible and fit a narrow window', async ({ page }) => {
    await page.setViewportSize(NARROW)
    for (const address of [
      '/browse/books',
      '/summaries/a-title-without-a-break',
      '/summaries/right-to-left',
    ]) {
      await page.goto(address)
      expect(await violations(page), address).toEqual([])
      expect(await sidewaysRoom(page), address).toBe(0)
    }
  })
})

/** A long text takes several key presses. */
const KEY_AFTER_KEY = { intervals: [150] }

test.describe('With the keyboard alone', { tag: '@js' }, () => {
  test('a book can be reached, opened, read to the end, and closed', async ({ page }) => {
    await page.goto('/browse/books')
    const first = bookLinks(page).first()
    for (let i = 0; i < 20; i++) {
      await page.keyboard.press('Tab')
      if (await first.evaluate((link) => link === document.activeElement)) break
      const focused = page.locator(':focus')
      await expect(focused).toBeInViewport()
    }
    await expect(first).toBeFocused()
    const title = await first.innerText()
    await page.keyboard.press('Enter')
    const summary = openSummary(page)
    await expect(summary.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const end = summary.getByRole('heading', { name: 'Want to see the full summary?' })
    await expect(end).not.toBeInViewport()
    await expect
      .poll(async () => {
        await page.keyboard.press('PageDown')
        return end.evaluate((e) => e.getBoundingClientRect().bottom <= window.innerHeight)
      }, KEY_AFTER_KEY)
      .toBe(true)
    await page.keyboard.press('Escape')
    await expect(summary).toHaveCount(0)
    await expect(first).toBeFocused()
  })

  test('a filter can be chosen', async ({ page }) => {
    await page.goto('/browse/books')
    await wakeFramework(page)
    const filters = page.getByRole('main').locator('summary', { hasText: 'Filters' })
    await filters.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('radio', { name: 'All', exact: true })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page).toHaveURL(/genre=self-help/)
    await expect(bookLinks(page)).toHaveCount(2)
    // The next key continues from there, also on the page of a genre; Back shows the previous choice.
    await expect(page.getByRole('radio', { name: 'Self-Help' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('radio', { name: 'Health & Wellness' })).toBeFocused()
    await expect(page).toHaveURL(/genre=health-and-wellness/)
    await page.goBack()
    await expect(page.getByRole('radio', { name: 'Self-Help' })).toBeChecked()
  })

  test('the focus is always visible', async ({ page }) => {
    await page.goto('/browse/books')
    for (let i = 0; i < 10; i++) {
      await page.keyboard.press('Tab')
      const outline = await page.evaluate(() => {
        const focused = document.activeElement!
        const { outlineStyle, outlineWidth } = getComputedStyle(focused)
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
      })
      expect(outline).toBe(true)
    }
  })
})
