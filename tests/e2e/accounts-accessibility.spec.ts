import { expect } from './fixtures.ts'
import { type States, testAccessibility } from './steps/accessible.ts'
import { REFUSED, main, field, tap, newReader, signIn, signedIn } from './steps/accounts.ts'

/** Every account page in each of its states. */
const STATES: States = {
  login: (page) => page.goto('/login'),
  'refused login': (page) => signIn(page, 'nobody@example.com', 'x'),
  register: (page) => page.goto('/register'),
  'refused registration': async (page) => {
    await page.goto('/register')
    await field(page, 'Full name').fill('Zoë')
    await field(page, 'Email').fill('x')
    await field(page, 'Password').fill('x')
    await tap(page, 'Create account')
  },
  'forgotten password': (page) => page.goto('/reset-password'),
  'invalid reset link': (page) => page.goto('/reset-password/x'),
  'invalid link to change an address back': (page) => page.goto('/undo-email-change/x'),
  verify: async (page) => {
    await signedIn(page)
    await page.goto('/verify')
  },
  browse: async (page) => {
    await signedIn(page)
    await page.goto('/browse')
  },
  settings: async (page) => {
    await signedIn(page)
    await page.goto('/settings')
    for (const fold of await main(page).locator('summary').all()) await fold.click()
  },
  devices: async (page) => {
    await signedIn(page)
    await page.goto('/settings/devices')
  },
  data: async (page) => {
    await signedIn(page)
    await page.goto('/settings/data')
  },
  'delete account': async (page) => {
    await signedIn(page)
    await page.goto('/settings/delete')
  },
  'take over': async (page) => {
    const email = await newReader(page)
    await page.goto('/login')
    await main(page).getByRole('link', { name: 'Continue with Google' }).click()
    await field(page, 'Name').fill('The owner')
    await field(page, 'Email').fill(email)
    await tap(page, 'Continue')
    await expect(page).toHaveURL('/login/take-over')
  },
  'refused settings': async (page) => {
    await signedIn(page)
    await page.goto('/settings#password')
    await tap(page, 'Change password')
  },
}

testAccessibility('accounts', STATES, REFUSED, ['browse'])
