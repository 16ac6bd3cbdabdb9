import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { look } from './steps/axe.ts'
import { bookLink } from './steps/catalogue.ts'
import { highlightedLines, selectText, toolbar } from './steps/highlights.ts'
import { ADMIN } from './steps/sites.ts'

test.use({ serviceWorkers: 'allow' })

const MY_LIST = '/browse/books/my-list'
/** From the free part and from the paid part of Walden. */
const FREE = 'Convert a price into hours'
const PAID = 'He hoed from five in the morning until noon'

const main = (page: Page) => page.getByRole('main')
const card = (page: Page, title: string) =>
  main(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) })

let count = 0
/** Signs in with a new account. */
async function signIn(page: Page): Promise<{ id: string }> {
  const email = `offline-${process.pid}-${Date.now()}-${(count += 1)}@example.com`
  const form = { name: 'Ada', email, password: 'secret1', terms: 'on' }
  const answer = await page.request.post('/register', { form, maxRedirects: 0 })
  expect(answer.status()).toBe(303)
  const me = (await (await page.request.get('/api/auth/me')).json()) as {
    data: { user: { _id: string } }
  }
  return { id: me.data.user._id }
}

/** Starts or ends a plan with a webhook of the app store. */
async function setPlan(page: Page, id: string, days: number): Promise<void> {
  const answer = await page.request.post('/api/webhooks/mobile', {
    headers: { Authorization: 'Bearer demo-mobile-secret' },
    data: {
      api_version: '1.0',
      event: {
        id: `${id}-${Date.now()}`,
        type: 'INITIAL_PURCHASE',
        app_user_id: id,
        event_timestamp_ms: Date.now(),
        expiration_at_ms: Date.now() + days * 86_400_000,
        product_id: 'readr_monthly',
        store: 'APP_STORE',
        environment: 'PRODUCTION',
      },
    },
  })
  expect(answer.status()).toBe(200)
}

/** Saves books to My List and turns on offline reading. */
async function keepOffline(page: Page, ...slugs: string[]): Promise<void> {
  for (const slug of slugs) {
    const form = { mark: 'saved', on: 'true' }
    expect((await page.request.post(`/summaries/${slug}/marks`, { form })).status()).toBe(200)
  }
  await page.goto(MY_LIST)
  await page.getByRole('button', { name: 'Save on this device' }).click()
  await expect(page.getByText(`${slugs.length} of ${slugs.length} book`)).toBeVisible()
}

/** Everything that the browser stores, as text. */
const storedText = (page: Page) =>
  page.evaluate(async () => {
    const found: string[] = []
    for (const name of await caches.keys()) {
      if (!name.startsWith('readr-')) continue
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        found.push(request.url, await (await cache.match(request))!.text())
      }
    }
    for (const { name } of await indexedDB.databases()) {
      if (name !== 'readr-offline') continue
      const db = await new Promise<IDBDatabase>((resolve) => {
        const asked = indexedDB.open(name)
        asked.addEventListener('success', () => resolve(asked.result))
      })
      for (const store of db.objectStoreNames) {
        const rows = await new Promise<unknown[]>((resolve) => {
          const asked = db.transaction(store).objectStore(store).getAll()
          asked.addEventListener('success', () => resolve(asked.result))
        })
        // An empty store may just have been created by a page that reads it.
        if (rows.length > 0) found.push(JSON.stringify(rows))
      }
      db.close()
    }
    return found.join('\n')
  })

/** Also allows the console errors of a lost connection. */
async function goOffline(context: BrowserContext, trouble: { expect(...p: RegExp[]): void }) {
  trouble.expect(/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /Failed to fetch/)
  await context.setOffline(true)
}

