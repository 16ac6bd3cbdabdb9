import { expect, test } from './fixtures.ts'

const anywhere = { tag: ['@js', '@no-js', '@phone'] }

test.describe('Landing page', anywhere, () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/')
  })

  test('says what Readr is', async ({ page }) => {
    await expect(page).toHaveTitle(/Readr/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('15 minutes')
  })

  test('starts a free trial at the plans', async ({ page }) => {
    await page.getByRole('main').getByRole('link', { name: 'Start Free Trial' }).click()
    await expect(page).toHaveURL('/register')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  test('shows how it works in the catalogue', async ({ page }) => {
    await page.getByRole('main').getByRole('link', { name: 'See How It Works' }).click()
    await expect(page).toHaveURL('/browse/books')
    await expect(page.getByRole('heading', { level: 1, name: 'Books' })).toBeVisible()
  })

  test('opens the books that it shows', async ({ page }) => {
    const cover = page.getByRole('main').getByRole('listitem').getByRole('link').first()
    const name = (await cover.getByRole('img').getAttribute('alt')) ?? ''
    await cover.click()
    await expect(page).toHaveURL(/\/summaries\/[a-z0-9-]+$/)
    const title = await page.getByRole('heading', { level: 1 }).innerText()
    expect(name).toContain(title)
  })
})

test.describe('Landing page of an empty catalogue', anywhere, () => {
  test.use({ site: 'empty' })

  test('still leads on', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Start Free Trial' }).first()).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'See How It Works' }).click()
    await expect(page.getByRole('heading', { name: 'No Results Found' })).toBeVisible()
  })
})
