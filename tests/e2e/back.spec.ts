import config from '../../playwright.config.ts'
import { expect, test } from './fixtures.ts'
import { newReader } from './steps/billing.ts'
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
