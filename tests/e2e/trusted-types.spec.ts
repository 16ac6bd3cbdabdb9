import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { newReader, PLANS } from './steps/billing.ts'
import { ADMIN } from './steps/sites.ts'
import { giveVoices } from './steps/voices.ts'

/** Starts the framework with a first interaction, and waits until it runs. */
async function wake(page: Page): Promise<void> {
  // This page does not load it.
  if ((await page.locator('script[data-later]').count()) === 0) return
  await page.mouse.move(10, 10)
  await page.mouse.move(200, 200)
  await page.keyboard.press('Tab')
  await expect(page.locator('html[data-ready]')).toBeAttached()
}

/** Counts violations. They are also console errors, which fail the test (fixtures.ts). */
async function watch(page: Page): Promise<() => Promise<string[]>> {
  const seen: string[] = []
  await page.exposeFunction('recordViolation', (what: string) => void seen.push(what))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { recordViolation } = window as never as { recordViolation(what: string): void }
      recordViolation(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`)
    })
  })
  return async () => {
    await page.evaluate(() => new Promise((done) => setTimeout(done)))
    return seen
  }
}

test.describe('Trusted Types', { tag: '@js' }, () => {
  test('hold on every page for visitors', async ({ page }) => {
    const violations = await watch(page)
    await giveVoices(page)
    for (const path of [
      '/',
      '/browse/books',
      '/login',
      '/register',
      '/about',
      '/contact',
      '/offline',
    ]) {
      await page.goto(path)
      if (path !== '/offline') await page.mouse.move(200, 300)
    }
    await page.goto('/browse/books')
    await wake(page)
    await page
      .getByRole('main')
      .getByRole('link', { name: /Walden/ })
      .first()
      .click()
    await expect(page).toHaveURL(/\/summaries\/walden$/)
    await page.goto('/summaries/walden')
    await page.getByRole('button', { name: 'Listen' }).click()
    await expect(page.getByRole('region', { name: 'Listen' })).toBeVisible()
    await page.goto('/subscribe')
    await wake(page)
    await page.getByRole('link', { name: 'Books' }).first().click()
    await expect(page).toHaveURL(/\/browse\/books$/)
    expect(await violations()).toEqual([])
  })

  test('hold on every page for readers, including payment pages', async ({ page }) => {
    const violations = await watch(page)
    await newReader(page)
    for (const path of ['/browse', '/browse/books/my-list', '/settings', '/summaries/walden']) {
      await page.goto(path)
      await wake(page)
    }
    await page.getByRole('link', { name: 'Books' }).first().click()
    await expect(page).toHaveURL(/\/browse\/books$/)
    await page.getByRole('link', { name: 'My List' }).first().click()
    await expect(page).toHaveURL(/my-list$/)
    const checkout = await page.goto(`/checkout?priceId=${PLANS.monthly}`)
    // The demo does not load Stripe's own script.
    expect(checkout!.headers()['content-security-policy']).toContain('require-trusted-types-for')
    await expect(page.getByLabel('Card number')).toBeVisible()
    expect(await violations()).toEqual([])
  })

  test('hold on the admin pages', async ({ page }) => {
    const violations = await watch(page)
    const form = { email: ADMIN.email, password: ADMIN.password }
    await page.request.post('/login', { form })
    for (const path of [
      '/admin',
      '/admin/books',
      '/admin/books/walden',
      '/admin/readers',
      '/admin/log',
    ]) {
      await page.goto(path)
      await page.mouse.move(200, 300)
    }
    expect(await violations()).toEqual([])
  })

  test('let no other script write markup or run code', async ({ page, trouble }) => {
    trouble.expect(/Content Security Policy|TrustedHTML|TrustedScript|trusted/i)
    const violations = await watch(page)
    await page.goto('/login')
    await wake(page)
    const outcomes = await page.evaluate(() => {
      const attempts: (() => unknown)[] = [
        () => (document.body.innerHTML = '<img src=x onerror=alert(1)>'),
        () => document.body.insertAdjacentHTML('beforeend', '<b>x</b>'),
        () => (document.createElement('script').text = 'alert(1)'),
        () => (document.createElement('script').src = '/assets/evil.js'),
        () => (document.createElement('script').src = 'https://evil.example/'),
        () =>
          (
            window as never as { trustedTypes: { createPolicy(name: string, rules: object): void } }
          ).trustedTypes.createPolicy('default', {}),
        () =>
          (
            window as never as { trustedTypes: { createPolicy(name: string, rules: object): void } }
          ).trustedTypes.createPolicy('mine', {}),
      ]
      return attempts.map((attempt) => {
        try {
          attempt()
          return 'done'
        } catch (error) {
          return (error as Error).name
        }
      })
    })
    expect(outcomes).toEqual(Array.from({ length: 7 }, () => 'TypeError'))
    expect((await violations()).length).toBeGreaterThanOrEqual(5)
  })
})
