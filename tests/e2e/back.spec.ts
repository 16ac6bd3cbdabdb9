import type { Page } from '@playwright/test'
import config from '../../playwright.config.ts'
import { expect, test } from './fixtures.ts'
import { newReader, newReaderWithCard, CARDS } from './steps/billing.ts'
import { field, main, newAddress, signIn, signedIn, tap } from './steps/accounts.ts'
import { bookLinks, openFilters, openSummary, searchBox, wakeFramework } from './steps/catalogue.ts'

// Playwright turns off the back/forward cache, which real browsers have.
test.use({
  launchOptions: {
    ...config.use!.launchOptions,
    ignoreDefaultArgs: ['--hide-scrollbars', '--disable-back-forward-cache'],
  },
})

/** Pages from the back/forward cache have no load event. */
const FROM_CACHE = { waitUntil: 'commit' } as const

test('Back after signing out shows nothing of the reader', async ({ page }) => {
  const email = await newReader(page)
  await page.goto('/settings')
  await page.goto('/summaries/walden')
  await page.goBack(FROM_CACHE)
  await expect(page.getByText(email)).toBeVisible()
  await page.goForward(FROM_CACHE)
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await page.goBack(FROM_CACHE)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await page.goBack(FROM_CACHE)
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText(email)).toHaveCount(0)
})

test('a cached page is loaded again if its reader has signed out', async ({ page, context }) => {
  const email = await newReader(page)
  await page.goto('/settings')
  const other = await context.newPage()
  await other.goto('/browse')
  await other.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(other).toHaveURL('/')
  // WebKit caches pages on HTTP; this browser drops them, so the event is simulated.
  await page.evaluate(() =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  )
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText(email)).toHaveCount(0)
})

test('Back and Forward walk through the catalogue, a search, a filter, and a book', async ({
  page,
}) => {
  await newReader(page)
  await page.goto('/about')
  await page.goto('/browse/books')
  await wakeFramework(page)
  await searchBox(page).pressSequentially('wa')
  await expect(page).toHaveURL('/browse/books?search=wa')
  await searchBox(page).pressSequentially('lden')
  await expect(page).toHaveURL('/browse/books?search=walden')
  await page.getByRole('link', { name: 'Clear search' }).click()
  await expect(page).toHaveURL('/browse/books')
  await openFilters(page)
  await page.getByRole('radio', { name: /^Fiction/ }).check()
  await expect(page).toHaveURL('/browse/books?genre=fiction')
  await page.keyboard.press('Escape')
  await bookLinks(page).first().click()
  await expect(openSummary(page)).toBeVisible()
  const places = [
    ['/about', '', false],
    ['/browse/books', '', false],
    ['/browse/books?search=walden', 'walden', false],
    ['/browse/books', '', false],
    ['/browse/books?genre=fiction', '', false],
    [page.url(), '', true],
  ] as const
  const expectAt = async (at: number) => {
    const [address, search, hasDialog] = places[at]!
    await expect(page).toHaveURL(address)
    await expect(openSummary(page)).toHaveCount(hasDialog ? 1 : 0)
    if (at === 0) return
    await expect(bookLinks(page)).toHaveCount(search ? 1 : at < 4 ? 18 : await fiction)
    if (!hasDialog) await expect(searchBox(page)).toHaveValue(search)
  }
  const fiction = bookLinks(page).count()
  for (const time of [1, 2]) {
    for (let at = places.length - 2; at >= 0; at -= 1) {
      await page.goBack(FROM_CACHE)
      await expectAt(at)
    }
    for (let at = 1; at < places.length; at += 1) {
      await page.goForward(FROM_CACHE)
      await expectAt(at)
    }
    if (time === 1) await page.reload()
  }
})

test('a page that was posted is loaded again without sending anything', async ({ page }) => {
  await newReader(page)
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url())
  })
  await page.goto('/settings/reminders')
  for (const time of [1, 2]) {
    await page.getByRole('radio', { name: time === 1 ? 'Every day' : 'Mondays' }).check()
    await page.getByLabel('Time zone').selectOption('Europe/Madrid')
    await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('main').getByRole('status')).toHaveText(/have been saved/)
    const sent = posts.length
    await page.reload()
    await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Madrid')
    expect(posts.length).toBe(sent)
  }
})

test('a chosen time zone stays after Back and after an error', async ({ page, trouble }) => {
  trouble.expect(/answer: 4|status of 4/)
  await newReader(page)
  await page.goto('/settings/reminders')
  await page.getByLabel('Time zone').selectOption('Europe/Madrid')
  await page.goto('/about')
  await page.goBack(FROM_CACHE)
  await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Madrid')
  await page.getByRole('radio', { name: 'Fridays' }).check()
  for (const part of await page
    .getByRole('group', { name: 'What to include' })
    .getByRole('checkbox')
    .all())
    await part.uncheck()
  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Madrid')
})

/** Opens everything that can be opened, also without JavaScript. */
const openFolds = (page: Page) =>
  page.locator('main details').evaluateAll((folds) => {
    for (const fold of folds) (fold as HTMLDetailsElement).open = true
  })

