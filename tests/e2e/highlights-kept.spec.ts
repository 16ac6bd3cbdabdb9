import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { newReader } from './steps/billing.ts'
import { selectText, toolbar } from './steps/highlights.ts'

const WALDEN = '/summaries/walden'

// The toolbar appears where it stays.
test.use({ reducedMotion: 'reduce' })

interface Stored {
  id: string
  color: string
  text: string
}

/** The reader's highlights on the server, in the order of the text. */
async function stored(page: Page): Promise<Stored[]> {
  const answer = await (await page.request.get('/api/notes')).json()
  return (answer as { data: { notes: (Stored & { position: { start: number } })[] } }).data.notes
    .toSorted((a, b) => a.position.start - b.position.start)
    .map(({ id, color, text }) => ({ id, color, text }))
}

const texts = async (page: Page) => (await stored(page)).map(({ color, text }) => [color, text])

const status = (page: Page, text: string | RegExp) =>
  page.locator('.toast').filter({ hasText: text })
/** The beginnings of highlights: an element within a line splits them. */
const marks = (page: Page) => page.locator('.summary-text mark[id]')
/** The middle of a highlight can be between its lines. */
const BEGINNING = { position: { x: 4, y: 8 } }
const note = (page: Page) => toolbar(page).getByRole('textbox', { name: 'Note' })

async function press(page: Page, name: string): Promise<void> {
  await toolbar(page).getByRole('button', { name }).click()
}

/** Selects the beginning of a line, and opens the field for a note. */
async function begin(page: Page, line: number, text: string): Promise<void> {
  await selectText(page, [line, 0], [line, 20])
  await press(page, 'Note')
  await note(page).pressSequentially(text)
}

async function highlight(page: Page, line: number, text: string): Promise<void> {
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/notes'))
  await begin(page, line, text)
  await press(page, 'Save')
  expect((await saved).status()).toBe(200)
}

/** Edits the note of a highlight. */
async function edit(page: Page, mark: number, text: string): Promise<void> {
  await marks(page).nth(mark).click(BEGINNING)
  await press(page, 'Edit note')
  await note(page).fill(text)
  await press(page, 'Save')
}

const UNFINISHED = 'You have an unfinished note.'

test('a note that is not finished is kept, and offered to its reader only', async ({
  page,
  context,
}) => {
  await newReader(page)
  await page.goto(WALDEN)
  await highlight(page, 4, 'Saved')
  // Escape, and another highlight.
  await begin(page, 0, 'One')
  await page.keyboard.press('Escape')
  await expect(marks(page)).toHaveCount(1)
  await status(page, UNFINISHED).getByRole('button', { name: 'Continue' }).click()
  await expect(note(page)).toHaveValue('One')
  await expect(note(page)).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type(' two')
  await marks(page).last().click(BEGINNING)
  await expect(toolbar(page)).toContainText('Saved')
  await expect(status(page, UNFINISHED)).toBeVisible()
  // The toolbar of the same passage has it.
  await selectText(page, [0, 0], [0, 20])
  await expect(note(page)).toHaveValue('One two')
  // A closed tab.
  await page.close()
  const next = await context.newPage()
  await next.goto(WALDEN)
  await status(next, UNFINISHED).getByRole('button', { name: 'Continue' }).click()
  await expect(note(next)).toHaveValue('One two')
  await expect(note(next)).toBeInViewport()
  // A navigation.
  await next.goto('/about')
  // Another reader.
  const cookies = await context.cookies()
  await context.clearCookies()
  await newReader(next)
  await next.goto(WALDEN)
  await selectText(next, [0, 0], [0, 20])
  await expect(toolbar(next)).toBeVisible()
  await expect(note(next)).toBeHidden()
  await expect(status(next, UNFINISHED)).toHaveCount(0)
  await context.clearCookies()
  await context.addCookies(cookies)
  await next.goto(WALDEN)
  await status(next, UNFINISHED).getByRole('button', { name: 'Continue' }).click()
  await press(next, 'Save')
  await expect(status(next, UNFINISHED)).toHaveCount(0)
  await expect
    .poll(() => texts(next))
    .toEqual([
      ['yellow', 'One two'],
      ['yellow', 'Saved'],
    ])
  // It is over, also when the note is discarded.
  await marks(next).first().click(BEGINNING)
  await press(next, 'Edit note')
  await note(next).fill('Discarded')
  await press(next, 'Cancel')
  await next.goto('/about')
  await next.goto(WALDEN)
  await selectText(next, [1, 0], [1, 20])
  await expect(toolbar(next)).toBeVisible()
  await expect(status(next, UNFINISHED)).toHaveCount(0)
})

