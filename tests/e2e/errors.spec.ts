import { expect, test } from './fixtures.ts'

test('Error pages say what happened and link to the home page @js @no-js', async ({
  page,
  trouble,
}) => {
  for (const { address, status, title, message } of [
    {
      address: '/403',
      status: 403,
      title: 'Unauthorized Access',
      message: 'You are not authorized to view this page.',
    },
    {
      address: '/500',
      status: 500,
      title: 'Internal Server Error',
      message: 'Oops! Something went wrong on our end.',
    },
    {
      address: '/anything',
      status: 404,
      title: 'Page Not Found',
      message: "Sorry, the page you're looking for doesn't exist.",
    },
    {
      address: '/deeper/than/anything?x=1',
      status: 404,
      title: 'Page Not Found',
      message: "Sorry, the page you're looking for doesn't exist.",
    },
  ]) {
    trouble.expect(new RegExp(String(status)))
    const response = await page.goto(address)
    expect(response?.status()).toBe(status)
    await expect(page).toHaveTitle(new RegExp(title))
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    await expect(page.getByRole('main').getByText(message, { exact: true })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Return Home' }).click()
    await expect(page).toHaveURL('/')
  }
})

test('Old URLs redirect permanently @no-js', async ({ page }) => {
  for (const [from, to] of [
    ['/terms-of-service', '/terms'],
    ['/privacy-policy', '/privacy'],
  ] as const) {
    const response = await page.request.get(from, { maxRedirects: 0 })
    expect(response.status()).toBe(301)
    await page.goto(from)
    await expect(page).toHaveURL(to)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

test('URLs of attackers are refused without internal details @no-js', async ({ request }) => {
  for (const address of [
    '/.env',
    '/..%2f..%2fetc/passwd',
    '/%E0%A4%A',
    '/browse/books/%E0%A4%A',
    '/covers/x.svg',
    '/summaries/',
    '/api/nothing',
    '/assets/nothing.js',
  ]) {
    const response = await request.get(address)
    expect([400, 404]).toContain(response.status())
    expect(await response.text()).not.toMatch(/node_modules|\bat \w+ \(|prisma|sqlite/i)
  }
})

test.describe('Browser errors', { tag: '@js' }, () => {
  test('fail a test: a script that the policy forbids', async ({ page, trouble }) => {
    trouble.expect(/TrustedScript/)
    await page.goto('/')
    const refused = page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'document.title = "taken over"'
      document.body.append(script)
    })
    await expect(refused).rejects.toThrow('TrustedScript')
    await expect.poll(() => trouble.all().join()).toContain('TrustedScript')
    await expect(page).not.toHaveTitle('taken over')
  })

  test('fail a test: page errors and requests to other hosts', async ({ page, trouble }) => {
    trouble.expect(/out of order/, /elsewhere\.example/)
    await page.goto('/')
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('out of order')
      })
      void fetch('https://elsewhere.example/').catch(() => {})
    })
    await expect.poll(() => trouble.all().join()).toContain('page error: Error: out of order')
    await expect.poll(() => trouble.all().join()).toContain('elsewhere.example')
  })
})
