import { describe, expect, test } from 'vitest'
import { expectRefusal, newReader, NO_SESSION, PASSWORD, valueOf } from './accounts-client.ts'
import { call, origin } from './client.ts'

describe('POST /api/auth/login', () => {
  test('answers 200 with the token, the reader, and both cookies', async () => {
    const { email, id } = await newReader(origin)
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
      /^readr_access=[\w.-]+; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(answer.cookies['readr_refresh']).toMatch(
      /^readr_refresh=[\w.-]+; Max-Age=2592000; Path=\/api\/auth; HttpOnly; SameSite=Lax$/,
    )
    expect(valueOf(answer.cookies['readr_access'])).toBe(answer.json.data!.accessToken)
  })

  test('gives the same error for every failed sign-in', async () => {
    const { email } = await newReader(origin)
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
    const { email } = await newReader(origin)
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
    const reader = await newReader(origin)
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
    const reader = await newReader(origin)
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
    const reader = await newReader(origin)
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
    const { refresh: token } = await newReader(origin)
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
    expect(answer.cookies['readr_refresh']).toMatch(/^readr_refresh=; Max-Age=0; Path=\/api\/auth;/)
  })

  test('ends the whole session when an old token is reused', async () => {
    const reader = await newReader(origin)
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
    const reader = await newReader(origin)
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