test('highlights in a translated page say that they belong to the original', async ({ page }) => {
  await newReader(page)
  await page.goto(WALDEN)
  const translate = () =>
    page.evaluate(() => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const nodes: Text[] = []
      while (texts.nextNode()) nodes.push(texts.currentNode as Text)
      for (const node of nodes) {
        if (!node.data.trim() || node.parentElement!.closest('script, style')) continue
        const font = document.createElement('font')
        font.textContent = `Übersetzt: ${node.data}`
        node.replaceWith(font)
      }
    })
  await translate()
  for (const [line, name] of ['Green', 'Note'].entries()) {
    await selectText(page, [line, 0], [line, 20])
    await press(page, name)
    await expect(status(page, 'Highlights belong to the original text')).toBeVisible()
    await expect(marks(page)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  }
  // The script may be there before the translation.
  await page.reload()
  await highlight(page, 0, 'Original')
  await translate()
  await selectText(page, [2, 0], [2, 20])
  await press(page, 'Green')
  await expect(status(page, 'Highlights belong to the original text')).toBeVisible()
  expect(await texts(page)).toEqual([['yellow', 'Original']])
})

/** Storage that a browser may refuse. */
const STORAGES = {
  'IndexedDB and localStorage': () => {},
  localStorage: () => {
    Object.defineProperty(IDBFactory.prototype, 'open', {
      value: () => {
        throw new DOMException('Blocked', 'SecurityError')
      },
    })
  },
}

for (const [name, block] of Object.entries(STORAGES)) {
  test(`changes that could not be sent wait in one list, with ${name}`, async ({
    page,
    trouble,
  }) => {
    trouble.expect(/notes|marks/)
    await page.addInitScript(block)
    await newReader(page)
    await page.goto(WALDEN)
    await highlight(page, 6, 'There')
    await page.route('**/api/notes**', (route) => route.fulfill({ status: 502, body: 'Oops' }))
    await begin(page, 0, 'First')
    await press(page, 'Save')
    await expect(status(page, /^1 change not saved yet/)).toBeVisible()
    await expect(page.locator('.note-status')).toHaveText('Saved on this device.')
    await begin(page, 2, 'Second')
    await press(page, 'Save')
    await expect(status(page, /^2 changes not saved yet/)).toBeVisible()
    // Each waits in its last version.
    await edit(page, 0, 'First, later')
    await marks(page).first().click(BEGINNING)
    await press(page, 'Pink')
    // Deleting another one loses nothing.
    await marks(page).last().click(BEGINNING)
    await press(page, 'Delete')
    await expect(status(page, 'Highlight deleted.')).toBeVisible()
    await expect(status(page, /^3 changes not saved yet/)).toBeVisible()
    // A mark waits in the same list: the last wish wins, also when the first request fails late.
    let fail = () => {}
    const failing = new Promise<void>((resolve) => (fail = resolve))
    await page.route('**/marks', async (route) => {
      await failing
      await route.abort('connectionreset')
    })
    const save = page.getByRole('button', { name: 'Save to My List: Walden' })
    const sent = page.waitForRequest('**/marks')
    await save.click()
    await sent
    await save.click()
    await save.click()
    fail()
    await expect(status(page, /^4 changes not saved yet/)).toBeVisible()
    await expect(save).toHaveAttribute('aria-pressed', 'true')
    await expect(page.locator('.toast')).toHaveCount(2)

    if (name !== 'localStorage') {
      // They are shown, and wait, after the page is loaded again.
      await page.reload()
      await expect(status(page, /^4 changes not saved yet/)).toBeVisible()
      await expect(marks(page)).toHaveCount(2)
      await expect(save).toHaveAttribute('aria-pressed', 'true')
    }
    await page.unroute('**/marks')
    await page.unroute('**/api/notes**')
    await status(page, /not saved yet/)
      .getByRole('button', { name: 'Try Again' })
      .click()
    await expect
      .poll(() => texts(page))
      .toEqual([
        ['pink', 'First, later'],
        ['yellow', 'Second'],
      ])
    await expect(status(page, /not saved yet/)).toHaveCount(0)
    await page.reload()
    await expect(save).toHaveAttribute('aria-pressed', 'true')
    await expect(marks(page)).toHaveCount(2)
    await expect(status(page, /not saved yet/)).toHaveCount(0)
  })
}

