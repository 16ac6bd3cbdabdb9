import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { type States, testAccessibility } from './steps/accessible.ts'
import { sidewaysRoom } from './steps/scrolling.ts'
import { enlargeText } from './steps/text-zoom.ts'

const PASSWORD = 'secret1'
const EVERYWHERE = { tag: ['@js', '@no-js', '@phone'] }
const REFUSED = /answer: 4\d\d|status of 4\d\d/

let count = 0
const newAddress = () => `e2e-${process.pid}-${Date.now()}-${(count += 1)}@example.com`

const main = (page: Page) => page.getByRole('main')
const field = (page: Page, name: string) => main(page).getByLabel(name, { exact: true })
const tap = (page: Page, name: string) =>
  main(page).getByRole('button', { name, exact: true }).click()

/** Creates an account through the API. */
async function newReader(page: Page): Promise<string> {
  const email = newAddress()
  const context = page.request
  const { headers } = { headers: { 'Content-Type': 'application/json' } }
  const made = await context.post('/api/auth/register', {
    headers,
    data: { name: 'Zoë', email, password: PASSWORD },
  })
  expect(made.status()).toBe(201)
  await page.context().clearCookies()
  return email
}

async function signIn(page: Page, email: string, password = PASSWORD) {
  await page.goto('/login')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await tap(page, 'Log in')
}

async function signedIn(page: Page): Promise<string> {
  const email = await newReader(page)
  await signIn(page, email)
  await expect(page).toHaveURL('/browse')
  return email
}

