import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { BOTH_WAYS, main, signedIn } from './steps/accounts.ts'
import { violations } from './steps/axe.ts'
import { bookLink, openSummary, wakeFramework } from './steps/catalogue.ts'
import { sidewaysRoom } from './steps/scrolling.ts'

const MY_LIST = '/browse/books/my-list'

const toggle = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const shelf = (page: Page, name: string) => main(page).getByRole('region', { name, exact: true })

test.describe('The daily review', BOTH_WAYS, () => {
  test('asks about a book after reading it, and ends', async ({ page }) => {
    await signedIn(page)
    await page.request.post('/summaries/walden/marks', { form: { mark: 'read', on: 'true' } })
    await page.goto('/browse')
    await main(page)
      .getByRole('link', { name: /^Remember what you read/ })
      .click()
    const question = main(page).getByRole('heading', { level: 2 })
    await expect(question).toHaveText('How does Thoreau define the cost of a thing?')
    await expect(page).toHaveTitle('Daily Review, 1 of 2 · Readr')
    const answer = main(page).getByText('As the amount of life')
    await expect(answer).toBeHidden()
    await main(page).getByText('Show answer').click()
    await expect(answer).toBeVisible()
    await main(page).getByRole('button', { name: /^Good/ }).click()
    await expect(main(page).getByRole('img', { name: 'Card 2 of 2' })).toBeVisible()
    await main(page).getByText('Show answer').click()
    await main(page)
      .getByRole('button', { name: /^Again/ })
      .click()
    await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('That’s today’s review')
    await page.goto('/settings/review')
    await expect(page).toHaveURL('/settings/reminders')
    await main(page).getByText('Mondays', { exact: true }).click()
    await main(page).getByRole('button', { name: 'Save' }).click()
    await expect(main(page).getByRole('status')).toHaveText('Your settings have been saved.')
    await expect(main(page).getByRole('radio', { name: 'Mondays' })).toBeChecked()
  })
})

test.describe('A review by keyboard', { tag: '@js' }, () => {
  test('shows and grades answers', async ({ page }) => {
    await signedIn(page)
    await page.request.post('/summaries/walden/marks', { form: { mark: 'read', on: 'true' } })
    await page.goto('/browse/review?book=walden')
    await page.keyboard.press('3')
    await page.keyboard.press('Space')
    await expect(main(page).getByRole('button', { name: /^Good/ })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('3')
    await expect(main(page).getByRole('img', { name: 'Card 2 of 2' })).toBeVisible()
    await page.keyboard.press('Space')
    await page.keyboard.press('1')
    await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('That’s all for Walden')
    expect(await violations(page)).toEqual([])
    for (const address of ['/settings/reminders', '/browse/year', '/browse']) {
      await page.goto(address)
      expect(await violations(page), address).toEqual([])
    }
  })
})

test.describe('A reader’s year', { tag: '@no-js' }, () => {
  test('shows what they read, and a goal that they set', async ({ page }) => {
    await signedIn(page)
    await page.request.post('/summaries/walden/marks', { form: { mark: 'read', on: 'true' } })
    await page.goto('/browse')
    await main(page)
      .getByRole('link', { name: /^This month 1 book, / })
      .click()
    await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Your reading')
    await main(page).getByText('Set a goal').click()
    await main(page).getByLabel('Number of books').selectOption('3')
    await main(page).getByRole('button', { name: 'Save' }).click()
    await expect(main(page).getByRole('status').first()).toHaveText('Your goal has been saved.')
    await expect(main(page)).toContainText('1 of 3 this week.')
    await main(page).getByText('Change your goal').click()
    await main(page).getByRole('button', { name: 'Remove goal' }).click()
    await expect(main(page).getByText('Set a goal')).toBeVisible()
    const picture = main(page).getByRole('img', { name: /in books: 1 book, / })
    await picture.scrollIntoViewIfNeeded()
    await expect(picture).toHaveJSProperty('naturalWidth', 1080)
  })
})

test.describe('Notifications', { tag: '@js' }, () => {
  // The browser's push subscription belongs to its service worker.
  test.use({ serviceWorkers: 'allow' })

  test('are turned on in a browser, and off', async ({ page }) => {
    // Browsers in tests show no notifications and reach no push service.
    await page.addInitScript(() => {
      const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }
      const subscription = { toJSON: () => ({ endpoint: 'https://fcm.googleapis.com/x', keys }) }
      Object.defineProperty(Notification, 'permission', { value: 'default' })
      Notification.requestPermission = () => Promise.resolve('granted')
      Object.assign(PushManager.prototype, {
        getSubscription: () => Promise.resolve(null),
        subscribe: () => Promise.resolve(subscription),
      })
    })
    await signedIn(page)
    await page.goto('/settings/reminders')
    await main(page).getByRole('button', { name: 'Turn on in this browser' }).click()
    const status = main(page).getByRole('status')
    await expect(status).toHaveText('Notifications are on in this browser.')
    expect(await violations(page)).toEqual([])
    await main(page).getByRole('button', { name: 'Turn off: This browser' }).click()
    await expect(status).toHaveText('Notifications are off in that browser.')
  })
})