test('changes that wait are sent automatically, and nothing older replaces them', async ({
  page,
  trouble,
}) => {
  trouble.expect(/notes/)
  await newReader(page)
  await page.goto(WALDEN)
  await highlight(page, 0, 'v0')
  const fail = () =>
    page.route('**/api/notes/**', (route) => route.fulfill({ status: 503, body: '' }))
  await fail()
  await edit(page, 0, 'v1')
  await expect(status(page, '1 change not saved yet')).toBeVisible()
  await page.unroute('**/api/notes/**')
  await edit(page, 0, 'v2')
  await expect(status(page, 'not saved yet')).toHaveCount(0)
  expect(await texts(page)).toEqual([['yellow', 'v2']])
  // When the connection is back.
  await fail()
  await edit(page, 0, 'v3')
  await expect(status(page, '1 change not saved yet')).toBeVisible()
  await page.unroute('**/api/notes/**')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect.poll(() => texts(page)).toEqual([['yellow', 'v3']])
  await expect(status(page, 'not saved yet')).toHaveCount(0)
  // An answer that was lost makes no second text.
  await page.route('**/api/notes/**', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await edit(page, 0, 'v4')
  await expect(status(page, '1 change not saved yet')).toBeVisible()
  await edit(page, 0, 'v5')
  await page.unrouteAll({ behavior: 'wait' })
  // With the next page.
  await page.goto('/about')
  await expect.poll(() => texts(page)).toEqual([['yellow', 'v5']])
})

test('a session that has ended keeps what was changed until its reader is back', async ({
  page,
  context,
  trouble,
}) => {
  trouble.expect(/401|notes/)
  await newReader(page)
  await page.goto(WALDEN)
  const cookies = await context.cookies()
  await context.clearCookies()
  await begin(page, 0, 'Mine')
  await press(page, 'Save')
  const waits = status(page, 'You’re logged out. 1 change not saved yet')
  await expect(waits.getByRole('link', { name: 'Log in' })).toHaveAttribute(
    'href',
    '/login?redirectTo=%2Fsummaries%2Fwalden',
  )
  await context.addCookies(cookies)
  await page.goto('/about')
  await expect.poll(() => texts(page)).toEqual([['yellow', 'Mine']])
})

test('a note that is refused permanently waits until its reader discards it', async ({
  page,
  context,
  trouble,
}) => {
  trouble.expect(/notes/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await newReader(page)
  const refuse = () =>
    page.route('**/api/notes**', async (route) => {
      const reader = await page.evaluate(() => document.documentElement.dataset['reader']!)
      const headers = { 'X-Request-Id': 'r', 'X-Reader': reader }
      await route.fulfill({ status: 403, headers, json: { message: 'This book has gone.' } })
    })
  const long = `Long${' and longer'.repeat(200)}`
  const refused = status(page, 'This book has gone.')
  for (const text of ['Mine', long]) {
    await page.goto(WALDEN)
    await page.route('**/api/notes**', (route) => route.fulfill({ status: 502, body: 'Oops' }))
    await begin(page, 0, '')
    await note(page).fill(text)
    await press(page, 'Save')
    await expect(status(page, '1 change not saved yet')).toBeVisible()
    await page.unroute('**/api/notes**')
    await refuse()
    // Another page of the same reader.
    for (const time of ['about', 'requests']) {
      await page.goto(`/${time}`)
      await expect(refused.getByRole('textbox', { name: 'This wasn’t saved' })).toHaveValue(text)
      await expect(status(page, 'not saved yet')).toHaveCount(0)
    }
    await refused.getByRole('button', { name: 'Copy' }).click()
    await expect(refused.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)
    await refused.getByRole('button', { name: 'Discard' }).click()
    await expect(refused).toHaveCount(0)
    await page.unroute('**/api/notes**')
    await page.goto(WALDEN)
    await expect(marks(page)).toHaveCount(0)
    await expect(page.locator('.toast')).toHaveCount(0)
  }
  // In its own article, the reader sees it too, and can write it again.
  await refuse()
  await begin(page, 0, 'Here')
  await press(page, 'Save')
  await expect(refused.getByRole('textbox', { name: 'This wasn’t saved' })).toHaveValue('Here')
  await expect(marks(page)).toHaveCount(0)
  await page.unroute('**/api/notes**')
  await begin(page, 2, 'Here, again')
  await press(page, 'Save')
  await expect.poll(() => texts(page)).toEqual([['yellow', 'Here, again']])
  await page.goto('/about')
  await expect(refused.getByRole('textbox', { name: 'This wasn’t saved' })).toHaveValue('Here')
})

test('a note of a stale tab waits for its reader', async ({ page, context, trouble }) => {
  trouble.expect(/409|notes/)
  await newReader(page)
  await page.goto(WALDEN)
  const cookies = await context.cookies()
  await context.clearCookies()
  await newReader(page)
  await begin(page, 0, 'Mine')
  await press(page, 'Save')
  await expect(status(page, '1 change not saved yet')).toBeVisible()
  expect(await texts(page)).toEqual([])
  await context.clearCookies()
  await context.addCookies(cookies)
  await page.goto('/about')
  await expect.poll(() => texts(page)).toEqual([['yellow', 'Mine']])
})

test('two texts of a note are both kept and shown', async ({ page }) => {
  await newReader(page)
  await page.goto(WALDEN)
  await highlight(page, 0, 'One')
  const [{ id }] = (await stored(page)) as [Stored]
  const put = (data: object) => page.request.put(`/api/notes/${id}`, { data })
  // A page that shows the old text.
  await put({ text: 'Elsewhere' })
  await edit(page, 0, 'Here')
  await expect(status(page, 'This note was changed elsewhere too')).toBeVisible()
  expect(await texts(page)).toEqual([['yellow', 'Elsewhere\n\nHere']])
  await marks(page).click(BEGINNING)
  await expect(toolbar(page)).toContainText('Elsewhere\n\nHere')
  await press(page, 'Edit note')
  await expect(note(page)).toHaveValue('Elsewhere\n\nHere')
  await note(page).fill('Joined')
  await press(page, 'Save')
  await expect.poll(() => texts(page)).toEqual([['yellow', 'Joined']])
  // A highlight that was deleted on another device.
  await page.request.delete(`/api/notes/${id}`)
  await edit(page, 0, 'Still needed')
  await expect(status(page, 'This highlight was deleted elsewhere. It is kept')).toBeVisible()
  expect(await texts(page)).toEqual([['yellow', 'Still needed']])
  await page.request.delete(`/api/notes/${id}`)
  await marks(page).click(BEGINNING)
  await press(page, 'Pink')
  await expect(status(page, 'This highlight was deleted elsewhere.')).toBeVisible()
  await expect(marks(page)).toHaveCount(0)
})

test('of two deletions in a row, both can be undone', async ({ page }) => {
  await newReader(page)
  await page.goto(WALDEN)
  await highlight(page, 0, 'One')
  await highlight(page, 2, 'Two')
  for (let count = 1; count < 3; count++) {
    await marks(page).first().click(BEGINNING)
    await press(page, 'Delete')
    await expect(status(page, 'Highlight deleted.')).toHaveCount(count)
  }
  for (let count = 1; count < 3; count++) {
    const undo = status(page, 'Highlight deleted.').first()
    await undo.getByRole('button', { name: 'Undo' }).click()
    await expect(marks(page)).toHaveCount(count)
  }
  await expect
    .poll(() => texts(page))
    .toEqual([
      ['yellow', 'One'],
      ['yellow', 'Two'],
    ])
})

test('a selection that is too long says so', async ({ page }) => {
  await newReader(page)
  await page.goto(WALDEN)
  const count = await page.locator('.summary-text [data-start]').count()
  await selectText(page, [0, 0], [count - 1, 5])
  await expect(status(page, 'You can highlight up to 5,000 characters at a time.')).toBeVisible()
  await expect(toolbar(page)).toHaveCount(0)
})

test('the line that is read stays where it is when the size of the text changes', async ({
  page,
}) => {
  await newReader(page)
  await page.goto(WALDEN)
  /** The words at the reading line: their place in the text. */
  const place = () =>
    page.evaluate(() => {
      const lines = [...document.querySelectorAll<HTMLElement>('.summary-text [data-start]')]
      const at = innerHeight * 0.4
      const line = lines.findLast((one) => one.getBoundingClientRect().top <= at)!
      const { top, height } = line.getBoundingClientRect()
      const share = Math.min(1, (at - top) / height)
      return Number(line.dataset['start']) + share * line.textContent.length
    })
  await page.evaluate(() => {
    const lines = document.querySelectorAll('.summary-text [data-start]')
    lines[Math.floor(lines.length / 2)]!.scrollIntoView({ block: 'center', behavior: 'instant' })
  })
  const before = await place()
  for (const size of ['5', '1', '4']) {
    await page.evaluate((chosen) => {
      const button = document.querySelector<HTMLElement>(
        `[data-appearance] [name=size][value="${chosen}"]`,
      )!
      button.click()
    }, size)
    await expect(page.locator('html')).toHaveAttribute('data-size', size)
    // The browser may move the page again.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
    // Less than a line of the text.
    expect(Math.abs((await place()) - before)).toBeLessThan(70)
  }
})

test('a color can be chosen where nothing can be stored', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'indexedDB']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Blocked', 'SecurityError')
        },
      })
    }
  })
  await newReader(page)
  await page.goto(WALDEN)
  await selectText(page, [0, 0], [0, 20])
  await press(page, 'Green')
  await expect(page.locator('mark[id].highlight-green')).toHaveCount(1)
  await expect.poll(() => texts(page)).toEqual([['green', '']])
  // It is the color of the next one.
  await selectText(page, [2, 0], [2, 20])
  await page.keyboard.press('h')
  await expect(page.locator('mark[id].highlight-green')).toHaveCount(2)
})