test('Back and Forward after a payment never offer to pay again', async ({ page }) => {
  await newReaderWithCard(page, CARDS.good)
  await page.getByRole('button', { name: /Start/ }).click()
  await expect(page).toHaveURL('/payment-successful')
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && !request.url().includes('/view')) posts.push(request.url())
  })
  for (const time of ['once', 'twice']) {
    await page.reload()
    await expect(main(page).locator('h1'), time).toBeVisible()
    await page.goBack(FROM_CACHE)
    await expect(main(page).locator('h1'), time).toBeVisible()
    await expect(page.getByLabel('Card number'), time).toHaveCount(0)
    await page.goForward(FROM_CACHE)
    await expect(main(page).locator('h1'), time).toBeVisible()
  }
  expect(posts).toEqual([])
})

test('Back and Forward walk through settings that were changed', async ({ page }) => {
  await newReader(page)
  await page.goto('/settings')
  for (const name of ['Bea', 'Cleo']) {
    await openFolds(page)
    await field(page, 'Full name').fill(name)
    await tap(page, 'Save name')
    await expect(main(page).getByRole('status')).toContainText('Your name has been changed.')
    await expect(field(page, 'Full name')).toHaveValue(name)
    await page.reload()
    await expect(field(page, 'Full name')).toHaveValue(name)
  }
  await page.goto('/settings/devices')
  await page.goBack(FROM_CACHE)
  await expect(field(page, 'Full name')).toHaveValue('Cleo')
  await page.goForward(FROM_CACHE)
  await expect(page).toHaveURL('/settings/devices')
})

test.describe('The pages of a list', { tag: '@no-js' }, () => {
  test.use({ site: 'many' })

  test('are steps that Back and Forward take', async ({ page }) => {
    await page.goto('/browse/books?page=2')
    await page.goto('/browse/books?page=3')
    const first = await bookLinks(page).first().innerText()
    await page.goBack(FROM_CACHE)
    await expect(page).toHaveURL('/browse/books?page=2')
    await expect(bookLinks(page).first()).not.toHaveText(first)
    await page.goForward(FROM_CACHE)
    await expect(page).toHaveURL('/browse/books?page=3')
    await expect(bookLinks(page).first()).toHaveText(first)
    await page.reload()
    await expect(bookLinks(page).first()).toHaveText(first)
  })
})

/** Forms of each kind: their page, what is filled in, the button, and where the answer leads. */
const FORMS: Record<string, { path: string; fields?: Record<string, string>; button: string }> = {
  'a name': { path: '/settings', fields: { name: 'Bea' }, button: '#update-name [type=submit]' },
  reminders: { path: '/settings/reminders', button: 'button[value=save]' },
  'a new code': { path: '/verify', button: 'button[value=resend]' },
  'a goal': { path: '/browse/year', button: 'main button[value=set]' },
  'a mark': { path: '/summaries/walden', button: 'form[action$="/marks"] button' },
  'a place': { path: '/summaries/walden', button: 'form[action$="/place"] button' },
  'a theme': { path: '/about', button: 'footer button[value=dark]' },
  'a report': {
    path: '/summaries/walden/correction',
    fields: { passage: 'Idea 1', problem: 'It is wrong.' },
    button: '#report [type=submit]',
  },
  'the plans': { path: '/subscribe', button: '#refresh-status [type=submit]' },
  'a sign-out': { path: '/about', button: 'header nav form button' },
}

test('A reload after a form sends nothing again @no-js', async ({ page }) => {
  const email = await signedIn(page)
  await page.context().clearCookies()
  await signIn(page, email)
  await expect(page).toHaveURL('/browse')
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url())
  })
  for (const [name, { path, fields, button }] of Object.entries(FORMS)) {
    const before = posts.length
    await page.goto(path)
    await openFolds(page)
    for (const [key, value] of Object.entries(fields ?? {})) {
      await page.locator(`main [name=${key}]`).fill(value)
    }
    await page.locator(button).first().click()
    await expect.poll(() => posts.length, name).toBe(before + 1)
    await page.waitForLoadState()
    const title = page.locator('h1').first()
    await page.reload()
    await expect(title).toBeVisible()
    await page.goBack(FROM_CACHE)
    await expect(title).toBeVisible()
    await page.goForward(FROM_CACHE)
    await expect(title).toBeVisible()
    expect(posts, name).toHaveLength(before + 1)
  }
})

test.describe('Without JavaScript', { tag: '@no-js' }, () => {
  test('a registration that is sent twice signs in', async ({ page }) => {
    await page.goto('/register')
    await field(page, 'Full name').fill('Ada')
    await field(page, 'Email').fill(newAddress())
    await field(page, 'Password').fill('a long password')
    await main(page).getByRole('checkbox').check()
    const button = main(page).getByRole('button', { name: 'Create account', exact: true })
    // The first answer comes while the second request waits, and the browser shows the second.
    const held: Promise<Response>[] = []
    let posts = 0
    await page.route('/register', async (route) => {
      const request = route.request()
      if (request.method() !== 'POST' || (posts += 1) > 1) return route.continue()
      const headers: Record<string, string> = await request.allHeaders()
      for (const name of Object.keys(headers)) if (name.startsWith(':')) delete headers[name]
      const body = request.postData()!
      held.push(fetch(request.url(), { method: 'POST', headers, body, redirect: 'manual' }))
    })
    await button.scrollIntoViewIfNeeded()
    const { x, y } = (await button.boundingBox())!
    await page.mouse.click(x + 9, y + 9)
    await expect.poll(() => held.length).toBe(1)
    expect((await held[0]!).status).toBe(303)
    await page.mouse.click(x + 9, y + 9)
    await expect(page).toHaveURL('/subscribe')
    expect(posts).toBe(2)
  })
})
