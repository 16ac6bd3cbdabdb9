import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { signedIn } from './steps/accounts.ts'
import { bookLink, wakeFramework } from './steps/catalogue.ts'
import { scrollTo } from './steps/scrolling.ts'

const SUMMARY = '/summaries/walden'
/** A paragraph that is a window high on phones with the largest type. */
const PARAGRAPH = '#idea-3_1'

/** How many lines the middle of a paragraph is away from the reading line. */
const linesOff = (paragraph: Locator) =>
  paragraph.evaluate((element) => {
    const { top, height } = element.getBoundingClientRect()
    const line = Number.parseFloat(getComputedStyle(element).lineHeight)
    return (top + height / 2 - innerHeight * 0.4) / line
  })

/** Scrolls the middle of a paragraph to the reading line, and waits until that is saved. */
async function stopAt(page: Page, paragraph: Locator): Promise<void> {
  const saved = page.waitForResponse((response) => response.url().endsWith('/walden/place'))
  await paragraph.evaluate((element) => {
    const { top, height } = element.getBoundingClientRect()
    const scroller = element.closest('dialog') ?? document.scrollingElement!
    scroller.scrollBy({ top: top + height / 2 - innerHeight * 0.4, behavior: 'instant' })
  })
  await saved
}

async function expectOpenAt(page: Page, paragraph = PARAGRAPH): Promise<void> {
  const off = async () => Math.abs(await linesOff(page.locator(paragraph)))
  await expect.poll(off).toBeLessThan(1)
}

const chooseSize = (page: Page, size: string) =>
  page.request.post('/appearance', {
    form: { size, back: '/browse' },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })

test.describe('With JavaScript', { tag: '@js' }, () => {
  for (const size of ['1', '5']) {
    test(`type size ${size}: a summary opens where the reader stopped`, async ({
      page,
      browser,
    }) => {
      await signedIn(page)
      await chooseSize(page, size)
      await page.goto(SUMMARY)
      await expect(page.locator('html')).toHaveAttribute('data-size', size)
      await stopAt(page, page.locator(PARAGRAPH))

      await page.goto(SUMMARY)
      await expectOpenAt(page)
      await page.goto('/browse')
      const shelf = page.getByRole('region', { name: 'Continue', exact: true })
      await shelf.getByRole('link', { name: 'Continue' }).click()
      await expect(page).toHaveURL(SUMMARY + PARAGRAPH)
      await expectOpenAt(page)
      await page.goto('/browse/books')
      await wakeFramework(page)
      await bookLink(page, 'Walden').click()
      await expectOpenAt(page, `dialog ${PARAGRAPH}`)

      const device = await browser.newContext({
        ...test.info().project.use,
        storageState: await page.context().storageState(),
      })
      const other = await device.newPage()
      await chooseSize(other, size === '1' ? '5' : '1')
      await other.goto(SUMMARY)
      await expectOpenAt(other)
      // An address with a fragment opens there.
      await other.goto(`${SUMMARY}#idea-1`)
      await expect(other.locator('#idea-1')).toBeInViewport()
      await device.close()
    })
  }

  test('the dialog saves the position, and a reload stays where it is', async ({ page }) => {
    await signedIn(page)
    await page.goto('/browse/books')
    await wakeFramework(page)
    await bookLink(page, 'Walden').click()
    await stopAt(page, page.locator(`dialog ${PARAGRAPH}`))
    await page.goto(SUMMARY)
    await expectOpenAt(page)
    await scrollTo(page, 0)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  })

  test('a glance at the beginning leaves the position, and offers the way back', async ({
    page,
  }) => {
    await signedIn(page)
    await page.goto(SUMMARY)
    await stopAt(page, page.locator(PARAGRAPH))
    await page.locator('#hook').evaluate((hook) => hook.scrollIntoView({ behavior: 'instant' }))
    const back = page.getByRole('link', { name: 'Back to where you were: idea 3' })
    await expect(back).toBeVisible()
    await page.goto(SUMMARY)
    await expectOpenAt(page)
    await page.locator('#hook').evaluate((hook) => hook.scrollIntoView({ behavior: 'instant' }))
    await back.click()
    await expectOpenAt(page)
    await expect(back).toHaveCount(0)
  })

  test('a book that is marked as read opens at its beginning', async ({ page }) => {
    await signedIn(page)
    await page.goto(SUMMARY)
    await stopAt(page, page.locator(PARAGRAPH))
    const marked = page.waitForResponse((response) => response.url().endsWith('/marks'))
    await page.getByRole('button', { name: 'Mark as read', exact: true }).first().click()
    await marked
    await page.goto(SUMMARY)
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
    await expect(page.getByRole('link', { name: /^Continue at/ })).toHaveCount(0)
  })
})

