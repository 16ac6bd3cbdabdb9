import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Product, startProduct } from '#tests/setup/product.ts'
import {
  ask,
  type CallAnswer,
  emailsTo,
  newReader,
  PASSWORD,
  resetLink,
  valueOf,
  type CallOptions,
} from './accounts-client.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct('content', { RATE_LIMIT_FACTOR: '1000' })
})
afterAll(() => product.stop())

const call = (path: string, wanted?: CallOptions) => ask(product.origin, path, wanted)

function expectRefusal(answer: CallAnswer, status: number, message: string) {
  expect({ status: answer.status, message: answer.json.message }).toEqual({ status, message })
  expect(answer.json.success).toBe(false)
  expect(
    Object.keys(answer.json).every((key) => ['success', 'message', 'errors'].includes(key)),
  ).toBe(true)
  expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
}

const NO_SESSION = 'Authentication required'
const BODIES: [string, string, string, Record<string, string>, string][] = [
  [
    'POST',
    '/api/auth/login',
    '',
    { email: 'a@example.com', password: 'x' },
    'Email and password are required.',
  ],
  [
    'POST',
    '/api/auth/register',
    '',
    { name: 'A', email: 'a@example.com', password: 'secret1' },
    'All fields are required.',
  ],
  [
    'POST',
    '/api/auth/forgot-password',
    '',
    { email: 'a@example.com' },
    'Please enter your email address.',
  ],
  [
    'PUT',
    '/api/auth/reset-password/x',
    '',
    { newPassword: 'secret1' },
    'Please enter a new password.',
  ],
  [
    'PUT',
    '/auth/update-email',
    'session',
    { newEmail: 'a@example.com', password: 'x' },
    'Email and password are required.',
  ],
  [
    'PUT',
    '/auth/change-password',
    'session',
    { oldPassword: 'x', newPassword: 'secret1', confirmNewPassword: 'secret1' },
    'All fields are required.',
  ],
]