/** The newest email to an address, as HTML, once it was sent. */
async function emailTo(page: Page, email: string, about: RegExp): Promise<string> {
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
const codeFor = async (page: Page, email: string) =>
  /(\d{6}) is your Readr code/.exec(await emailTo(page, email, /is your Readr code/))![1]!

test.describe('Registering', EVERYWHERE, () => {
  test('leads to the plans, and the emailed code verifies the address', async ({
    page,
    trouble,
  }) => {
    trouble.expect(REFUSED)
    const email = newAddress()
    await page.goto('/register')
    await field(page, 'Full name').fill('Zoë')
    await field(page, 'Email').fill(email.toUpperCase())
    await field(page, 'Password').fill('12345')
    await main(page).getByRole('checkbox').check()
    await tap(page, 'Create account')
    await expect(main(page).getByText('Password must be at least 6 characters.')).toBeVisible()
    await expect(field(page, 'Full name')).toHaveValue('Zoë')
    await expect(field(page, 'Password')).toHaveValue('')
    await expect(main(page).getByRole('checkbox')).toBeChecked()
    await field(page, 'Password').fill(PASSWORD)
    await tap(page, 'Create account')
    await expect(page).toHaveURL('/subscribe')
    await page.goto('/browse')
    await main(page).getByRole('link', { name: 'Confirm your address' }).click()
    const code = await codeFor(page, email)
    await field(page, 'Code').fill(code === '000000' ? '000001' : '000000')
    await tap(page, 'Confirm')
    await expect(main(page).getByText('That code is incorrect.')).toBeVisible()
    await expect(field(page, 'Code')).toHaveAccessibleDescription(/That code is incorrect/)
    await tap(page, 'Send a new code')
    await expect(main(page).getByRole('status')).toContainText('A new code is on its way')
    await tap(page, 'Confirm')
    await expect(main(page).getByRole('status')).toHaveCount(0)
    await field(page, 'Code').fill(await codeFor(page, email))
    await tap(page, 'Confirm')
    await expect(main(page).getByRole('status')).toContainText(`${email} is confirmed`)
  })

  test('shows one message for missing fields and requires the terms', async ({ page, trouble }) => {
    trouble.expect(REFUSED)
    await page.goto('/register?error=Sorry%20about%20that')
    await expect(main(page).getByRole('alert')).toHaveText('Sorry about that')
    await tap(page, 'Create account')
    await expect(main(page).getByText('All fields are required.')).toHaveCount(1)
    await expect(main(page).getByRole('alert')).toBeFocused()
    await field(page, 'Full name').fill('Zoë')
    await field(page, 'Email').fill(newAddress())
    await field(page, 'Password').fill(PASSWORD)
    await tap(page, 'Create account')
    await expect(main(page).getByText('Please agree to the Terms of Service')).toBeVisible()
    await expect(main(page).getByText('Sorry about that')).toHaveCount(0)
    await expect(main(page).getByRole('checkbox')).toBeFocused()
  })
})

test.describe('Logging in', EVERYWHERE, () => {
  test('with a wrong password keeps the address and links the message for screen readers', async ({
    page,
    trouble,
  }) => {
    trouble.expect(REFUSED)
    const email = await newReader(page)
    await signIn(page, email, 'wrong-one')
    await expect(page).toHaveURL('/login')
    await expect(main(page).getByRole('alert')).toHaveText(
      'Invalid email or password. Please try again.',
    )
    await expect(page).toHaveTitle('Error: Log in · Readr')
    await expect(field(page, 'Email')).toHaveValue(email)
    await expect(field(page, 'Password')).toHaveValue('')
    await field(page, 'Email').fill('')
    await field(page, 'Password').fill('')
    await main(page).getByRole('checkbox').check()
    await tap(page, 'Log in')
    await expect(main(page).getByRole('checkbox')).toBeChecked()
    await expect(main(page).getByText('Email and password are required.')).toHaveCount(1)
    for (const name of ['Email', 'Password']) {
      await expect(field(page, name)).toHaveAccessibleDescription(
        'Email and password are required.',
      )
      await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true')
    }
  })

  test('redirects to the requested page, and away from the form afterward', async ({ page }) => {
    const email = await newReader(page)
    await page.goto('/settings')
    await expect(page).toHaveURL('/login?redirectTo=%2Fsettings')
    await field(page, 'Email').fill(email)
    await field(page, 'Password').fill(PASSWORD)
    await main(page).getByRole('checkbox', { name: 'Remember me' }).check()
    await tap(page, 'Log in')
    await expect(page).toHaveURL('/settings')
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'readr_session')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(cookie!.expires).toBeGreaterThan(Date.now() / 1000 + 29 * 86_400)
    await page.goto('/login?toSubscribe=true')
    await expect(page).toHaveURL('/subscribe')
    await page.goto('/')
    await expect(page).toHaveURL('/browse')
  })

  test('shows the error from its query, and buttons only for configured providers', async ({
    page,
  }) => {
    await page.goto('/login?error=The%20provider%20said%20no')
    await expect(main(page).getByRole('alert')).toHaveText('The provider said no')
    const configured = await Promise.all(
      ['apple', 'google', 'facebook'].map(
        async (name) =>
          (await page.request.get(`/api/auth/${name}`, { maxRedirects: 0 })).status() !== 404,
      ),
    )
    const buttons = main(page).locator(':is(a, button)', { hasText: /Apple|Google|Facebook/ })
    await expect(buttons).toHaveCount(configured.filter(Boolean).length)
  })

  test('ends with logging out', async ({ page }) => {
    await signedIn(page)
    const menu = page.getByRole('button', { name: 'Menu', exact: true })
    // By width, because visibility depends on the style sheet, which may still load.
    if (page.viewportSize()!.width < 768) await menu.click()
    await page.getByRole('button', { name: 'Logout' }).filter({ visible: true }).first().click()
    await expect(page).toHaveURL('/')
    await page.goto('/browse')
    await expect(page).toHaveURL(/\/login/)
  })
})