test.describe('The home page after reading', { tag: ['@js'] }, () => {
  const continued = (page: Page) => page.getByRole('region', { name: 'Continue', exact: true })

  /** Scrolls to a paragraph, and waits until the page has noticed. */
  const readTo = (page: Page, id: string) =>
    page.evaluate(async (paragraph) => {
      document.getElementById(paragraph)!.scrollIntoView({ block: 'center', behavior: 'instant' })
      for (let frame = 0; frame < 2; frame += 1) {
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
    }, id)

  for (const answer of ['late', 'never'] as const) {
    test(`is asked for when the position is saved (answer: ${answer})`, async ({ page }) => {
      await signedIn(page)
      await page.goto(SUMMARY)
      await stopAt(page, page.locator('#idea-2_1'))
      const sent: string[] = []
      await page.route('**/walden/place', async (route) => {
        sent.push('position')
        if (answer === 'never') return
        const response = await route.fetch()
        sent.push('saved')
        await route.fulfill({ response })
      })
      page.on('request', (request) => {
        if (new URL(request.url()).pathname === '/browse') sent.push('home')
      })
      if (answer === 'late') {
        // However slow the machine is, only the answer continues.
        await page.evaluate(() => {
          const start = window.setTimeout
          const later = (work: () => void, ms = 0) => start(work, ms === 1000 ? 60_000 : ms)
          window.setTimeout = later as typeof setTimeout
        })
      }
      await readTo(page, 'idea-3_1')
      // Without the scrolling of a click by the test.
      await page
        .getByRole('banner')
        .getByRole('link', { name: 'Readr' })
        .evaluate((link: HTMLElement) => link.click())
      await expect(page).toHaveURL('/browse')
      const saved = answer === 'late' ? ['saved'] : []
      expect(sent).toEqual(['position', ...saved, 'home'])
      await expect(continued(page).getByRole('listitem')).toHaveCount(1)
    })
  }

  test('gets the position by Back, too', async ({ page }) => {
    await signedIn(page)
    await page.goto('/browse')
    await page.goto(SUMMARY)
    const saved = page.waitForResponse((response) => response.url().endsWith('/walden/place'))
    await page.route('**/browse', async (route) => {
      await saved
      await route.continue()
    })
    await readTo(page, 'idea-3_1')
    await page.goBack()
    await expect(page).toHaveURL('/browse')
    await expect(continued(page).getByRole('listitem')).toHaveCount(1)
  })
})

test.describe('Without JavaScript', { tag: ['@no-js'] }, () => {
  test('a button saves the reading position, and links open there', async ({ page }) => {
    await signedIn(page)
    await page.goto(SUMMARY)
    // In One Page, the Hook, and the first idea come before it.
    await page.getByRole('button', { name: 'Save my place here' }).nth(3).click()
    await expect(page).toHaveURL(`${SUMMARY}#idea-2_0`)
    const idea = page.getByRole('heading', { name: /^Idea 2/ })
    const saved = page.locator('#idea-2_0')
    for (const list of ['/browse', '/browse/books']) {
      await page.goto(list)
      await page.locator(`a[href="${SUMMARY}#idea-2_0"]`).first().click()
      await expect(saved).toBeInViewport()
    }
    await page.goto(SUMMARY)
    await expect(idea).not.toBeInViewport()
    await page.getByRole('link', { name: 'Continue at idea 2' }).click()
    await expect(saved).toBeInViewport()
  })
})