test.describe('Offline', { tag: '@phone' }, () => {
  test('reads a stored book, marks it, and sends the mark later', async ({
    page,
    context,
    trouble,
  }) => {
    await signIn(page)
    await keepOffline(page, 'walden', 'meditations')
    await expect(
      card(page, 'Walden').getByText('Saved on this device', { exact: true }),
    ).toBeVisible()
    await expect(card(page, 'Walden').getByText(/\d+ kB/)).toBeVisible()

    // Removing a book from the device leaves it in My List.
    await card(page, 'Meditations')
      .getByRole('button', { name: 'Remove from this device: Meditations' })
      .click()
    await expect(card(page, 'Meditations').getByText('Not saved on this device')).toBeVisible()
    await expect(page.getByText('1 of 2 books')).toBeVisible()
    expect(await storedText(page)).not.toContain('meditations?copy')
    await look(page, 'My List on this device')

    await goOffline(context, trouble)
    // The link works offline even if the framework runs on this page.
    await bookLink(page, 'Walden').click()
    await expect(page).toHaveURL(/\/summaries\/walden$/)
    await expect(main(page).getByText('This is the copy saved on this device')).toBeVisible()
    await expect(main(page).getByText(FREE)).toBeVisible()
    await look(page, 'a copy')
    await expect(
      main(page).getByRole('img').or(page.locator('img.cover')).first(),
    ).toHaveJSProperty('naturalWidth', 600)
    // A position that is read offline is not lost: the copy opens there.
    const paragraph = page.locator('#idea-2_1')
    await paragraph.evaluate((element) => element.scrollIntoView({ behavior: 'instant' }))
    await expect(paragraph).toBeInViewport()
    await page.goto(MY_LIST)
    await page.goto('/summaries/walden')
    await expect(paragraph).toBeInViewport()

    await main(page).getByRole('button', { name: 'Mark as read' }).first().click()
    await page.reload()
    await expect(
      main(page).getByRole('button', { name: 'Read', exact: true }).first(),
    ).toBeVisible()

    await page.goto(MY_LIST)
    await expect(page.getByRole('heading', { level: 1, name: 'My List' })).toBeVisible()
    await expect(page.getByText('1 of 2 books are saved on this device.')).toBeVisible()
    await expect(page.getByText('2 changes you made offline will be sent')).toBeVisible()
    await expect(card(page, 'Meditations').getByText('Not saved on this device')).toBeVisible()
    await look(page, 'My List offline')
    await page.goto('/summaries/meditations')
    await expect(
      page.getByRole('heading', { name: 'Meditations isn’t available offline' }),
    ).toBeVisible()
    await page.goto('/about')
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Walden' })).toBeVisible()

    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Readr')
    await expect
      .poll(async () => (await (await page.request.get('/offline/list')).json()).books)
      .toContainEqual(expect.objectContaining({ slug: 'walden', read: true }))
    await page.goto(MY_LIST)
    await expect(page.getByText('waiting to be sent')).toHaveCount(0)
  })

  test('keeps highlights, and of two devices the later change of each field wins', async ({
    page,
    context,
    trouble,
  }) => {
    await signIn(page)
    await keepOffline(page, 'walden')
    await page.goto('/summaries/walden')
    const marks = page.locator('.summary-text mark')
    const bar = toolbar(page)
    await selectText(page, [0, 0], [0, 30])
    await bar.getByRole('button', { name: 'Yellow' }).click()
    const id = (await marks.getAttribute('id'))!.replace('note-', '')
    const stored = async () => {
      const answer = (await (await page.request.get('/api/notes')).json()) as {
        data: { notes: { color: string; text: string }[] }
      }
      return answer.data.notes.map(({ color, text }) => `${color} ${text}`).toSorted()
    }
    await expect.poll(stored).toEqual(['yellow '])

    await goOffline(context, trouble)
    await page.reload()
    await expect(main(page).getByText('This is the copy saved on this device')).toBeVisible()
    // The copy is older than the highlight.
    await expect(marks).toHaveClass(/\bhighlight-yellow\b/)
    await marks.click()
    await bar.getByRole('button', { name: 'Green' }).click()
    await selectText(page, [1, 0], [1, 20])
    await bar.getByRole('button', { name: 'Note' }).click()
    await bar.getByRole('textbox').fill('Read on "the train" & <home> $& #later')
    await bar.getByRole('button', { name: 'Save' }).click()
    await expect(page.locator('mark.highlight-noted')).toHaveCount(1)
    const shown = await highlightedLines(page)
    await expect.poll(() => storedText(page)).toContain('#later')
    await page.reload()
    await expect(page.locator('mark.highlight-noted')).toHaveCount(1)
    expect(await highlightedLines(page)).toEqual(shown)

    // In the meantime, on another device.
    const change = { text: 'From the other device', color: 'blue' }
    expect((await page.request.put(`/api/notes/${id}`, { data: change })).status()).toBe(200)
    // The browser says that it is online before the connection works.
    const failed = context.waitForEvent('requestfailed', (request) =>
      Boolean(request.serviceWorker()),
    )
    await page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready
      active!.postMessage({ do: 'connected' })
      Object.defineProperty(navigator.serviceWorker, 'ready', { value: new Promise(() => {}) })
    })
    await failed
    await context.setOffline(false)
    await expect
      .poll(stored)
      .toEqual(['blue From the other device', 'green Read on "the train" & <home> $& #later'])
    await page.reload()
    await expect(page.locator('mark.highlight-blue')).toHaveCount(1)
    await expect(page.locator('mark.highlight-start')).toHaveCount(2)
  })

  test('has no error when the browser clears the site while the page reads from it', async ({
    page,
    trouble,
  }) => {
    trouble.expect(/Force close delete origin/)
    await signIn(page)
    await keepOffline(page, 'walden')
    const session = await page.context().newCDPSession(page)
    const { origin } = new URL(page.url())
    for (let i = 0; i < 20; i++) {
      await page.evaluate(() => {
        const channel = new BroadcastChannel('readr-offline')
        for (let change = 0; change < 50; change++) channel.postMessage('changed')
      })
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
    }
    expect(trouble.all().filter((entry) => entry.includes('AbortError'))).toEqual([])
  })

  test('stores nothing after signing out, or for the next reader', async ({
    page,
    context,
    trouble,
  }) => {
    // Signing out clears the storage, even while the page reads it.
    trouble.expect(/Force close delete origin/)
    await signIn(page)
    await keepOffline(page, 'walden')
    expect(await storedText(page)).toContain(FREE)
    // Another reader signs in without loading a page.
    await context.clearCookies()
    const other = await signIn(page)
    await page.goto('/browse')
    await expect.poll(() => storedText(page)).not.toContain('walden')
    expect(await storedText(page)).toContain(other.id)

    await keepOffline(page, 'walden')
    await page.getByRole('button', { name: 'Menu' }).click()
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/logout'))
    await page.getByRole('button', { name: 'Logout' }).click()
    // WebKit waits for more than a minute if the worker fetches a response that clears the site.
    expect((await answered).fromServiceWorker()).toBe(false)
    await expect(page).toHaveURL('/')
    // A page that was reading may leave an empty database.
    await expect.poll(() => storedText(page)).toMatch(/^[[\]\s]*$/)

    // When the session ends elsewhere, the next page clears the storage.
    await signIn(page)
    await keepOffline(page, 'walden')
    await context.clearCookies()
    await page.goto(MY_LIST)
    await expect(page).toHaveURL(/\/login/)
    await expect.poll(() => storedText(page)).not.toContain('walden')
    await goOffline(context, trouble)
    await page.goto('/summaries/walden')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'This summary isn’t saved on this device',
    )
  })

  test('stores nothing after the session has ended, even if the copy was shown first', async ({
    page,
    context,
  }) => {
    await signIn(page)
    await keepOffline(page, 'walden')
    // A slow connection, on which the worker loses its patience right away.
    await context.serviceWorkers()[0]!.evaluate(async () => {
      await (self as never as ServiceWorkerGlobalScope).registration.navigationPreload.disable()
      const { fetch, setTimeout } = self
      const wait = () => new Promise((resolve) => setTimeout(resolve, 500))
      Object.assign(self, {
        fetch: (input: Request) => wait().then(() => fetch(input)),
        setTimeout: (run: () => void, _ms: number, ...values: never[]) =>
          setTimeout(run, 0, ...values),
      })
    })
    await context.clearCookies()
    await page.goto('/summaries/walden')
    await expect(main(page).getByText('This is the copy saved on this device')).toBeVisible()
    await expect.poll(() => storedText(page)).not.toContain('walden')
  })

  for (const [contact, reach] of [
    ['the next page', (page: Page) => page.goto('/about')],
    ['a call', (page: Page) => page.evaluate(() => fetch('/api/books/my-list'))],
    ['the data of a page', (page: Page) => page.evaluate(() => fetch('/browse.data'))],
  ] as const) {
    test(`removes what a suspended reader stored, with ${contact}`, async ({
      page,
      playwright,
      baseURL,
      trouble,
    }) => {
      trouble.expect(/status of 401/, /answer: 401/)
      const { id } = await signIn(page)
      await keepOffline(page, 'walden')
      const admin = await playwright.request.newContext({ baseURL: baseURL! })
      const { email, password } = ADMIN
      await admin.post('/login', { form: { email, password } })
      const path = `/admin/readers/${Number.parseInt(id, 16)}/change/suspend`
      const suspended = await admin.post(path, { form: { reason: 'Shares the account' } })
      expect(suspended.status()).toBe(200)
      await admin.dispose()
      expect(await storedText(page)).toContain(FREE)
      await reach(page)
      await expect.poll(() => storedText(page)).not.toContain('walden')
    })
  }

  test('can be ended by signing out', async ({ page, context, trouble }) => {
    await signIn(page)
    await keepOffline(page, 'walden')
    await goOffline(context, trouble)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('That wasn’t sent')
    await expect(page.getByText('Everything saved on this device was removed')).toBeVisible()
    await expect.poll(() => storedText(page)).not.toContain('walden')
  })

  test('falls back to the free part when the plan has ended', async ({
    page,
    context,
    trouble,
  }) => {
    const { id } = await signIn(page)
    await setPlan(page, id, 5)
    await keepOffline(page, 'walden', 'frankenstein')
    await goOffline(context, trouble)
    await page.goto('/summaries/walden')
    await expect(main(page).getByText(PAID)).toBeVisible()

    // The plan ends by the device's clock.
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const asked = indexedDB.open('readr-offline')
          asked.addEventListener('success', () => {
            const tx = asked.result.transaction('about', 'readwrite')
            const store = tx.objectStore('about')
            const got = store.get('reader')
            got.addEventListener('success', () =>
              store.put({ ...got.result, until: Date.now() - 1 }, 'reader'),
            )
            tx.addEventListener('complete', () => {
              asked.result.close()
              resolve()
            })
          })
        }),
    )
    await page.reload()
    await expect(main(page).getByText('needs to check your plan')).toBeVisible()
    await expect(main(page).getByText(FREE)).toBeVisible()
    expect(await storedText(page)).not.toContain(PAID)
    await page.goto('/summaries/frankenstein')
    await expect(page.getByText('this device needs to check your plan')).toBeVisible()
    expect(await storedText(page)).not.toContain('frankenstein?copy')

    // Online again, the plan is still valid, so both copies are fetched again. Then it ends.
    await context.setOffline(false)
    await page.goto(MY_LIST)
    await expect(page.getByText('2 of 2 books')).toBeVisible()
    await expect.poll(() => storedText(page)).toContain(PAID)
    await setPlan(page, id, -1)
    await page.goto(MY_LIST)
    await expect(card(page, 'Frankenstein').getByText('Included with a plan')).toBeVisible()
    const left = await storedText(page)
    expect(left).not.toContain(PAID)
    expect(left).not.toContain('frankenstein?copy')
    expect(left).toContain(FREE)
  })

  test('reports when not even the settings can be stored', async ({ page, context, trouble }) => {
    trouble.expect(/QuotaExceeded|quota/i)
    await page.goto('/about')
    const devtools = await context.newCDPSession(page)
    const quota = (more: { quotaSize?: number }) =>
      devtools.send('Storage.overrideQuotaForOrigin', {
        origin: new URL(page.url()).origin,
        ...more,
      })
    await quota({ quotaSize: 1 })
    await signIn(page)
    const form = { mark: 'saved', on: 'true' }
    await page.request.post('/summaries/walden/marks', { form })
    await page.goto(MY_LIST)
    const keepButton = page.getByRole('button', { name: 'Save on this device' })
    await keepButton.click()
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText('and try again')
    await expect(keepButton).not.toHaveAttribute('aria-busy')
    await expect(keepButton).toBeFocused()
    await quota({})
    await keepButton.click()
    await expect(page.getByText('1 of 1 book')).toBeVisible()
    await expect(alert).toHaveCount(0)
    // The focus stays at the book when its button changes.
    await card(page, 'Walden')
      .getByRole('button', { name: 'Remove from this device: Walden' })
      .focus()
    await page.keyboard.press('Enter')
    await expect(
      card(page, 'Walden').getByRole('button', { name: 'Save on this device: Walden' }),
    ).toBeFocused()
  })

  test('reports when the device is full', async ({ page, context, trouble }) => {
    trouble.expect(/QuotaExceeded/)
    await signIn(page)
    const devtools = await context.newCDPSession(page)
    const quota = (quotaSize?: number) =>
      devtools.send('Storage.overrideQuotaForOrigin', {
        origin: new URL(page.url()).origin,
        ...(quotaSize === undefined ? {} : { quotaSize }),
      })
    const form = { mark: 'saved', on: 'true' }
    await page.request.post('/summaries/walden/marks', { form })
    await page.goto(MY_LIST)
    // Wait until the settings are stored, so that only the copies need space.
    await expect.poll(() => storedText(page)).toContain('"reader"')
    await quota(1)
    await page.getByRole('button', { name: 'Save on this device' }).click()
    await expect(page.getByRole('alert')).toContainText('There is no room left on this device')
    await expect(card(page, 'Walden').getByText('this device is full')).toBeVisible()
    await quota()
    await card(page, 'Walden').getByRole('button', { name: 'Try Again: Walden' }).click()
    await expect(page.getByText('1 of 1 book')).toBeVisible()
    await page.getByRole('button', { name: 'Remove all' }).click()
    await expect(page.getByRole('button', { name: 'Save on this device' })).toBeVisible()
    expect(await storedText(page)).not.toContain('/summaries/walden')
  })
})
