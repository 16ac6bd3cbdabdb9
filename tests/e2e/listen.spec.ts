import type { Page } from '@playwright/test'
import { SPECIAL_HEADINGS } from '#app/catalogue/rules/summary/parse.ts'
import { expect, test } from './fixtures.ts'
import { giveVoices } from './steps/voices.ts'

const lastSaid = (page: Page) =>
  page.evaluate(() => {
    const { text, rate, voice } = (window as never as { said: SpeechSynthesisUtterance[] }).said.at(
      -1,
    )!
    return { text, rate, voice: voice?.name ?? null }
  })
const finish = (page: Page) =>
  page.evaluate(() =>
    (window as never as { said: SpeechSynthesisUtterance[] }).said
      .at(-1)!
      .dispatchEvent(new Event('end')),
  )
const marked = (page: Page) =>
  page.evaluate(() => [...CSS.highlights.get('listening')!].map(String).join())

test.describe('Listening to a summary', () => {
  test('reads sentences and ideas aloud and remembers the settings @phone', async ({ page }) => {
    await giveVoices(page)
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    await page.goto('/summaries/walden')
    expect(scripts).toEqual([])
    await page.getByRole('button', { name: 'Listen' }).click()
    const player = page.getByRole('region', { name: 'Listen' })
    await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible()
    expect(scripts).toHaveLength(1)
    // One line: the text stays in view.
    expect((await player.boundingBox())!.height).toBeLessThan(72)

    // iPhones stay silent unless something is spoken in the tap event itself.
    expect(
      await page.evaluate(() => (window as never as { said: Event[] }).said[0]),
    ).toHaveProperty('text', '')
    const first = await lastSaid(page)
    expect(await marked(page)).toBe(first.text)
    await finish(page)
    const second = await lastSaid(page)
    expect(second.text).not.toBe(first.text)
    expect(await marked(page)).toBe(second.text)

    await expect(player).toContainText(second.text)
    await player.getByLabel('Speed').selectOption('1.5')
    const sheet = player.getByRole('dialog', { name: 'Listening' })
    await player.getByRole('button', { name: 'Timer and voice' }).click()
    await sheet.getByRole('button', { name: 'Next idea' }).click()
    expect((await lastSaid(page)).text).toBe('Hook')
    await sheet.getByRole('button', { name: 'Next idea' }).click()
    expect((await lastSaid(page)).text).toMatch(/^Idea 1/)
    await sheet.getByLabel('Voice').selectOption('Ben')
    expect(await lastSaid(page)).toMatchObject({ rate: 1.5, voice: 'Ben' })
    await sheet.getByLabel('Stop').selectOption('idea')
    await sheet.getByRole('button', { name: 'Done' }).click()
    const pause = player.getByRole('button', { name: 'Pause' })
    while (await pause.isVisible()) await finish(page)
    await expect(player).toContainText('Idea 2')
    await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
    await player.getByRole('button', { name: 'Close the player' }).click()
    await expect(player).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Listen' })).toBeFocused()

    await page.reload()
    await page.getByRole('button', { name: 'Listen' }).click()
    const voice = player.getByRole('combobox', { name: 'Voice', includeHidden: true })
    await expect(voice).toHaveValue('Ben')
    expect(await lastSaid(page)).toMatchObject({ text: first.text, rate: 1.5, voice: 'Ben' })
    // Visitors hear only the free part.
    while (await pause.isVisible()) {
      await finish(page)
      expect((await lastSaid(page)).text).not.toMatch(/^Idea 4/)
    }
    await expect(player).toContainText('You’ve reached the end.')
  })

  test('says so if the device stays silent', async ({ page }) => {
    await giveVoices(page)
    await page.addInitScript(() => Object.assign(speechSynthesis, { speaking: false }))
    await page.clock.install()
    await page.goto('/summaries/walden')
    await page.getByRole('button', { name: 'Listen' }).click()
    const player = page.getByRole('region', { name: 'Listen' })
    await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible()
    await page.clock.fastForward(4000)
    await expect(player).toContainText('The voice didn’t start.')
    await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  })

  test('says so if the device has no voice', async ({ page }) => {
    await giveVoices(page)
    await page.addInitScript(() =>
      Object.assign(speechSynthesis, { speaking: false, getVoices: () => [] }),
    )
    await page.clock.install()
    await page.goto('/summaries/walden')
    await page.getByRole('button', { name: 'Listen' }).click()
    const player = page.getByRole('region', { name: 'Listen' })
    await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible()
    await page.clock.fastForward(4000)
    await expect(player.getByRole('status')).toHaveText(
      'This device has no English voice. Add one in its settings.',
    )
  })

  test('says so if the browser has no speech', async ({ page }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(Window.prototype, 'speechSynthesis')
      Reflect.deleteProperty(window, 'speechSynthesis')
    })
    await page.goto('/summaries/walden')
    await page.getByRole('button', { name: 'Listen' }).click()
    await expect(page.getByText('This browser can’t read aloud.')).toBeVisible()
  })
})

test.describe('A summary with every section', { tag: '@js' }, () => {
  test.use({ site: 'awkward' })

  test('is read aloud and printed as a whole', async ({ page }) => {
    await giveVoices(page)
    await page.goto('/summaries/every-section')
    await page.getByRole('link', { name: '1 min version' }).click()
    await expect(page).toHaveURL(/#in-one-page$/)
    const readNext = page.locator('.summary-text').getByRole('link', { name: 'Every Section' })
    await expect(readNext).toHaveAttribute('href', '/summaries/every-section')
    await page.getByRole('button', { name: 'Listen' }).click()
    const player = page.getByRole('region', { name: 'Listen' })
    await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible()
    const heard: string[] = []
    while (await player.getByRole('button', { name: 'Pause' }).isVisible()) {
      heard.push((await lastSaid(page)).text)
      await finish(page)
    }
    expect(heard.filter((text) => (SPECIAL_HEADINGS as readonly string[]).includes(text))).toEqual(
      SPECIAL_HEADINGS,
    )
    expect(heard).toContain('Claim: One of five.')

    await page.emulateMedia({ media: 'print' })
    for (const name of SPECIAL_HEADINGS) {
      await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible()
    }
    await expect(page.getByText('Written on September 1, 2026')).toBeVisible()
    await expect(page.getByText('Found a mistake? Tell us')).toBeHidden()
  })
})
