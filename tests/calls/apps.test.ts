import { describe, expect, test } from 'vitest'
import { SCOPES } from '#app/accounts/rules/app-keys.ts'
import { expectRefusal, newReader, PASSWORD, type Reader } from './accounts-client.ts'
import { confirmedReader, createKey, revokeKey } from './app-keys.ts'
import { call, json, origin } from './client.ts'

const token = (reader: Reader, name: string, scope = 'library:read') =>
  createKey(reader, { intent: 'create-token', name, scopes: scope, lifetime: '30' })

const reader = await confirmedReader()

describe('/settings/apps', () => {
  test('shows a new secret once, then its name, and revokes it', async () => {
    const secret = await createKey(reader, { intent: 'create-password', name: 'Kobo <i>Clara</i>' })
    const page = await call('/settings/apps', { cookies: reader.web })
    expect(page.text).not.toContain(secret)
    expect(page.text).toContain('Kobo &lt;i&gt;Clara&lt;/i&gt;')
    const session = /name="session" value="(\d+)"/.exec(page.text)![1]!
    const stranger = await newReader(origin)
    const revoke = (by: Reader) =>
      call('/settings/apps', { cookies: by.web, form: { intent: 'revoke', session } })
    const list = async () => (await call('/settings/apps', { cookies: reader.web })).text
    await revoke(stranger)
    expect(await list()).toContain('Kobo')
    expect((await revoke(reader)).status).toBe(303)
    expect(await list()).not.toContain('Kobo')
  })

  test.each([
    [{ intent: 'create-password', name: ' ' }, 'Please enter a name'],
    [{ intent: 'create-password', name: 'x', password: 'wrong' }, 'Incorrect password.'],
    [{ intent: 'create-password', name: 'x', password: '' }, 'Please enter your password.'],
    [{ intent: 'create-token', name: 'x' }, 'Please choose what the token can do.'],
    [{ intent: 'create-token', name: 'x', scopes: 'admin' }, 'Create token'],
    [{ intent: 'create-token', name: 'x', scopes: 'notes:read', lifetime: '9' }, 'Create token'],
    [{ intent: 'create-password', name: 'x'.repeat(101) }, 'Please use at most 100 characters.'],
  ])('shows the form again after %j', async (fields, message) => {
    const form: Record<string, string> = { password: PASSWORD, ...fields }
    const { status, text } = await call('/settings/apps', { cookies: reader.web, form })
    expect(status).toBe(400)
    expect(text).toContain(message)
    expect(text).not.toContain('new-secret')
  })
})

describe('a personal access token', () => {
  test('makes the calls of its scopes, and no others', async () => {
    const given = await token(reader, 'scopes')
    expect((await call('/api/books/read', { token: given })).status).toBe(200)
    const save = () => call('/api/books/my-list', { token: given, json: { bookId: '1' } })
    expectRefusal(await save(), 403, 'The token does not have the scope library:write.')
    for (const path of ['/api/auth/me', '/api/v1/billing/subscription/status']) {
      const refused = await call(path, { token: given })
      expectRefusal(refused, 403, 'Personal access tokens cannot make this call.')
    }
    for (const [method, path] of [
      ['DELETE', '/auth/delete-account'],
      ['PUT', '/auth/change-password'],
      ['POST', '/subscription/cancel-subscription'],
    ]) {
      expect((await call(path!, { method: method!, token: given })).status, path).toBe(403)
    }
  })

  test('needs its scope for an answer that is kept for all readers', async () => {
    expect((await call('/books', { cookies: reader.web })).status).toBe(200)
    const given = await token(reader, 'kept', 'notes:read')
    const refused = await call('/books', { token: given })
    expectRefusal(refused, 403, 'The token does not have the scope library:read.')
  })

  test('opens no pages, also not with the reader’s cookies', async () => {
    const given = await token(reader, 'pages')
    for (const cookies of [{}, reader.web]) {
      for (const path of ['/settings', '/browse', '/settings/download/readr-data.json']) {
        const { status, headers } = await call(path, { token: given, cookies })
        expect([status, headers.get('Location')?.split('?')[0]], path).toEqual([302, '/login'])
      }
    }
  })

  test('does not borrow what a cookie may do', async () => {
    const given = await token(reader, 'cookies')
    const answer = await call('/api/auth/me', { token: given, cookies: reader.web })
    expect(answer.status).toBe(403)
    const asCookie = await call('/api/books/read', { cookies: { readr_session: given } })
    expect(asCookie.status).toBe(401)
    expect((await call('/api/books/read', { cookies: { readr_access: given } })).status).toBe(401)
  })

  test('ends right away when it is revoked', async () => {
    const given = await token(reader, 'ends')
    const list = () => call('/api/books/my-list', { token: given })
    expect((await list()).status).toBe(200)
    await revokeKey(reader, 'ends')
    expectRefusal(await list(), 401, 'Invalid or expired token')
  })

  test('works with the curl line of the documentation', async () => {
    const given = await token(reader, 'curl')
    const { text } = await call('/api/docs')
    const line =
      /curl -H (?:'|&#x27;)Authorization: Bearer (\S+?)(?:'|&#x27;) (?:'|&#x27;)https?:\/\/[^/]+(\/[^'&]+)/
    const [, example, path] = line.exec(text)!
    expect(example).toBe('readr_pat_…')
    expect((await call(path!, { token: given })).status).toBe(200)
  })

  test('is described, with the scope of each call', async () => {
    const { body } = await json('/api/openapi.json')
    const { personalToken } = body.components.securitySchemes
    expect(personalToken).toMatchObject({ type: 'http', scheme: 'bearer' })
    for (const scope of Object.keys(SCOPES)) expect(personalToken.description).toContain(scope)
    const operations = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.values(methods as object).map((one) => [path, JSON.stringify(one.security)] as const),
    )
    for (const [path, security] of operations) {
      expect(security.includes('personalToken'), path).toBe(
        !/auth|billing|subscription\/|webhooks/.test(path),
      )
    }
  })
})