test.describe('An address that somebody else registered', EVERYWHERE, () => {
  test('is taken over with a provider, after the page has listed what will be removed', async ({
    page,
  }) => {
    const email = await newReader(page)
    await page.goto('/login')
    await main(page).getByRole('link', { name: 'Continue with Google' }).click()
    await page.waitForURL(/\/dev\/identity\/google\/authorize/)
    await field(page, 'Name').fill('The owner')
    await field(page, 'Email').fill(email)
    await tap(page, 'Continue')
    await expect(page).toHaveURL('/login/take-over')
    await expect(main(page).getByText('its password')).toBeVisible()
    await tap(page, 'Continue with Google')
    await expect(page).toHaveURL('/browse')
    await page.goto('/settings')
    await expect(main(page).getByText('your only way to sign in')).toBeVisible()
  })
})

test.describe('A forgotten password', EVERYWHERE, () => {
  test('is reset with the emailed link, which works once', async ({ page, trouble }) => {
    trouble.expect(REFUSED)
    const email = await newReader(page)
    await page.goto('/login')
    await main(page).getByRole('link', { name: 'Forgot password?' }).click()
    await tap(page, 'Send Reset Link')
    await expect(field(page, 'Email')).toHaveAccessibleDescription(
      'Please enter your email address.',
    )
    await field(page, 'Email').fill(email)
    await tap(page, 'Send Reset Link')
    await expect(main(page).getByRole('status')).toHaveText(
      'Password reset link has been sent to your email.',
    )
    const link = /\/reset-password\/[\w-]{43}/.exec(
      await emailTo(page, email, /\/reset-password\/[\w-]{43}/),
    )![0]
    await page.goto('/dev/mail')
    await main(page).locator(`a[href$="${link}"]`).click()
    await expect(page).toHaveURL(link)
    await field(page, 'New password').fill('secret2')
    await field(page, 'Confirm password').fill('secret3')
    await tap(page, 'Set password')
    await expect(main(page).getByText('Passwords do not match.')).toBeVisible()
    await field(page, 'New password').fill('secret2')
    await field(page, 'Confirm password').fill('secret2')
    await tap(page, 'Set password')
    await expect(main(page).getByRole('status')).toHaveText(
      'Password reset successful. Redirecting to login...',
    )
    await expect(page).toHaveURL('/login')
    await page.goto(link)
    await expect(main(page).getByRole('alert')).toHaveText(
      'This reset link is invalid or has expired.',
    )
    await signIn(page, email, 'secret2')
    await expect(page).toHaveURL('/browse')
  })
})