test(
  'without JavaScript, a note that was changed elsewhere is shown again with both texts',
  { tag: '@no-js' },
  async ({ page, trouble }) => {
    trouble.expect(/409/)
    await newReader(page)
    await page.goto(WALDEN)
    const bookId = await page.locator('article').first().getAttribute('data-book-id')
    const made = await page.request.post('/api/notes', {
      data: { bookId, text: 'One', position: { start: 0, end: 20 } },
    })
    const { id } = ((await made.json()) as { data: { note: Stored } }).data.note
    for (const address of [`${WALDEN}/notes?note=${id}`, '/browse/notes']) {
      await page.request.put(`/api/notes/${id}`, { data: { text: 'One' } })
      await page.goto(address)
      const edit = page.getByText('Edit', { exact: true })
      if (await edit.isVisible()) await edit.click()
      await page.request.put(`/api/notes/${id}`, { data: { text: 'Elsewhere' } })
      const field = page.getByRole('main').getByRole('textbox', { name: /note/i })
      await field.fill('Here')
      await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByText('This note was changed elsewhere too').first()).toBeVisible()
      await expect(field).toHaveValue('Elsewhere\n\nHere')
      await field.fill('Joined')
      await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click()
      await expect.poll(() => texts(page)).toEqual([['yellow', 'Joined']])
    }
  },
)

