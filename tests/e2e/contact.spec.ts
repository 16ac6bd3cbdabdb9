import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const field = (page: Page, label: string) =>
  page.getByRole('main').getByRole('textbox', { name: label })
const send = (page: Page) => page.getByRole('main').getByRole('button', { name: /send/i })

test.describe('Contact form', () => {
  test('shows three errors, each linked to its field @js', async ({ page, trouble }) => {
    trouble.expect(/400/)
    await page.goto('/contact')
    await send(page).click()
    const messages = new Set<string>()
    for (const label of ['Name', 'Email', 'Message']) {
      await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true')
      await expect(field(page, label)).toHaveAccessibleDescription(/Please enter/)
      const id = (await field(page, label).getAttribute('aria-describedby'))!
      await expect(page.locator(`[id="${id}"]`)).toBeVisible()
      messages.add(await page.locator(`[id="${id}"]`).innerText())
    }
    expect(messages.size).toBe(3)
    // Focus is on the first invalid field.
    await expect(field(page, 'Name')).toBeFocused()
  })

  test('keeps the input when something is missing @no-js', async ({ page, trouble }) => {
    trouble.expect(/400/)
    await page.goto('/contact')
    await field(page, 'Name').fill('Zoë "Quotes" <b>')
    await field(page, 'Email').fill('not an address')
    await field(page, 'Message').fill('First line\nSecond line')
    await send(page).click()
    await expect(field(page, 'Email')).toHaveAttribute('aria-invalid', 'true')
    await expect(field(page, 'Email')).toHaveValue('not an address')
    await expect(field(page, 'Name')).toHaveValue('Zoë "Quotes" <b>')
    await expect(field(page, 'Name')).not.toHaveAttribute('aria-invalid', 'true')
    await expect(field(page, 'Message')).toHaveValue(/First line\r?\nSecond line/)
    await expect(field(page, 'Email')).toBeFocused()
    await field(page, 'Email').fill('zoe@example.com')
    await send(page).click()
    await expect(page.getByRole('status')).toContainText(/thank you/i)
  })

  test('says thank you and stores nothing @js @no-js', async ({ page }) => {
    await page.goto('/contact')
    await expect(page.getByRole('main').locator('a[href^="mailto:"]')).toHaveText(/@/)
    await expect(page.getByRole('main')).toContainText('within 24 hours')
    await field(page, 'Name').fill('Zoë')
    await field(page, 'Email').fill('zoe@example.com')
    await field(page, 'Message').fill('I liked it.')
    await send(page).click()
    await expect(page.getByRole('status')).toContainText(/thank you/i)
    await expect(page.getByRole('status')).toBeFocused()
    await expect(send(page)).toHaveCount(0)
    // Sends nothing again.
    await page.reload()
    await expect(page.getByRole('status')).toContainText(/thank you/i)
    expect(await page.context().cookies()).toEqual([])
    await page.goto('/contact')
    for (const label of ['Name', 'Email', 'Message']) {
      await expect(field(page, label)).toHaveValue('')
    }
  })
})