test.describe('Settings', EVERYWHERE, () => {
  test('change the name, and keep invalid input', async ({ page, trouble }) => {
    trouble.expect(REFUSED)
    await signedIn(page)
    await page.goto('/settings')
    await main(page).locator('summary', { hasText: 'Change your name' }).click()
    await expect(field(page, 'Full name')).toHaveValue('Zoë')
    await field(page, 'Full name').fill('x'.repeat(101))
    await tap(page, 'Save name')
    await expect(field(page, 'Full name')).toHaveAccessibleDescription(
      'Please use at most 100 characters.',
    )
    await expect(field(page, 'Full name')).toHaveValue('x'.repeat(101))
    await field(page, 'Full name').fill('Zoë Winter')
    await tap(page, 'Save name')
    await expect(main(page).getByRole('status')).toHaveText('Your name was changed.')
    // The earlier notice does not appear with the next error.
    await tap(page, 'Update email')
    await expect(main(page).getByRole('alert')).toBeFocused()
    await expect(main(page).getByRole('status')).toHaveCount(0)
    await page.goto('/settings?done=name')
    await expect(main(page).getByText('Zoë Winter')).toBeVisible()
  })

  test('add a provider after the password, and remove it again', async ({ page, trouble }) => {
    trouble.expect(REFUSED)
    const email = await signedIn(page)
    await page.goto('/settings')
    await expect(main(page).locator('summary', { hasText: 'Add Google' })).toHaveCount(0)
    await main(page)
      .getByRole('region', { name: 'Ways to sign in' })
      .getByRole('link', { name: 'Confirm this address' })
      .click()
    await field(page, 'Code').fill(await codeFor(page, email))
    await tap(page, 'Confirm')
    await page.goto('/settings')
    await main(page).locator('summary', { hasText: 'Add Google' }).click()
    const form = main(page).locator('#add-google')
    await form.getByLabel('Password', { exact: true }).fill('wrong password')
    await tap(page, 'Continue to Google')
    await expect(form.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      'Incorrect password.',
    )
    await form.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await tap(page, 'Continue to Google')
    // The emulated Google asks who signs in.
    await page.waitForURL(/\/dev\/identity\/google\/authorize/)
    await field(page, 'Name').fill('Somebody')
    await field(page, 'Email').fill(newAddress())
    await tap(page, 'Continue')
    await expect(page).toHaveURL('/settings?done=provider-added')
    await tap(page, 'Remove Google')
    await expect(main(page).getByRole('status')).toHaveText('That way to sign in was removed.')
  })

  test('change the address and the password', async ({ page, trouble }) => {
    trouble.expect(REFUSED)
    const email = await signedIn(page)
    const newEmail = newAddress()
    await page.goto('/settings')
    await expect(field(page, 'Current email')).toBeDisabled()
    const password = main(page)
      .getByRole('region', { name: 'Update email' })
      .getByLabel('Password', { exact: true })
    await field(page, 'New email').fill(newEmail)
    await password.fill('wrong-one')
    await tap(page, 'Update email')
    await expect(password).toHaveAccessibleDescription('Incorrect password.')
    await field(page, 'New email').fill(newEmail)
    await password.fill(PASSWORD)
    await tap(page, 'Update email')
    await expect(main(page).getByRole('status')).toContainText('Your email address was changed.')
    // The old address was unconfirmed, so the email does not name the new one.
    await emailTo(page, email, /now uses another address/)
    await field(page, 'Old password').fill(PASSWORD)
    await field(page, 'New password').fill('secret2')
    await field(page, 'Confirm new password').fill('secret3')
    await tap(page, 'Change password')
    await expect(main(page).getByText('New passwords do not match.')).toBeVisible()
    await field(page, 'Old password').fill(PASSWORD)
    await field(page, 'New password').fill('secret2')
    await field(page, 'Confirm new password').fill('secret2')
    await tap(page, 'Change password')
    await expect(main(page).getByRole('status')).toContainText('Your password was changed')
    await page.context().clearCookies()
    await signIn(page, newEmail, 'secret2')
    await expect(page).toHaveURL('/browse')
  })

  test('list the devices and sign them out', async ({ page }) => {
    const email = await signedIn(page)
    await page.context().clearCookies()
    await signIn(page, email)
    await expect(page).toHaveURL('/browse')
    await page.goto('/settings')
    const devices = page.getByRole('region', { name: 'Where you are signed in' })
    await expect(devices.getByRole('listitem')).toHaveCount(3)
    await expect(devices.getByText('this device')).toHaveCount(1)
    await devices
      .getByRole('button', { name: /^Sign out(?! all)/ })
      .first()
      .click()
    await expect(main(page).getByRole('status')).toHaveText('The device was signed out.')
    await expect(devices.getByRole('listitem')).toHaveCount(2)
    await devices.getByRole('button', { name: 'Sign out all other devices' }).click()
    await expect(devices.getByRole('listitem')).toHaveCount(1)
  })

  test('delete the account', async ({ page, trouble }) => {
    trouble.expect(REFUSED)
    const email = await signedIn(page)
    await page.goto('/settings')
    await main(page).locator('summary', { hasText: 'Account Deletion' }).click()
    await main(page).getByRole('link', { name: 'Delete my account' }).click()
    await expect(page).toHaveURL('/settings/delete')
    await field(page, 'Password').fill('wrong password')
    await tap(page, 'Delete my account')
    await expect(field(page, 'Password')).toHaveAccessibleDescription('Incorrect password.')
    await field(page, 'Password').fill(PASSWORD)
    await tap(page, 'Delete my account')
    await expect(page).toHaveURL('/')
    const notice = main(page).getByRole('status').filter({ hasText: 'Your account is deleted' })
    await expect(notice).toBeFocused()
    await page.reload()
    await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible()
    await expect(notice).toHaveCount(0)
    await emailTo(page, email, /Your Readr account is deleted/)
    await signIn(page, email)
    await expect(main(page).getByRole('alert')).toHaveText(
      'Invalid email or password. Please try again.',
    )
  })
})