test.describe('My List', () => {
  test('saves and removes a book with its card', BOTH_WAYS, async ({ page }) => {
    await signedIn(page)
    await page.goto(MY_LIST)
    await expect(main(page).getByRole('heading', { name: 'Your List is Empty' })).toBeVisible()
    await main(page).getByRole('link', { name: 'Discover Books' }).click()
    await expect(page).toHaveURL('/browse/books')
    const save = toggle(page, 'Save to My List: Walden')
    await save.click()
    await expect(save).toHaveAttribute('aria-pressed', 'true')
    await expect(page.locator('[data-list-count]').first()).toHaveText('1 book')
    await page.goto(MY_LIST)
    await expect(bookLink(page, 'Walden')).toBeVisible()
    await expect(main(page).getByRole('status').first()).toHaveText('1 book')
    await expect(page.locator('[data-list-count]').first()).toHaveText('1 book')
    await toggle(page, 'Save to My List: Walden').click()
    await expect(main(page).getByRole('heading', { name: 'Your List is Empty' })).toBeVisible()
  })

  test('saves and removes a book on its own page @no-js', async ({ page }) => {
    await signedIn(page)
    await page.goto('/summaries/walden')
    const save = toggle(page, 'Save to My List: Walden')
    await save.click()
    await expect(save).toHaveAttribute('aria-pressed', 'true')
    await expect(page).toHaveURL(/\/summaries\/walden(?:#reading)?$/)
    // The change shows before it is saved, so the next page may not have it yet.
    await expect(async () => {
      await page.reload()
      await expect(save).toHaveAttribute('aria-pressed', 'true', { timeout: 500 })
    }).toPass()
    await save.click()
    await expect(save).toHaveAttribute('aria-pressed', 'false')
    await expect(async () => {
      await page.goto(MY_LIST)
      const empty = main(page).getByRole('heading', { name: 'Your List is Empty' })
      await expect(empty).toBeVisible({ timeout: 500 })
    }).toPass()
  })
})

test.describe('The home page', () => {
  test('has books on the first day @no-js', async ({ page }) => {
    await signedIn(page)
    await page.goto('/browse')
    await expect(
      shelf(page, 'Recommended for You').getByText(/^(?:Popular in|Explore) /),
    ).toHaveCount(3)
    await expect(shelf(page, 'Trending Now').getByRole('listitem')).toHaveCount(3)
    await expect(shelf(page, 'Continue')).toHaveCount(0)
    await shelf(page, 'Recently Read').getByRole('link', { name: 'Find a book to read' }).click()
    await expect(page).toHaveURL('/browse/books')
  })

  test('shows three more books with See More, and another random book @js @no-js', async ({
    page,
  }) => {
    await signedIn(page)
    await page.goto('/browse')
    const arrivals = shelf(page, 'Latest Arrivals')
    await expect(arrivals.getByRole('listitem')).toHaveCount(3)
    await arrivals.getByRole('link', { name: 'See More' }).click()
    await expect(arrivals.getByRole('listitem')).toHaveCount(6)
    await expect(shelf(page, 'Trending Now').getByRole('listitem')).toHaveCount(3)
    await expect(page).toHaveURL(/\/browse\?arrivals=6(#arrivals-4)?$/)
    const discover = shelf(page, 'Discover')
    for (let time = 1; time <= 3; time += 1) {
      const drawn = page.waitForResponse(
        (answer) => answer.url().includes('arrivals=6') && answer.ok(),
      )
      await discover.getByRole('button', { name: "I'm Feeling Lucky" }).click()
      await drawn
      await expect(discover.getByRole('heading', { level: 3 })).toBeVisible()
      await expect(discover).toBeInViewport()
      await expect(arrivals.getByRole('listitem')).toHaveCount(6)
    }
  })

  test('shows recently read books @no-js', async ({ page }) => {
    await signedIn(page)
    await page.goto('/summaries/walden')
    // The button at the end of the text.
    await toggle(page, 'Mark as read').last().click()
    await expect(toggle(page, 'Read').first()).toBeVisible()
    const sign = toggle(page, 'Read').last().locator('circle + path')
    const seen = await sign.evaluate((tick) => {
      const disc = tick.previousElementSibling!
      return getComputedStyle(tick).stroke !== getComputedStyle(disc).fill
    })
    expect(seen, 'the check mark differs from its background').toBe(true)
    await page.goto('/browse')
    const read = shelf(page, 'Recently Read')
    await expect(read.getByRole('link', { name: 'Walden', exact: true })).toBeVisible()
    await expect(
      shelf(page, 'Recommended for You').getByRole('link', { name: 'Walden', exact: true }),
    ).toHaveCount(0)
    expect(await sidewaysRoom(page)).toBe(0)
  })
})

test.describe('With JavaScript', { tag: '@js' }, () => {
  test('a toggle shows right away, and is sent again if it fails', async ({ page, trouble }) => {
    trouble.expect(/marks/)
    await signedIn(page)
    await page.goto('/browse/books')
    await wakeFramework(page)
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    const save = toggle(page, 'Save to My List: Walden')
    await page.route('**/marks', (route) => route.abort('connectionfailed'))
    await save.click()
    const waits = page.getByRole('status').filter({ hasText: '1 change not saved yet' })
    await expect(waits).toBeVisible()
    await expect(save).toHaveAttribute('aria-pressed', 'true')
    await page.unroute('**/marks')
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/marks', async (route) => {
      await held
      await route.continue()
    })
    await waits.getByRole('button', { name: 'Try Again' }).click()
    await expect(save).toHaveAttribute('aria-pressed', 'true')
    release()
    await expect(page.locator('[data-list-count]').first()).toHaveText('1 book')
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  })

  test('a failed random book shows an error, and can be tried again', async ({ page, trouble }) => {
    trouble.expect(/browse/)
    await signedIn(page)
    await page.goto('/browse')
    await wakeFramework(page)
    const discover = shelf(page, 'Discover')
    const lucky = discover.getByRole('button', { name: "I'm Feeling Lucky" })
    await page.route('**/browse.data*', (route) => route.abort('connectionfailed'))
    await lucky.click()
    await expect(discover.getByText('Error fetching random book', { exact: true })).toBeVisible()
    await page.unroute('**/browse.data*')
    await lucky.click()
    await expect(discover.getByRole('heading', { level: 3 })).toBeVisible()
  })

  test('a failed See More shows an error, and can be tried again', async ({ page, trouble }) => {
    trouble.expect(/browse/)
    await signedIn(page)
    await page.goto('/browse')
    await wakeFramework(page)
    const arrivals = shelf(page, 'Latest Arrivals')
    const more = arrivals.getByRole('link', { name: 'See More' })
    await page.route('**/browse.data*', (route) => route.abort('connectionfailed'))
    await more.click()
    await expect(page.getByRole('alert')).toHaveText(/^We couldn’t load more books\./)
    await expect(arrivals.getByRole('alert')).toBeInViewport()
    await expect(more).toBeFocused()
    await page.unroute('**/browse.data*')
    const title = arrivals.getByRole('heading', { level: 2 })
    const before = (await title.boundingBox())!.y
    await more.click()
    await expect(arrivals.getByRole('heading', { level: 3 })).toHaveCount(6)
    await expect(page.getByRole('alert')).toHaveCount(0)
    // The new books appear where the link was, without scrolling.
    await expect(arrivals.getByRole('heading', { level: 3 }).nth(3)).toBeInViewport()
    expect((await title.boundingBox())!.y).toBeCloseTo(before, 0)
  })

  test('a toggle on a summary’s own page is sent again if it fails', async ({ page, trouble }) => {
    trouble.expect(/marks/)
    await signedIn(page)
    await page.goto('/summaries/walden')
    await page.route('**/marks', (route) => route.abort('connectionfailed'))
    const save = toggle(page, 'Save to My List: Walden')
    await save.click()
    await expect(page.getByText('1 change not saved yet')).toBeVisible()
    await expect(save).toHaveAttribute('aria-pressed', 'true')
  })

  test('marking a book as read closes its dialog, and the card shows it', async ({ page }) => {
    await signedIn(page)
    await page.goto('/browse/books')
    await wakeFramework(page)
    await bookLink(page, 'Walden').click()
    await openSummary(page).getByRole('button', { name: 'Mark as read', exact: true }).click()
    await expect(openSummary(page)).toHaveCount(0)
    await expect(page).toHaveURL('/browse/books')
    await expect(toggle(page, 'Mark as read: Walden')).toHaveAttribute('aria-pressed', 'true')
  })

  test('a book opens in a dialog over the home page', async ({ page }) => {
    await signedIn(page)
    await page.goto('/browse')
    await wakeFramework(page)
    const book = shelf(page, 'Latest Arrivals').getByRole('listitem').getByRole('link').first()
    const address = await book.getAttribute('href')
    await book.click()
    await expect(openSummary(page).getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL(address!)
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('/browse')
    await expect(shelf(page, 'Latest Arrivals')).toBeVisible()
  })

  test('pages with marks are accessible', async ({ page }) => {
    await signedIn(page)
    await page.goto('/summaries/walden')
    const save = toggle(page, 'Save to My List: Walden')
    // The home page is loaded again while a mark is on its way.
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/marks'))
    await save.click()
    await expect(save).toHaveAttribute('aria-pressed', 'true')
    await saved
    for (const path of ['/browse', MY_LIST, '/browse/books', '/summaries/walden']) {
      await page.goto(path)
      expect(await violations(page), path).toEqual([])
    }
  })
})
