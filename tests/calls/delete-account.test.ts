import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Product, startProduct } from '#tests/setup/product.ts'
import { ask, emailsTo, newReader, PASSWORD, type Reader } from './accounts-client.ts'
import { Browser, locationOf } from './social/browser.ts'

const PAGE = '/settings/delete'

let product: Product
beforeAll(async () => {
  product = await startProduct('content', { RATE_LIMIT_FACTOR: '1000' })
})
afterAll(() => product.stop())

const open = (reader: Reader, path: string) => ask(product.origin, path, { cookies: reader.web })
const submit = (reader: Reader, form: Record<string, string>) =>
  ask(product.origin, PAGE, { cookies: reader.web, form })
const isThere = async (reader: Reader) => (await open(reader, '/api/auth/me')).status === 200

describe('the page that deletes an account', () => {
  test('is linked from the settings, which delete nothing themselves', async () => {
    const reader = await newReader(product.origin)
    const { text } = await open(reader, '/settings')
    expect(text).toMatch(/<summary[^>]*>Account Deletion<\/summary>/)
    expect(text).toContain('href="/settings/delete"')
    const form = { intent: 'delete-account', password: PASSWORD }
    const { status } = await ask(product.origin, '/settings', { cookies: reader.web, form })
    expect(status).toBe(400)
    expect(await isThere(reader)).toBe(true)
  })

  test('shows what will be deleted', async () => {
    const reader = await newReader(product.origin)
    for (const slug of ['walden', 'frankenstein']) {
      const form = { mark: 'saved', on: 'true' }
      await ask(product.origin, `/summaries/${slug}/marks`, { cookies: reader.web, form })
    }
    const { text, headers } = await open(reader, PAGE)
    expect(headers.get('Cache-Control')).toBe('private, no-store')
    const shown = text.replaceAll('<!-- -->', '')
    expect(shown).toContain(`Your account: Ada, ${reader.email}`)
    expect(shown).toContain('My List: 2 books')
    expect(shown).toContain('Books you marked as read: 0')
    expect(shown).not.toContain('Your subscription')
    expect(await isThere(reader)).toBe(true)
  })

  test('requires the password and sends a last email', async () => {
    const reader = await newReader(product.origin)
    for (const [form, message] of [
      [{}, 'Please enter your password.'],
      [{ password: 'wrong password' }, 'Incorrect password.'],
      [{ email: reader.email }, 'Please enter your password.'],
    ] as [Record<string, string>, string][]) {
      const refused = await submit(reader, form)
      expect(refused.status).toBe(400)
      expect(refused.text).toContain(message)
      expect(await isThere(reader)).toBe(true)
    }
    const done = await submit(reader, { password: PASSWORD })
    expect([done.status, done.headers.get('Location')]).toEqual([303, '/'])
    expect(await isThere(reader)).toBe(false)
    const cookies = { readr_news: 'account-deleted' }
    expect((await ask(product.origin, '/', { cookies })).text).toContain(
      'Your account has been deleted',
    )
    // The demo keeps the last email.
    const emails = await emailsTo(product.origin, reader.email)
    expect(emails).toHaveLength(1)
    expect(emails[0]).toContain('Your Readr account is deleted')
  })

  test('limits wrong passwords', async () => {
    const reader = await newReader(product.origin)
    const statuses: number[] = []
    for (let i = 0; i < 12; i++) {
      statuses.push((await submit(reader, { password: `wrong ${i}` })).status)
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(400))
    expect(statuses.at(-1)).toBe(429)
    expect(await isThere(reader)).toBe(true)
  })

  test('requires the email address if there is no password', async () => {
    const its = new Browser(product.origin)
    const email = `social-${randomUUID()}@example.com`
    const departure = await its.get('/api/auth/google')
    const consent = await its.post(locationOf(departure), {
      name: 'Ada',
      email,
      verified: 'on',
    })
    await its.get(locationOf(consent))
    expect((await its.reader())?.email).toBe(email)
    expect(await (await its.get(PAGE)).text()).toContain('Your email address')
    for (const form of [{ email: 'other@example.com' }, { password: 'x' }, {}]) {
      expect((await its.post(PAGE, form as Record<string, string>)).status).toBe(400)
    }
    expect((await its.reader())?.email).toBe(email)
    const done = await its.post(PAGE, { email: ` ${email.toUpperCase()} ` })
    expect([done.status, locationOf(done)]).toEqual([303, '/'])
    expect(await its.reader()).toBeNull()
  })

  test('is for signed-in readers', async () => {
    const { status, headers } = await ask(product.origin, PAGE, { form: { password: PASSWORD } })
    expect(status).toBe(303)
    expect(headers.get('Location')).toBe('/login?redirectTo=%2Fsettings%2Fdelete')
  })

  test('rejects forms from other sites', async () => {
    const reader = await newReader(product.origin)
    const { status } = await ask(product.origin, PAGE, {
      cookies: reader.web,
      form: { password: PASSWORD },
      headers: { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    })
    expect(status).toBe(403)
    expect(await isThere(reader)).toBe(true)
  })
})
