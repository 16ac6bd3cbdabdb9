import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { field, main, REFUSED, signedInAsAdmin, tap } from './steps/accounts.ts'

const preview = '.editor-preview'

test.describe('Without JavaScript', { tag: '@no-js' }, () => {
  test('a new book is written, previewed with its cut, kept as a draft, and added', async ({
    page,
    trouble,
  }) => {
    trouble.expect(REFUSED)
    const slug = `edited-${Date.now()}`
    const title = 'Written in the form'
    await signedInAsAdmin(page)
    await page.goto('/admin/books/new')
    await field(page, 'Address: /summaries/…').fill(slug)
    for (const [label, value] of [
      ['Title', title],
      ['Author', 'Ada'],
      ['Year (negative for BCE)', '1900'],
      ['Blurb', 'About editing.'],
      ['Hook', 'The hook.'],
      // Readers do not see it yet.
      ['Publication date, such as 2026-09-14 or 2026-09-14T08:00Z', '2099-01-01'],
    ] as const) {
      await field(page, label).fill(value)
    }
    for (const n of [1, 2, 3, 4]) {
      const idea = main(page).locator(`#idea-${n}`)
      await idea.getByLabel('Heading').fill(`Heading ${n}`)
      if (n !== 4) await idea.getByLabel('Text').fill(`The text of idea ${n}.`)
    }
    await tap(page, 'Add an idea')
    await expect(main(page).locator('#idea-5')).toBeVisible()
    await tap(page, 'Remove idea 5')
    await expect(main(page).locator('#idea-5')).toHaveCount(0)
    await tap(page, 'Up idea 4')
    await expect(main(page).locator('#idea-3').getByLabel('Heading')).toHaveValue('Heading 4')

    await tap(page, 'Add the book')
    await expect(main(page).getByRole('alert')).toContainText('Nothing was published.')
    const text = main(page).locator('#idea-3').getByLabel('Text')
    await expect(text).toHaveAccessibleDescription('Please write the idea.')
    await text.fill('The text of the moved idea.')
    await tap(page, 'Preview')
    const parts = page.locator(`${preview} :is(h2, .cut-line)`)
    await expect(parts).toHaveText([
      ...['Preview', 'Hook', 'Idea 1 Heading 1', 'Idea 2 Heading 2', 'Idea 3 Heading 4'],
      ...['The free part ends here', 'Idea 4 Heading 3'],
    ])
    // The draft is on the server.
    await page.goto('/admin/books')
    await main(page).getByRole('link', { name: 'a new book' }).click()
    await expect(field(page, 'Title')).toHaveValue(title)
    await tap(page, 'Add the book')
    await expect(main(page).getByRole('status')).toHaveText('The book has been added.')
    await main(page).getByRole('link', { name: 'Edit in a form' }).click()
    await field(page, 'Title').fill('Discarded')
    await tap(page, 'Save draft')
    await tap(page, 'Discard draft')
    await expect(main(page).getByRole('status')).toHaveText('The draft has been discarded.')
    await expect(field(page, 'Title')).toHaveValue(title)
  })
})

/** Waits until the draft on the server has a text. */
const expectSaved = (page: Page, text: string, slug = 'symposium') =>
  expect
    .poll(async () => (await page.request.get(`/admin/books/${slug}/edit`)).text())
    .toContain(text)

const hookOf = (page: Page) => main(page).getByRole('textbox', { name: 'Hook' })

