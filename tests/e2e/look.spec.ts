import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/**
 * Reference pictures of a few first views. Machines and browsers smooth fonts differently; a broken
 * layout, a lost color, or a missing cover differs by far more than the tolerance.
 * To update them: npx playwright test look --update-snapshots
 */
const LET_PASS = { maxDiffPixelRatio: 0.05, threshold: 0.3, animations: 'disabled' } as const

const PAGES = { landing: '/', catalogue: '/browse/books', summary: '/summaries/walden' }

/** Opens a page with its fonts, which browsers use only if they load in time. */
async function openWithFonts(page: Page, address: string): Promise<void> {
  await expect(async () => {
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    const used = await page.evaluate(async () => {
      await document.fonts.ready
      const width = (font: string) => {
        const context = document.createElement('canvas').getContext('2d')!
        context.font = `40px ${font}`
        return context.measureText('Readr, ideas').width
      }
      return ['Literata Display', 'Hanken Grotesk'].every(
        (face) => width(`"${face}", monospace`) !== width('monospace'),
      )
    })
    expect(used).toBe(true)
  }).toPass()
}

test.describe('The look', { tag: ['@js', '@phone'] }, () => {
  for (const [name, address] of Object.entries(PAGES)) {
    test(`of ${name} matches the reference picture`, async ({ page }, { project }) => {
      const colorScheme = project.name === 'phone' ? 'dark' : 'light'
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await openWithFonts(page, address)
      await expect(page).toHaveScreenshot(`${name}.png`, LET_PASS)
    })
  }
})
