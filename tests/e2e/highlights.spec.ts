import { expect, test } from './fixtures.ts'
import { look } from './steps/axe.ts'
import { newReader } from './steps/billing.ts'
import { highlightedLines, selectText, toolbar } from './steps/highlights.ts'

const WALDEN = '/summaries/walden'

// The toolbar appears where it stays.
test.use({ reducedMotion: 'reduce' })

test.describe('Highlights', { tag: '@js' }, () => {
  test('are made, changed, deleted, and restored with the keyboard and the mouse', async ({
    page,
  }) => {
    await newReader(page)
    await page.goto(WALDEN)
    const beside = page.getByRole('navigation', { name: 'Your highlights' })
    await expect(beside).toBeHidden()
    const bar = toolbar(page)
    const marks = page.locator('.summary-text mark')

    // Escape removes the toolbar, and it stays away until the selection changes.
    await selectText(page, [0, 0], [0, 20])
    await expect(bar).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(bar).toHaveCount(0)
    await page.keyboard.press('Shift+ArrowRight')
    await expect(bar).toBeVisible()
    await look(page, 'the toolbar for a selection')

    // Tab leads into the toolbar, arrows move in it, and the focus returns to the highlight.
    await page.keyboard.press('Tab')
    await expect(bar.getByRole('button', { name: 'Yellow' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(bar).toHaveCount(0)
    await expect(marks).toHaveClass(/\bhighlight-green\b/)
    await expect(marks).toBeFocused()
    await expect(beside.getByRole('listitem')).toHaveCount(1)

    // A highlight crosses paragraphs and overlaps another one; its note is written right away.
    await selectText(page, [0, 10], [2, 30])
    await bar.getByRole('button', { name: 'Note' }).click()
    await bar.getByRole('textbox', { name: 'Note' }).fill('A “new” <b>thought</b> #life')
    await bar.getByRole('button', { name: 'Blue' }).click()
    await look(page, 'the field for a note')
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/notes'))
    await page.keyboard.press('Control+Enter')
    expect((await saved).status()).toBe(200)
    await expect(beside.getByRole('listitem')).toHaveCount(2)
    await expect(beside).toContainText('A “new” <b>thought</b> #life')

    // The server shows the same.
    const shown = await highlightedLines(page)
    expect(shown).toHaveLength(3)
    const listed = await beside.innerText()
    await page.reload()
    expect(await highlightedLines(page)).toEqual(shown)
    expect(await beside.innerText()).toBe(listed)
    await look(page, 'highlights in a text')

    // A highlight is changed where it is.
    await page.locator('mark.highlight-green').first().click()
    await expect(bar.getByRole('button', { name: 'Green', pressed: true })).toBeVisible()
    await bar.getByRole('button', { name: 'Pink' }).click()
    await expect(page.locator('mark.highlight-pink')).not.toHaveCount(0)
    await expect(page.locator('mark.highlight-green')).toHaveCount(0)

    // The list leads to it, and Enter opens it.
    await beside.getByRole('link').last().focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('mark.highlight-blue').first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(bar.getByRole('button', { name: 'Blue', pressed: true })).toBeFocused()
    await expect(bar).toContainText('A “new” <b>thought</b> #life')
    const before = await highlightedLines(page)
    const deleted = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
    await bar.getByRole('button', { name: 'Delete' }).click()
    await expect(page.locator('mark.highlight-blue')).toHaveCount(0)
    expect((await deleted).status()).toBe(200)
    const restored = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await expect(page.locator('mark.highlight-blue')).not.toHaveCount(0)
    expect(await highlightedLines(page)).toEqual(before)
    expect((await restored).status()).toBe(200)
    await page.reload()
    expect(await highlightedLines(page)).toEqual(before)

    // Single keys: h highlights in the last color, else it goes to the next highlight.
    await selectText(page, [4, 0], [4, 12])
    await page.keyboard.press('h')
    await expect(page.locator('mark.highlight-pink').last()).toHaveText(/\S/)
    await expect(beside.getByRole('listitem')).toHaveCount(3)
  })

  test('are made in the dialog over a list too', async ({ page }) => {
    await newReader(page)
    await page.goto('/browse/books')
    const open = async () => {
      await page.getByRole('main').getByRole('link', { name: 'Walden' }).click()
      await expect(page.getByRole('dialog').locator('[data-start]').first()).toBeVisible()
    }
    await open()
    await selectText(page, [0, 0], [1, 10])
    const bar = toolbar(page)
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/notes'))
    await bar.getByRole('button', { name: 'Yellow' }).click()
    expect((await saved).status()).toBe(200)
    const shown = await highlightedLines(page)
    expect(shown).toHaveLength(2)
    await selectText(page, [2, 0], [2, 10])
    await expect(bar).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(bar).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await open()
    expect(await highlightedLines(page)).toEqual(shown)
  })
})

test.describe('Highlights on a phone', { tag: '@phone' }, () => {
  test('are made with a toolbar at the bottom of the window', async ({ page }) => {
    await newReader(page)
    await page.goto(WALDEN)
    await selectText(page, [0, 0], [0, 40])
    const bar = toolbar(page)
    await expect(bar).toBeVisible()
    const box = (await bar.boundingBox())!
    expect(box.y + box.height).toBeCloseTo(page.viewportSize()!.height, 0)
    expect(box.width).toBeCloseTo(page.viewportSize()!.width, 0)
    await look(page, 'the toolbar on a phone')
    await bar.getByRole('button', { name: 'Yellow' }).tap()
    await expect(bar).toHaveCount(0)
    const mark = page.locator('.summary-text mark')
    await mark.tap()
    await expect(bar.getByRole('button', { name: 'Yellow', pressed: true })).toBeVisible()
    await bar.getByRole('button', { name: 'Note' }).tap()
    await expect(bar.getByRole('textbox', { name: 'Note' })).toBeFocused()
    await bar.getByRole('button', { name: 'Cancel' }).tap()
    await expect(mark).toHaveCount(1)
    await page.reload()
    await page.getByRole('link', { name: 'Your highlights (1)' }).tap()
    await expect(page).toHaveURL(/\/browse\/notes\?book=walden$/)
  })
})