describe.each(BODIES)('%s %s', (method, path, needs, good, required) => {
  const send = async (json: unknown) => {
    const token = needs ? (await newReader(product.origin)).token : undefined
    return call(path, { method, json, ...(token ? { token } : {}) })
  }

  test('names each missing, blank, or non-text field', async () => {
    for (const field of Object.keys(good)) {
      for (const value of [undefined, null, '', ' ', 5, true, ['x'], { a: 1 }]) {
        const answer = await send({ ...good, [field]: value })
        expectRefusal(answer, 400, required)
        expect(answer.json.errors).toEqual({ [field]: [required] })
      }
    }
  })

  test.each([
    'null',
    '[]',
    '"text"',
    '5',
    '{}',
    '[[[[]]]]',
    `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
    `${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`,
  ])('rejects %.20s', async (json) => {
    expectRefusal(await send(json), 400, required)
  })

  test.each(['{', 'a=b', '{"a":1}x', "{'a':1}", '\u0000'])(
    'rejects invalid JSON: %j',
    async (json) => {
      expectRefusal(await send(json), 400, 'Request body must be valid JSON.')
    },
  )

  test('rejects more than 64 KB', async () => {
    const fits = JSON.stringify({ a: 'x'.repeat(65_536 - 8) })
    expect(fits).toHaveLength(65_536)
    expectRefusal(await send(fits), 400, required)
    const answer = await send(`${fits} `)
    expect(answer.status).toBe(413)
    expect(answer.json).toEqual({ success: false, message: 'The request is larger than 64 KB.' })
  })

  test('lists its method for other methods', async () => {
    for (const other of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'].filter(
      (name) => name !== method,
    )) {
      const answer = await call(path, { method: other })
      expectRefusal(answer, 405, `This address does not answer ${other}.`)
      expect(answer.headers.get('Allow')).toBe(method)
    }
    expect((await call(path, { method: 'HEAD' })).status).toBe(405)
    const odd = await call(path, { method: 'PROPFIND' })
    expect({ status: odd.status, json: odd.json }).toEqual({
      status: 405,
      json: { success: false, message: 'This address does not answer PROPFIND.' },
    })
  })

  if (needs) {
    test('requires a session', async () => {
      expectRefusal(await call(path, { method, json: good }), 401, NO_SESSION)
      expectRefusal(
        await call(path, { method, json: good, token: 'x' }),
        401,
        'Invalid or expired token',
      )
    })
  }
})

describe('POST /api/auth/login', () => {
  test('answers 200 with the token, the reader, and both cookies', async () => {
    const { email, id } = await newReader(product.origin)
    const answer = await call('/api/auth/login', {
      json: { email: ` ${email.toUpperCase()} `, password: PASSWORD },
    })
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      success: true,
      data: {
        accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        user: {
          _id: id,
          name: 'Ada',
          email,
          role: 'reader',
          emailVerified: false,
          isEmailVerified: false,
          isSubscribed: false,
          isSocialAuthenticated: false,
        },
      },
    })
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
    expect(answer.cookies['readr_access']).toMatch(
      /^readr_access=[\w.-]+; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax$/,
    )
    expect(answer.cookies['readr_refresh']).toMatch(
      /^readr_refresh=[\w.-]+; Path=\/api\/auth; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    )
    expect(valueOf(answer.cookies['readr_access'])).toBe(answer.json.data!.accessToken)
  })

  test('gives the same error for every failed sign-in', async () => {
    const { email } = await newReader(product.origin)
    const wrong = 'Invalid email or password. Please try again.'
    for (const json of [
      { email, password: 'wrong!' },
      { email: 'nobody@example.com', password: PASSWORD },
      { email: 'nobody', password: PASSWORD },
      { email: 'a\u0000b', password: PASSWORD },
      { email: "' OR 1=1 --", password: PASSWORD },
    ]) {
      const answer = await call('/api/auth/login', { json })
      expectRefusal(answer, 401, wrong)
      expect(answer.json).toEqual({ success: false, message: wrong })
      expect(answer.cookies).toEqual({})
    }
  })

  test('answers 429 after ten failures, with the time in headers', async () => {
    const { email } = await newReader(product.origin)
    for (let i = 0; i < 10; i++)
      await call('/api/auth/login', { json: { email, password: 'wrong!' } })
    for (const answer of [
      await call('/api/auth/login', { json: { email, password: PASSWORD } }),
      await call('/login', { form: { email, password: PASSWORD } }),
    ]) {
      expect(answer.status).toBe(429)
      expect(answer.text).toContain('Too many attempts. Please try again in 15 minutes.')
      const seconds = Number(answer.headers.get('Retry-After'))
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(900)
      expect(answer.headers.get('RateLimit')).toBe(`"failed-sign-in";r=0;t=${seconds}`)
      expect(answer.headers.get('RateLimit-Policy')).toBe('"failed-sign-in";q=10;w=900')
      expect(answer.cookies).toEqual({})
    }
  })
})

describe('POST /api/auth/register', () => {
  const register = (changes: object) =>
    call('/api/auth/register', {
      json: { name: 'Zoë', email: 'zoe@example.com', password: PASSWORD, ...changes },
    })

  test('answers 201, then 409 for the same address', async () => {
    const answer = await register({})
    expect(answer.status).toBe(201)
    expect(answer.json.data!.user).toMatchObject({ name: 'Zoë', email: 'zoe@example.com' })
    expect(Object.keys(answer.cookies).toSorted()).toEqual([
      'readr_access',
      'readr_device',
      'readr_refresh',
    ])
    expectRefusal(
      await register({ email: 'ZOE@example.com' }),
      409,
      'An account with this email already exists.',
    )
  })

  test('rejects a short password and ignores unknown fields', async () => {
    expectRefusal(
      await register({ password: '12345' }),
      400,
      'Password must be at least 6 characters.',
    )
    const answer = await register({
      email: 'mass@example.com',
      role: 'admin',
      emailVerified: true,
      isSubscribed: true,
      _id: 1,
      freeBookId: 1,
    })
    expect(answer.json.data!.user).toMatchObject({
      role: 'reader',
      emailVerified: false,
      isSubscribed: false,
    })
  })
})

describe('GET /api/auth/me', () => {
  test('answers with the reader, by token and by either cookie', async () => {
    const reader = await newReader(product.origin)
    for (const wanted of [
      { token: reader.token },
      { cookies: { readr_access: reader.token } },
      { cookies: reader.web },
    ]) {
      const answer = await call('/api/auth/me', wanted)
      expect(answer.status).toBe(200)
      expect(answer.json.data!.user).toMatchObject({ _id: reader.id, email: reader.email })
      expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
    }
    const head = await call('/api/auth/me', { method: 'HEAD', token: reader.token })
    expect([head.status, head.headers.get('Cache-Control'), head.text]).toEqual([
      200,
      'private, no-store',
      '',
    ])
  })

  test('answers 401 to everyone else', async () => {
    const reader = await newReader(product.origin)
    expectRefusal(await call('/api/auth/me'), 401, NO_SESSION)
    expectRefusal(await call('/api/auth/me', { cookies: { readr_session: 'x' } }), 401, NO_SESSION)
    expectRefusal(
      await call('/api/auth/me', { token: `${reader.token}x` }),
      401,
      'Invalid or expired token',
    )
    // The token has priority over the cookie.
    expectRefusal(
      await call('/api/auth/me', { token: 'x', cookies: reader.web }),
      401,
      'Invalid or expired token',
    )
    expectRefusal(
      await call('/api/auth/me', { token: reader.refresh }),
      401,
      'Invalid or expired token',
    )
    expectRefusal(
      await call('/api/auth/me', { cookies: { readr_refresh: reader.refresh } }),
      401,
      NO_SESSION,
    )
  })
})

describe('POST /api/auth/refresh-token', () => {
  const refresh = (
    readr_refresh: string,
    headers: Record<string, string> = { 'X-Refresh-Request': '1' },
  ) => call('/api/auth/refresh-token', { method: 'POST', headers, cookies: { readr_refresh } })

  test('answers with a new pair, and the same for a concurrent request', async () => {
    const reader = await newReader(product.origin)
    const [answer, twin] = await Promise.all([refresh(reader.refresh), refresh(reader.refresh)])
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      success: true,
      accessToken: expect.any(String),
      data: { accessToken: answer.json.accessToken },
    })
    expect(twin.json).toEqual(answer.json)
    expect(twin.cookies).toEqual(answer.cookies)
    expect((await call('/api/auth/me', { token: answer.json.accessToken! })).status).toBe(200)
    expect((await refresh(valueOf(answer.cookies['readr_refresh']))).status).toBe(200)
  })

  test('answers 400 without the header', async () => {
    const { refresh: token } = await newReader(product.origin)
    expectRefusal(await refresh(token, {}), 400, 'The header X-Refresh-Request is required.')
    expect((await refresh(token)).status).toBe(200)
  })

  test('answers 401 and clears a missing or invalid cookie', async () => {
    expectRefusal(
      await call('/api/auth/refresh-token', {
        method: 'POST',
        headers: { 'X-Refresh-Request': '1' },
      }),
      401,
      NO_SESSION,
    )
    const answer = await refresh('1.0.x')
    expectRefusal(answer, 401, 'Invalid or expired token')
    expect(answer.cookies['readr_refresh']).toMatch(/^readr_refresh=; Path=\/api\/auth; Max-Age=0;/)
  })

  test('ends the whole session when an old token is reused', async () => {
    const reader = await newReader(product.origin)
    const first = await refresh(reader.refresh)
    const second = await refresh(valueOf(first.cookies['readr_refresh']))
    expectRefusal(await refresh(reader.refresh), 401, 'Invalid or expired token')
    expectRefusal(
      await refresh(valueOf(second.cookies['readr_refresh'])),
      401,
      'Invalid or expired token',
    )
    expectRefusal(
      await call('/api/auth/me', { token: second.json.accessToken! }),
      401,
      'Invalid or expired token',
    )
    expect((await call('/api/auth/me', { cookies: reader.web })).status).toBe(200)
  })
})

describe('POST /auth/logout', () => {
  test('ends the session, clears the cookies, and always answers 200', async () => {
    const reader = await newReader(product.origin)
    for (const wanted of [{ token: reader.token }, { token: reader.token }, { token: 'x' }, {}]) {
      const answer = await call('/auth/logout', { method: 'POST', ...wanted })
      expect(answer.status).toBe(200)
      expect(Object.keys(answer.cookies).toSorted()).toEqual([
        'isSocialAuthenticated',
        'readr_access',
        'readr_refresh',
        'readr_session',
      ])
      for (const cookie of Object.values(answer.cookies))
        expect(cookie).toMatch(/^\w+=; .*Max-Age=0;/)
    }
    expectRefusal(
      await call('/api/auth/me', { token: reader.token }),
      401,
      'Invalid or expired token',
    )
    const refreshed = await call('/api/auth/refresh-token', {
      method: 'POST',
      headers: { 'X-Refresh-Request': '1' },
      cookies: { readr_refresh: reader.refresh },
    })
    expect(refreshed.status).toBe(401)
    expect((await call('/api/auth/me', { cookies: reader.web })).status).toBe(200)
  })
})

describe('a forgotten password', () => {
  test('can be reset once with the emailed link, which ends all sessions', async () => {
    const reader = await newReader(product.origin)
    for (const email of [reader.email, 'nobody@example.com']) {
      const answer = await call('/api/auth/forgot-password', { json: { email } })
      expect(answer.status).toBe(200)
      expect(answer.json).toEqual({
        success: true,
        data: {},
        message: 'Password reset link has been sent to your email.',
      })
    }
    const link = await resetLink(product.origin, reader.email)
    const page = await call(link)
    expect(page.status).toBe(200)
    expect(page.headers.get('Cache-Control')).toBe('private, no-store')
    const set = (newPassword: string) =>
      call(`/api/auth${link}`, { method: 'PUT', json: { newPassword } })
    expectRefusal(await set('12345'), 400, 'Password must be at least 6 characters.')
    const done = await set('secret2')
    expect([done.status, done.json.message]).toEqual([200, 'Password reset successful.'])
    expectRefusal(await set('secret3'), 400, 'This reset link is invalid or has expired.')
    expectRefusal(
      await call('/api/auth/me', { token: reader.token }),
      401,
      'Invalid or expired token',
    )
    expectRefusal(await call('/api/auth/me', { cookies: reader.web }), 401, NO_SESSION)
    expect(
      (await call('/api/auth/login', { json: { email: reader.email, password: 'secret2' } }))
        .status,
    ).toBe(200)
    expect((await call(link)).status).toBe(400)
  })

  test('can be reset on the page, which answers 200', async () => {
    const { email } = await newReader(product.origin)
    expect((await call('/reset-password', { form: { email } })).text).toContain(
      'Password reset link has been sent to your email.',
    )
    const link = await resetLink(product.origin, email)
    const differ = await call(link, {
      form: { newPassword: 'secret2', confirmNewPassword: 'secret3' },
    })
    expect(differ.status).toBe(400)
    expect(differ.text).toContain('Passwords do not match.')
    const done = await call(link, {
      form: { newPassword: 'secret2', confirmNewPassword: 'secret2' },
    })
    expect(done.status).toBe(200)
    expect(done.text).toContain('Password reset successful. Redirecting to login...')
    expect(done.text).toMatch(/<meta http-equiv="refresh" content="2;url=\/login"/i)
  })

  test.each([['a registered'], ['an unknown']])(
    'can be reset three times an hour for %s address',
    async (which) => {
      const email =
        which === 'an unknown'
          ? 'unknown-limited@example.com'
          : (await newReader(product.origin)).email
      const request = () => call('/api/auth/forgot-password', { json: { email } })
      for (let i = 0; i < 3; i++) expect((await request()).status).toBe(200)
      const answer = await request()
      expectRefusal(answer, 429, 'Too many attempts. Please try again in 60 minutes.')
      expect(answer.headers.get('RateLimit-Policy')).toBe('"reset-mail-to";q=3;w=3600')
    },
  )
})

describe('changing an account', () => {
  test('the email address', async () => {
    const reader = await newReader(product.origin)
    const taken = await newReader(product.origin)
    const change = (newEmail: string, password = PASSWORD) =>
      call('/auth/update-email', {
        method: 'PUT',
        token: reader.token,
        json: { newEmail, password },
      })
    expectRefusal(await change('x@example.com', 'wrong!'), 400, 'Incorrect password.')
    expectRefusal(await change(taken.email), 409, 'An account with this email already exists.')
    const done = await change(`Moved-${reader.email}`)
    expect([done.status, done.json]).toEqual([
      200,
      { success: true, data: {}, message: 'Your email address has been updated.' },
    ])
    const me = await call('/api/auth/me', { token: reader.token })
    expect(me.json.data!.user).toMatchObject({
      email: `moved-${reader.email}`,
      emailVerified: false,
    })
    // The old address was unverified too, so the email contains nothing that was entered.
    const [left] = await emailsTo(product.origin, reader.email)
    expect(left).toContain('Your account now uses another address')
    expect(left).not.toContain('moved-')
  })

  test('the password, which ends the other sessions', async () => {
    const reader = await newReader(product.origin)
    const change = (json: object) =>
      call('/auth/change-password', {
        method: 'PUT',
        token: reader.token,
        json: {
          oldPassword: PASSWORD,
          newPassword: 'secret2',
          confirmNewPassword: 'secret2',
          ...json,
        },
      })
    expectRefusal(
      await change({ confirmNewPassword: 'other12' }),
      400,
      'New passwords do not match.',
    )
    expectRefusal(await change({ oldPassword: 'wrong!' }), 400, 'Incorrect password.')
    expect(await change({})).toMatchObject({
      status: 200,
      json: { success: true, message: 'Your password has been updated.' },
    })
    expect((await call('/api/auth/me', { token: reader.token })).status).toBe(200)
    expect((await call('/api/auth/me', { cookies: reader.web })).status).toBe(401)
  })

  test('deleting it', async () => {
    const reader = await newReader(product.origin)
    expectRefusal(await call('/auth/delete-account', { method: 'DELETE' }), 401, NO_SESSION)
    const done = await call('/auth/delete-account', { method: 'DELETE', token: reader.token })
    expect([done.status, done.json.success]).toEqual([200, true])
    expect(Object.keys(done.cookies)).toHaveLength(4)
    expectRefusal(
      await call('/api/auth/me', { token: reader.token }),
      401,
      'Invalid or expired token',
    )
    expectRefusal(await call('/api/auth/me', { cookies: reader.web }), 401, NO_SESSION)
    expect((await call('/browse', { cookies: reader.web })).headers.get('Location')).toBe(
      '/login?redirectTo=%2Fbrowse',
    )
    expectRefusal(
      await call('/api/auth/login', { json: { email: reader.email, password: PASSWORD } }),
      401,
      'Invalid email or password. Please try again.',
    )
    expect((await newReader(product.origin)).id).not.toBe(reader.id)
  })
})

describe('pages', () => {
  test('answer 400 to bodies that are no forms', async () => {
    const { web } = await newReader(product.origin)
    for (const path of [
      '/login',
      '/register',
      '/reset-password',
      '/reset-password/x',
      '/verify',
      '/settings',
      '/contact',
    ]) {
      const cookies = ['/verify', '/settings'].includes(path) ? web : {}
      for (const wanted of [
        { json: {} },
        { headers: { 'Content-Type': 'multipart/form-data; boundary=x' }, method: 'POST' },
        { method: 'POST' },
      ]) {
        const answer = await call(path, { ...wanted, cookies })
        expect(answer.status, `${path} ${JSON.stringify(wanted)}`).toBe(400)
        expect(answer.text).toContain('Bad Request')
      }
    }
  })

  test('answer 400 to unknown forms of the settings', async () => {
    const { web: cookies } = await newReader(product.origin)
    for (const form of [
      {},
      { intent: 'nonsense' },
      { intent: 'sign-out-device', session: '9999999999' },
      { intent: 'sign-out-device' },
    ] as Record<string, string>[]) {
      expect((await call('/settings', { cookies, form })).status, JSON.stringify(form)).toBe(400)
    }
  })

  test('redirect to the plans when the free summary is used or the book is locked', async () => {
    const { web: cookies } = await newReader(product.origin)
    const choose = (slug: string) => call(`/summaries/${slug}`, { method: 'POST', cookies })
    const outcome = async (slug: string) => {
      const answer = await choose(slug)
      return [answer.status, answer.headers.get('Location')]
    }
    expect(await outcome('frankenstein')).toEqual([303, '/subscribe?book=frankenstein'])
    expect(await outcome('nope')).toEqual([404, null])
    expect(await outcome('walden')).toEqual([303, '/summaries/walden'])
    expect(await outcome('walden')).toEqual([303, '/summaries/walden'])
    expect(await outcome('meditations')).toEqual([303, '/subscribe?book=meditations'])
  })

  test('keep the address, but not the password, after a failed sign-in', async () => {
    const answer = await call('/login', {
      form: { email: 'who@example.com', password: 'guess-word' },
    })
    expect(answer.status).toBe(401)
    expect(answer.text).toContain('who@example.com')
    expect(answer.text).not.toContain('guess-word')
    expect(answer.text).toContain('Invalid email or password. Please try again.')
  })

  test('redirect only to safe addresses', async () => {
    const { email, web } = await newReader(product.origin)
    for (const [query, target] of [
      ['', '/browse'],
      ['?toSubscribe', '/subscribe'],
      ['?redirectTo=/settings', '/settings'],
      ['?redirectTo=//evil.example', '/browse'],
      ['?redirectTo=/%5Cevil.example', '/browse'],
      ['?redirectTo=%2F%09%2Fevil.example', '/browse'],
      ['?redirectTo=https://evil.example&toSubscribe', '/subscribe'],
      ['?redirectTo=javascript:alert(1)', '/browse'],
    ]) {
      const signedIn = await call(`/login${query}`, { form: { email, password: PASSWORD } })
      expect([signedIn.status, signedIn.headers.get('Location')], query).toEqual([303, target])
      const already = await call(`/login${query}`, { cookies: web })
      expect([already.status, already.headers.get('Location')], query).toEqual([302, target])
    }
  })

  test('show an error from the query as text', async () => {
    for (const path of ['/login', '/register']) {
      const { text } = await call(
        `${path}?error=${encodeURIComponent('<script>alert(1)</script>Sorry')}`,
      )
      expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;Sorry')
      expect(text).not.toContain('<script>alert(1)')
    }
  })

  test('remember a reader for 30 days on request', async () => {
    const { email } = await newReader(product.origin)
    const cookie = async (form: Record<string, string>) =>
      (await call('/login', { form: { email, password: PASSWORD, ...form } })).cookies[
        'readr_session'
      ]
    expect(await cookie({ remember: 'on' })).toMatch(
      /^readr_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    )
    expect(await cookie({})).toMatch(/^readr_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
  })
})