test.describe('The free summary', EVERYWHERE, () => {
  test('is one book in full', async ({ page }) => {
    await signedIn(page)
    const offer = main(page).getByRole('button', { name: /Read this one in full/ })
    const cut = page.getByRole('heading', { name: 'Want to see the full summary?' })
    await page.goto('/summaries/walden')
    await expect(cut).toBeVisible()
    await offer.click()
    await expect(page).toHaveURL('/summaries/walden')
    await expect(cut).toHaveCount(0)
    await page.goto('/summaries/meditations')
    await expect(cut).toBeVisible()
    await expect(offer).toHaveCount(0)
    await page.goto('/summaries/walden')
    await expect(cut).toHaveCount(0)
  })
})

test.describe('With JavaScript', { tag: '@js' }, () => {
  test('a password can be shown, and the advice updates on input', async ({ page }) => {
    await page.goto('/register')
    const password = field(page, 'Password')
    await password.fill('abc')
    await expect(password).toHaveAttribute('type', 'password')
    await main(page).getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    const hide = main(page).getByRole('button', { name: 'Hide password' })
    await expect(hide).toHaveText('Hide')
    await hide.click()
    await expect(password).toHaveAttribute('type', 'password')
    const met = main(page).locator('[data-met]')
    await expect(met).toHaveText([/One lowercase letter/])
    await password.fill('Abcdefg1!')
    await expect(met).toHaveCount(5)
    await password.fill('')
    await expect(met).toHaveCount(0)
  })

  test('a common password shows a warning, and the list is loaded on demand', async ({ page }) => {
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await page.goto('/register')
    const warning = main(page).getByText('one of the 10,000 most common passwords')
    expect(requested).not.toContain('/common-passwords.txt')
    await field(page, 'Password').fill('Password1')
    await expect(warning).toBeVisible()
    await field(page, 'Password').fill('seven-green-kettles')
    await expect(warning).toHaveCount(0)
    expect(requested.filter((path) => path === '/common-passwords.txt')).toHaveLength(1)
  })
})

test.describe('Without JavaScript', { tag: '@no-js' }, () => {
  test('buttons without function are not shown', async ({ page }) => {
    await page.goto('/register')
    await expect(main(page).getByRole('button')).toHaveText([
      /Create account/,
      ...Array(
        await main(page)
          .getByRole('button', { name: /Apple|Google|Facebook/ })
          .count(),
      ).fill(/./),
    ])
  })
})

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
  verify: async (page) => {
    await signedIn(page)
    await page.goto('/verify')
  },
  browse: (page) => signedIn(page),
  settings: async (page) => {
    await signedIn(page)
    await page.goto('/settings')
    await main(page).locator('summary', { hasText: 'Account Deletion' }).click()
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
    await page.goto('/settings')
    await tap(page, 'Change password')
  },
}

testAccessibility('accounts', STATES, REFUSED)

test.describe('Text twice as large', { tag: '@phone' }, () => {
  for (const [name, reach] of Object.entries(STATES).filter(([state]) => state !== 'browse')) {
    test(`fits on ${name}`, async ({ page, trouble }) => {
      trouble.expect(REFUSED)
      await reach(page)
      await enlargeText(page)
      expect(await sidewaysRoom(page)).toBe(0)
    })
  }
})
