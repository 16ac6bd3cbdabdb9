import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeNow } from '#app/accounts/service/two-factor-codes.server.ts'
import { type Product, PRODUCTION, runProduct, startProduct } from '#tests/setup/product.ts'
import { ask, valueOf } from './accounts-client.ts'

const SESSION = '__Host-readr_session'
const LONG = 'a long password'
const SHORT = 'secret12345'

let product: Product
beforeAll(async () => {
  product = await startProduct('content', PRODUCTION)
})
afterAll(() => product.stop())

const readr = (...args: string[]) => runProduct('readr', args, product.variables)
let count = 0
const newAddress = () => `person-${(count += 1)}@readr.test`

async function create(password: string, role: string, email = newAddress()) {
  const named = ['--name', 'Op', '--password', password, '--role', role]
  const { status, stderr } = await readr('user', 'create', email, ...named)
  return { email, status, stderr }
}

async function signIn(email: string, password: string): Promise<Record<string, string>> {
  const { cookies } = await ask(product.origin, '/login', { form: { email, password } })
  return { [SESSION]: valueOf(cookies[SESSION]) }
}

const open = (path: string, cookies: Record<string, string>) =>
  ask(product.origin, path, { cookies })

describe('the administration in production', () => {
  test('requires a second factor, unlike all other pages', async () => {
    const { email, status } = await create(LONG, 'admin')
    expect(status).toBe(0)
    const cookies = await signIn(email, LONG)
    const asked = ['/admin', '/admin/readers', '/admin/export', '/admin/books/new', '/admin/log']
    for (const path of asked) {
      for (const form of [undefined, { intent: 'x' }]) {
        const answer = await ask(product.origin, path, { cookies, ...(form ? { form } : {}) })
        expect([answer.status, answer.headers.get('Location')], path).toEqual([
          303,
          '/settings/two-factor',
        ])
      }
    }
    const { status: asData } = await open('/admin/readers.data', cookies)
    expect((await open('/admin/readers.data', cookies)).text).not.toContain(email)
    expect([200, 202, 204, 303]).toContain(asData)
    for (const path of ['/browse', '/settings', '/summaries/walden', '/api/books/subscribed']) {
      expect((await open(path, cookies)).status, path).toBe(200)
    }

    const page = '/settings/two-factor'
    expect((await open(page, cookies)).text).toContain('Administrators need two-factor sign-in.')
    const send = (form: Record<string, string>) => ask(product.origin, page, { cookies, form })
    expect((await send({ intent: 'start', password: LONG })).status).toBe(303)
    // Starting the setup is not enough.
    expect((await open('/admin', cookies)).status).toBe(303)
    const { text } = await open(page, cookies)
    const secret = /<code id="app-key"[^>]*>([A-Z2-7 ]+)</.exec(text)![1]!.replaceAll(' ', '')
    const done = await send({ intent: 'confirm', code: await codeNow(secret) })
    expect(done.text).toContain('Go to Administration')
    expect(done.text).not.toContain('Administrators need two-factor sign-in.')
    expect((await open('/admin', cookies)).status).toBe(200)

    expect((await readr('user', 'two-factor-off', email)).status).toBe(0)
    expect((await open('/admin', cookies)).status).toBe(303)
  })

  test('stays closed to readers', async () => {
    const { email } = await create(SHORT, 'reader')
    expect((await open('/admin', await signIn(email, SHORT))).status).toBe(403)
    expect((await open('/admin', {})).headers.get('Location')).toContain('/login')
  })
})

describe('an administrator’s password in production', () => {
  const TOO_SHORT = 'Administrators need a password of at least 12 characters.'

  test('needs 12 characters when the account is created', async () => {
    const refused = await create(SHORT, 'admin')
    expect(refused.status).toBe(1)
    expect(refused.stderr).toContain(TOO_SHORT)
    expect((await create(`${SHORT}6`, 'admin')).status).toBe(0)
  })

  test('is read from standard input, where other users cannot see it', async () => {
    const email = newAddress()
    const command = ['user', 'create', email, '--name', 'Op', '--role', 'admin']
    const from = (input: string, ...more: string[]) =>
      runProduct('readr', [...command, ...more], product.variables, input)
    expect((await from(`${SHORT}\n`, '--password-stdin')).stderr).toContain(TOO_SHORT)
    expect((await from(`${LONG}\n`)).stderr).toContain('--password-stdin')
    expect((await from(LONG, '--password-stdin', '--password', LONG)).status).toBe(1)
    expect((await from(`${LONG}\n`, '--password-stdin')).status).toBe(0)
    const cookies = await signIn(email, LONG)
    expect((await open('/api/auth/me', cookies)).status).toBe(200)
  })

  test('is set when a reader is promoted, which signs them out', async () => {
    const { email } = await create(SHORT, 'reader')
    const cookies = await signIn(email, SHORT)
    const without = await readr('user', 'promote', email)
    expect(without.status).toBe(1)
    expect(without.stderr).toContain('--password-stdin')
    const short = await readr('user', 'promote', email, '--password', SHORT)
    expect(short.stderr).toContain(TOO_SHORT)
    expect((await open('/api/auth/me', cookies)).status).toBe(200)
    expect((await readr('user', 'promote', email, '--password', LONG)).status).toBe(0)
    expect((await open('/api/auth/me', cookies)).status).toBe(401)
    const again = await signIn(email, LONG)
    expect((await open('/api/auth/me', again)).text).toContain('"email"')
    // Changing the role back to reader needs no password.
    expect((await readr('user', 'promote', email, '--role', 'reader')).status).toBe(0)
  })

  test('is not enough if the address is not confirmed', async () => {
    const email = newAddress()
    const json = { name: 'Mallory', email, password: LONG }
    await ask(product.origin, '/api/auth/register', { json })
    const refused = await readr('user', 'promote', email, '--password', LONG)
    expect(refused.status).toBe(1)
    expect(refused.stderr).toContain('is not confirmed')
  })

  test('cannot be changed to a short one, on the page or in the call', async () => {
    const { email } = await create(LONG, 'admin')
    const cookies = await signIn(email, LONG)
    const change = { oldPassword: LONG, newPassword: SHORT, confirmNewPassword: SHORT }
    const page = await ask(product.origin, '/settings', {
      cookies,
      form: { intent: 'change-password', ...change },
    })
    expect(page.status).toBe(400)
    expect(page.text).toContain(TOO_SHORT)
    const call = await ask(product.origin, '/auth/change-password', {
      method: 'PUT',
      cookies,
      json: change,
    })
    expect([call.status, call.json.message]).toEqual([400, TOO_SHORT])
    expect(call.json.errors).toEqual({ newPassword: [TOO_SHORT] })
    expect((await open('/api/auth/me', await signIn(email, LONG))).status).toBe(200)
  })
})
