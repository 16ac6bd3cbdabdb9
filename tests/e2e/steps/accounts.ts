import { expect, type Page } from '@playwright/test'
import { ADMIN } from './sites.ts'

export const PASSWORD = 'secret1'
/** Forms work the same on a phone: one test of each area runs there too. */
export const BOTH_WAYS = { tag: ['@js', '@no-js'] }
export const REFUSED = /answer: 4\d\d|status of 4\d\d/

let count = 0
export const newAddress = () => `e2e-${process.pid}-${Date.now()}-${(count += 1)}@example.com`

export const main = (page: Page) => page.getByRole('main')
export const field = (page: Page, name: string) => main(page).getByLabel(name, { exact: true })
/** Waits until the form that a script may have sent is answered. */
export const answered = (page: Page) => expect(page.locator('[aria-busy=true]')).toHaveCount(0)

export async function tap(page: Page, name: string): Promise<void> {
  await main(page).getByRole('button', { name, exact: true }).click()
  await answered(page)
}

/** Creates an account through the API, which signs this browser in, without using the pages. */
export async function signedIn(page: Page): Promise<string> {
  const email = newAddress()
  const created = await page.request.post('/api/auth/register', {
    data: { name: 'Zoë', email, password: PASSWORD },
  })
  expect(created.status()).toBe(201)
  return email
}

/** Creates an account through the API. */
export async function newReader(page: Page): Promise<string> {
  const email = await signedIn(page)
  await page.context().clearCookies()
  return email
}

/** Signs this browser in as the administrator, without using the pages. */
export async function signedInAsAdmin(page: Page): Promise<void> {
  const { email, password } = ADMIN
  const answer = await page.request.post('/api/auth/login', { data: { email, password } })
  expect(answer.status()).toBe(200)
}

export async function signIn(page: Page, email: string, password = PASSWORD) {
  await page.goto('/login')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await tap(page, 'Log in')
}

/** The newest email to an address, as HTML, once it was sent. */
export async function emailTo(page: Page, email: string, about: RegExp): Promise<string> {
  let found = ''
  await expect
    .poll(async () => {
      const html = await (await page.request.get('/dev/mail')).text()
      found =
        html
          .split('<article')
          .slice(1)
          .find((article) => article.includes(email) && about.test(article)) ?? ''
      return found
    })
    .not.toBe('')
  return found
}
export const codeFor = async (page: Page, email: string) =>
  /(\d{6}) is your Readr code/.exec(await emailTo(page, email, /is your Readr code/))![1]!
