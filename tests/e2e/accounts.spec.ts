import { expect, test } from './fixtures.ts'
import {
  PASSWORD,
  BOTH_WAYS,
  REFUSED,
  newAddress,
  main,
  field,
  tap,
  newReader,
  signIn,
  signedIn,
  emailTo,
  codeFor,
} from './steps/accounts.ts'

test.describe('Registering', () => {
  test(
    'leads to the plans, and the emailed code verifies the address',
    BOTH_WAYS,
    async ({ page, trouble }) => {
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
      await main(page).getByRole('link', { name: 'Confirm your email' }).click()
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
    },
  )

  test('shows one message for missing fields and requires the terms @js', async ({
    page,
    trouble,
  }) => {
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

test.describe('Logging in', () => {
  test('with a wrong password keeps the address and links the message for screen readers @no-js', async ({
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

  test('redirects to the requested page, and away from the form afterward @js @no-js', async ({
    page,
  }) => {
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

  test('shows the error from its query, and buttons only for configured providers @no-js', async ({
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

  test('ends with logging out @js @no-js', async ({ page }) => {
    await signedIn(page)
    await page.goto('/browse')
    const menu = page.getByRole('button', { name: 'Menu', exact: true })
    // By width, because visibility depends on the style sheet, which may still load.
    if (page.viewportSize()!.width < 768) await menu.click()
    await page.getByRole('button', { name: 'Logout' }).filter({ visible: true }).first().click()
    await expect(page).toHaveURL('/')
    await page.goto('/browse')
    await expect(page).toHaveURL(/\/login/)
  })
})

test.describe('An address that somebody else registered', BOTH_WAYS, () => {
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
    await page.goto('/settings#ways')
    await expect(main(page).getByText('your only way to sign in')).toBeVisible()
  })
})

test.describe('A forgotten password', BOTH_WAYS, () => {
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
    const logins: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.url().endsWith('/login'))
        logins.push(request.url())
    })
    await tap(page, 'Set password')
    await expect(main(page).getByRole('status')).toHaveText(
      'Password reset successful. Redirecting to login...',
    )
    await expect(page).toHaveURL('/login')
    await expect(main(page).getByRole('status')).toHaveText(
      'Your new password is set. Please log in.',
    )
    // A second request would no longer get the message.
    expect(logins).toHaveLength(1)
    await page.goto(link)
    await expect(main(page).getByRole('alert')).toHaveText(
      'This reset link is invalid or has expired.',
    )
    await signIn(page, email, 'secret2')
    await expect(page).toHaveURL('/browse')
  })
})

test.describe('The free summary', BOTH_WAYS, () => {
  test('is one book in full', async ({ page }) => {
    await signedIn(page)
    const offer = main(page).getByRole('button', { name: /Read this one in full/ })
    const cut = page.getByRole('heading', { name: 'Want to see the full summary?' })
    await page.goto('/summaries/walden')
    await expect(cut).toBeVisible()
    await offer.click()
    await expect(page).toHaveURL('/summaries/walden#free-summary-chosen')
    await expect(cut).toHaveCount(0)
    const said = page.getByRole('status').filter({ hasText: 'Walden is your free summary now.' })
    await expect(said).toBeInViewport()
    await expect(said).toBeFocused()
    await expect(page.locator('#idea-4')).toBeInViewport()
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
