import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { violations } from './steps/axe.ts'

// start-sites.ts gives this book a sound of 35 seconds, of which some are free.
const PAGE = '/summaries/book-001'

test.use({ site: 'many' })

const playerOf = (page: Page) => page.getByRole('region', { name: 'Listen' })

/** Seconds as the sheet shows them, even while it is closed. */
const timeOf = async (page: Page) => {
  const text = await playerOf(page).locator('label', { hasText: 'Time' }).textContent()
  return Number(/0:(\d\d) \//.exec(text!)![1])
}

test.describe('The audio of a summary', { tag: '@phone' }, () => {
  test('plays on every page, idea by idea, and covers nothing', async ({ page }) => {
    await page.goto(PAGE)
    const sections = await page.locator('.summary-text h2').allTextContents()
    await page.getByRole('button', { name: 'Listen' }).click()
    const player = playerOf(page)
    const pause = player.getByRole('button', { name: 'Pause' })
    await expect(pause).toBeFocused()
    await expect.poll(() => timeOf(page)).toBeGreaterThan(0)
    // Right away, because the next idea begins after five seconds.
    expect(await page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe('Hook')
    expect((await player.boundingBox())!.height).toBeLessThan(72)
    expect(await violations(page)).toEqual([])

    await player.getByRole('button', { name: 'Chapters and timer' }).click()
    const sheet = player.getByRole('dialog', { name: 'Listening' })
    expect(await violations(page)).toEqual([])
    await sheet.getByLabel('Go to').selectOption({ label: 'Idea 1: Idea 1 of book 1' })
    // Right away, as above, and before the next steps, which take long on a busy machine.
    await expect
      .poll(() => page.evaluate(() => [...(CSS.highlights.get('listening') ?? [])].map(String)))
      .toEqual(['Idea 1 of book 1', 'A few plain sentences explain it'])
    await sheet.getByLabel('Stop').selectOption('After this idea')
    await sheet.getByRole('button', { name: 'Done' }).click()
    await expect(player.getByRole('link')).toContainText('Idea 1')
    await player.getByLabel('Speed').selectOption('2.5')

    // It continues on the next page, and stops after the idea.
    await page.goto('/about')
    await expect(player.getByRole('link')).toHaveAttribute('href', PAGE)
    await expect(player.getByLabel('Speed')).toHaveValue('2.5')
    expect(await timeOf(page)).toBeGreaterThanOrEqual(5)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    const last = await page.getByRole('link', { name: 'LinkedIn' }).boundingBox()
    expect(last!.y + last!.height).toBeLessThanOrEqual((await player.boundingBox())!.y)

    // The free part ends, and nothing of the rest can be heard.
    await player.getByRole('button', { name: 'Chapters and timer' }).click()
    await expect(sheet.getByLabel('Go to').getByRole('option')).toHaveCount(sections.length)
    await sheet.getByLabel('Go to').selectOption({ index: sections.length - 1 })
    await sheet.getByRole('button', { name: 'Done' }).click()
    const start = player.getByRole('button', { name: 'Play', exact: true })
    if (await start.isVisible()) await start.click()
    await expect(player.getByRole('status')).toHaveText('The free part ends here.')
    await player.getByRole('button', { name: 'Back 15 seconds' }).click()
    await expect.poll(() => timeOf(page)).toBeLessThan(10)
    await player.getByRole('button', { name: 'Close the player' }).click()
    await page.goto(PAGE)
    await expect(page.getByRole('button', { name: 'Listen' })).toBeVisible()
    await expect(player).toHaveCount(0)
  })

  test('says when it does not load, and can be tried again', async ({ page, trouble }) => {
    trouble.expect(/503/)
    await page.route('**/audio/**', (route) => route.fulfill({ status: 503 }))
    await page.goto(PAGE)
    await page.getByRole('button', { name: 'Listen' }).click()
    const player = playerOf(page)
    await expect(player.getByRole('status')).toHaveText(
      'The audio didn’t load. Select Play to try again.',
    )
    await page.unroute('**/audio/**')
    await player.getByRole('button', { name: 'Play', exact: true }).click()
    await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible()
    await expect.poll(() => timeOf(page)).toBeGreaterThan(0)
  })
})

test(
  'Without JavaScript, the browser’s own player plays it',
  { tag: '@no-js' },
  async ({ page }) => {
    await page.goto(PAGE)
    const audio = page.locator('audio[controls]')
    await expect(audio).toBeVisible()
    await expect(audio).toHaveAccessibleName(/^Listen to The Open Garden/)
    const answer = await page.request.get((await audio.getAttribute('src'))!)
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'audio/mpeg'])
  },
)