test('changes that wait for the script that sends them are one message', async ({
  page,
  trouble,
}) => {
  trouble.expect(/changes/)
  await newReader(page)
  await page.goto('/browse/books')
  await page.route('**/scripts/changes*', (route) => route.abort('connectionrefused'))
  const toggles = page.locator('main readr-marks button')
  for (const n of [0, 1, 2]) {
    const failed = page.waitForEvent('requestfailed')
    await toggles.nth(n).click()
    await failed
    await expect(status(page, 'isn’t saved yet')).toHaveCount(1)
  }
  await page.unroute('**/scripts/changes*')
  const sent = page.waitForResponse('**/marks')
  await status(page, 'isn’t saved yet').getByRole('button', { name: 'Try Again' }).click()
  await sent
  await expect(page.locator('.toast')).toHaveCount(0)
  await page.reload()
  for (const n of [0, 1, 2]) await expect(toggles.nth(n)).toHaveAttribute('aria-pressed', 'true')
})

test('signing out says first what waits', async ({ page, trouble }) => {
  trouble.expect(/502|Bad Gateway/)
  await newReader(page)
  await page.goto(WALDEN)
  await page.route('**/marks', (route) => route.fulfill({ status: 502, body: 'Oops' }))
  await page.locator('readr-marks button').first().click()
  await expect(status(page, '1 change not saved yet')).toBeVisible()
  const logout = page.getByRole('banner').getByRole('button', { name: 'Logout' })
  await logout.click()
  const asked = status(page, 'Logging out removes it.')
  await expect(asked).toBeVisible()
  await expect(page).toHaveURL(WALDEN)
  // With the keyboard alone, the question is where the focus is, and Enter keeps everything.
  for (const key of ['Enter', 'Space', 'Escape']) {
    await expect(asked.getByRole('button', { name: 'Close' })).toBeFocused()
    await page.keyboard.press(key)
    await expect(asked).toHaveCount(0)
    await expect(logout).toBeFocused()
    await page.keyboard.press('Enter')
  }
  await expect(asked.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(asked.getByRole('button', { name: 'Log out' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
})