test.describe('With JavaScript', { tag: '@js' }, () => {
  test('what is typed and selected before the framework starts stays', async ({ page }) => {
    await signedInAsAdmin(page)
    const held = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto('/admin/books/meditations/edit')
    await field(page, 'Blurb').fill('Typed early.')
    await field(page, 'Title').fill('Titled early')
    await hookOf(page).selectText()
    await expect(page.locator('html:not([data-ready])')).toBeAttached()
    held.resolve()
    await expect(page.locator('html[data-ready]')).toBeAttached()
    // The editor is rendered again, which keeps the selection too.
    await expect(page.locator(preview).getByText('Typed early.')).toBeVisible()
    await page.keyboard.type('Typed over it.')
    await expect(hookOf(page)).toHaveValue('Typed over it.')
    await expect(field(page, 'Blurb')).toHaveValue('Typed early.')
    for (const text of ['Typed over it.', 'Typed early.', 'Titled early']) {
      await expect(page.locator(preview).getByText(text)).toBeVisible()
    }
    await expectSaved(page, 'Typed over it.', 'meditations')
    await page.reload()
    await tap(page, 'Discard draft')
    await expect(main(page).getByRole('status')).toHaveText('The draft has been discarded.')
  })

  test('the preview and the draft follow while typing', async ({ page, trouble }) => {
    trouble.expect(REFUSED)
    await signedInAsAdmin(page)
    await page.goto('/admin/books/symposium/edit')
    // What an earlier attempt has left.
    if (await main(page).getByRole('button', { name: 'Discard draft' }).count()) {
      await tap(page, 'Discard draft')
    }
    await tap(page, 'Add an idea')
    await expect(main(page).locator('#idea-9').getByLabel('Heading')).toBeFocused()
    await tap(page, 'Remove idea 9')
    await tap(page, 'Down idea 1')
    await expect(main(page).locator('#idea-2').getByLabel('Heading')).toBeFocused()
    await tap(page, 'Up idea 2')
    await hookOf(page).fill('A hook that was just typed.')
    await expect(page.locator(preview).getByText('A hook that was just typed.')).toBeVisible()
    await expectSaved(page, 'A hook that was just typed.')
    await page.reload()
    await expect(hookOf(page)).toHaveValue('A hook that was just typed.')
    // Another window does not overwrite it.
    const other = await page.context().newPage()
    await other.goto('/admin/books/symposium/edit')
    await field(other, 'Title').fill('From the other window')
    await expect(other.locator(preview).getByText('From the other window')).toBeVisible()
    await expectSaved(other, 'value="From the other window"')
    await hookOf(page).fill('From the first window.')
    await expect(main(page).getByRole('alert')).toContainText('in another window')
    await expect(hookOf(page)).toHaveValue('From the first window.')
    await other.bringToFront()
    await tap(other, 'Discard draft')
    await expect(main(other).getByRole('status')).toHaveText('The draft has been discarded.')
    // The form answers when the framework runs.
    await tap(other, 'Add an idea')
    await expect(main(other).locator('#idea-9').getByLabel('Heading')).toBeFocused()
    await tap(other, 'Remove idea 9')
    await page.context().clearCookies()
    await hookOf(other).fill('Typed after the session ended.')
    await expect(main(other).getByRole('alert')).toContainText('you are signed out')
    await tap(other, 'Save draft')
    await expect(hookOf(other)).toHaveValue('Typed after the session ended.')
  })

  test('a draft is saved again and again, and published twice', async ({ page, trouble }) => {
    trouble.expect(REFUSED)
    const saved = main(page).getByText('Draft saved at')
    const type = async (text: string) => {
      const answer = page.waitForResponse((response) => response.url().endsWith('/draft'))
      await hookOf(page).fill(text)
      expect((await answer).status()).toBe(200)
      await expect(saved).toBeVisible()
    }
    await signedInAsAdmin(page)
    await page.goto('/admin/books/on-friendship/edit')
    const before = await hookOf(page).inputValue()
    await type('Typed once.')
    await type('Typed twice.')
    await field(page, 'Title').fill('')
    await tap(page, 'Publish changes')
    await expect(main(page).getByRole('alert')).toContainText('Nothing was published.')
    await field(page, 'Title').fill('On Friendship')
    await type('Typed after an error.')
    const published = main(page).getByRole('status')
    await tap(page, 'Publish changes')
    await expect(published).toHaveText('The book has been saved.')
    await main(page).getByRole('link', { name: 'Edit in a form' }).click()
    await expect(hookOf(page)).toHaveValue('Typed after an error.')
    await type('Typed again.')
    await type(before)
    await tap(page, 'Publish changes')
    await expect(published).toHaveText('The book has been saved.')
  })

  test('a draft is saved after an error, and after a lost answer', async ({ page, trouble }) => {
    trouble.expect(/walden\/draft/)
    await signedInAsAdmin(page)
    await page.goto('/admin/books/walden/edit')
    await page.clock.install()
    const fault = '**/walden/draft'
    await page.route(fault, (route) => route.fulfill({ status: 503, json: { message: 'Busy.' } }))
    await hookOf(page).fill('Typed while the server was busy.')
    await page.clock.runFor(2000)
    await expect(main(page).getByRole('alert')).toContainText('It will try again.')
    await page.unroute(fault)
    const lost = page.waitForEvent('requestfailed')
    await page.route(fault, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await page.clock.runFor(11_000)
    await lost
    await page.unroute(fault)
    await hookOf(page).fill('Typed after the lost answer.')
    await page.clock.runFor(11_000)
    await expectSaved(page, 'Typed after the lost answer.', 'walden')
    await expect(main(page).getByText('Draft saved at')).toBeVisible()
    await page.reload()
    await tap(page, 'Discard draft')
    await expect(main(page).getByRole('status')).toHaveText('The draft has been discarded.')
  })

  test('a book that can’t be published right now stays in its form', async ({ page, trouble }) => {
    trouble.expect(/walden\/(?:draft|edit)/)
    await signedInAsAdmin(page)
    await page.goto('/admin/books/walden/edit')
    await hookOf(page).fill('Typed before the server went away.')
    await page.route('**/admin/books/walden/**', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    )
    for (let time = 0; time < 2; time++) {
      await main(page).getByRole('button', { name: 'Publish changes' }).click()
      await expect(main(page).getByRole('alert')).toContainText('It will try again.')
      await expect(hookOf(page)).toHaveValue('Typed before the server went away.')
    }
    await page.unroute('**/admin/books/walden/**')
    await page.goto('/admin/books/walden/edit')
    if (await main(page).getByRole('button', { name: 'Discard draft' }).count()) {
      await tap(page, 'Discard draft')
    }
  })

  test('a draft in two windows is saved in the one that opened it last', async ({
    page,
    trouble,
  }) => {
    trouble.expect(REFUSED)
    await signedInAsAdmin(page)
    await page.goto('/admin/books/frankenstein/edit')
    await hookOf(page).fill('One.')
    await expectSaved(page, 'One.', 'frankenstein')
    const other = await page.context().newPage()
    await other.goto('/admin/books/frankenstein/edit')
    for (const text of ['Two.', 'Three.']) {
      await hookOf(other).fill(text)
      await expectSaved(page, text, 'frankenstein')
    }
    await hookOf(page).fill('Four.')
    const problem = main(page).getByRole('alert')
    await expect(problem).toContainText('in another window')
    await tap(page, 'Publish changes')
    await expect(main(page).getByRole('alert').first()).toContainText('in another window')
    await expect(hookOf(page)).toHaveValue('Four.')
    await hookOf(other).fill('Five.')
    await expectSaved(page, 'Five.', 'frankenstein')
    await tap(other, 'Discard draft')
    await expect(main(other).getByRole('status')).toHaveText('The draft has been discarded.')
  })
})
