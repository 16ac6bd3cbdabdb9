import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeRows, type Product, startProduct } from '#tests/setup/product.ts'
import { ask, newReader, PASSWORD, valueOf } from './accounts-client.ts'

const APP = 'https://app.readr.example'
/** The origin of pages in a mobile app. */
const PHONE = 'capacitor://localhost'
const EVIL = 'https://evil.example'
/** Behind one trusted proxy, with app origins. */
let behind: Product
/** Without either. */
let plain: Product
/** Like `behind`, with an https address. */
let secure: Product
beforeAll(async () => {
  ;[behind, plain, secure] = await Promise.all([
    startProduct('content', {
      DEMO: '1',
      TRUST_PROXY: '1',
      RATE_LIMIT_FACTOR: '1',
      CORS_ORIGINS: `${APP},https://other.example,${PHONE}`,
    }),
    startProduct('content', { RATE_LIMIT_FACTOR: '1' }),
    startProduct('content', {
      APP_URL: 'https://readr.test',
      DEMO: '1',
      TRUST_PROXY: '1',
      CORS_ORIGINS: `${APP},${PHONE}`,
    }),
  ])
})
afterAll(async () => {
  await behind.stop()
  await plain.stop()
  await secure.stop()
})

let network = 0
let guessed = 0
/** The header of a request from its own network address. */
const from = (address = `198.51.100.${(network += 1)}`) => ({ 'X-Forwarded-For': address })
/** Cookies that only the server reads, by kind. */
const NAMES = (https: boolean) => ({
  session: https ? '__Host-readr_session' : 'readr_session',
  access: https ? '__Host-readr_access' : 'readr_access',
  refresh: https ? '__Secure-readr_refresh' : 'readr_refresh',
  device: https ? '__Host-readr_device' : 'readr_device',
  typed: https ? '__Host-readr_typed' : 'readr_typed',
})

describe('cookies', () => {
  test.each(['/login', '/api/auth/login', '/auth/logout', '/logout'])(
    'of %s are Secure if APP_URL is https, regardless of the request',
    async (path) => {
      const json = { name: 'A', email: `c-${(guessed += 1)}@example.com`, password: PASSWORD }
      for (const product of [secure, behind, plain]) {
        await ask(product.origin, '/api/auth/register', { json, headers: from() })
      }
      const flags = async (product: Product, headers: Record<string, string>) => {
        const { cookies } = await ask(product.origin, path, {
          ...(path.includes('api') ? { json } : { form: json }),
          headers,
        })
        const all = Object.entries(cookies)
        expect(all.length).toBeGreaterThan(0)
        const https = product === secure
        for (const [name, cookie] of all) {
          // The social sign-in flag is for scripts and not secret.
          const isFlag = name === 'isSocialAuthenticated'
          expect(cookie).toMatch(
            isFlag ? /; SameSite=Lax/ : /; HttpOnly; (?:Secure; )?SameSite=Lax/,
          )
          expect(cookie).not.toMatch(/Domain/i)
          if (!isFlag) expect(Object.values(NAMES(https))).toContain(name)
          if (name.startsWith('__Host-')) expect(cookie).toContain('; Path=/;')
        }
        return all.map(([, cookie]) => cookie.includes('; Secure;'))
      }
      const claims: Record<string, string>[] = [
        {},
        { 'X-Forwarded-Proto': 'https' },
        { 'X-Forwarded-Proto': 'http' },
      ]
      for (const claim of claims) {
        expect(new Set(await flags(secure, { ...from(), ...claim }))).toEqual(new Set([true]))
        expect(new Set(await flags(behind, { ...from(), ...claim }))).toEqual(new Set([false]))
        expect(new Set(await flags(plain, claim))).toEqual(new Set([false]))
      }
    },
  )

  test('are accepted over https only under their prefixed names', async () => {
    const json = { name: 'A', email: `p-${(guessed += 1)}@example.com`, password: PASSWORD }
    const made = await ask(secure.origin, '/api/auth/register', { json, headers: from() })
    const web = await ask(secure.origin, '/login', { form: json, headers: from() })
    const { session, access, refresh } = NAMES(true)
    const me = (name: string, cookie: string | undefined) =>
      ask(secure.origin, '/api/auth/me', { cookies: { [name]: valueOf(cookie) } })
    expect((await me(session, web.cookies[session])).status).toBe(200)
    expect((await me('readr_session', web.cookies[session])).status).toBe(401)
    expect((await me(access, made.cookies[access])).status).toBe(200)
    expect((await me('readr_access', made.cookies[access])).status).toBe(401)
    const exchange = (name: string) =>
      ask(secure.origin, '/api/auth/refresh-token', {
        method: 'POST',
        headers: { 'X-Refresh-Request': '1' },
        cookies: { [name]: valueOf(made.cookies[refresh]) },
      })
    // Another host of the domain could plant the unprefixed cookie.
    expect((await exchange('readr_refresh')).status).toBe(401)
    expect((await exchange(refresh)).status).toBe(200)
  })

  test('of sessions from before the prefixes are renamed', async () => {
    const json = { name: 'A', email: `o-${(guessed += 1)}@example.com`, password: PASSWORD }
    const made = await ask(secure.origin, '/api/auth/register', { json, headers: from() })
    const form = { ...json, remember: 'on' }
    const web = await ask(secure.origin, '/login', { form, headers: from() })
    await changeRows(
      secure.variables,
      `UPDATE "Session" SET "prefixed" = false WHERE "userId" = ${Number.parseInt(String(made.json.data!.user!['_id']), 16)}`,
    )
    const { session, refresh } = NAMES(true)
    const secret = valueOf(web.cookies[session])
    const old = await ask(secure.origin, '/settings', { cookies: { readr_session: secret } })
    expect(old.status).toBe(200)
    expect(old.cookies[session]).toMatch(
      /^__Host-readr_session=[\w-]{43}; Max-Age=2\d{6}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(valueOf(old.cookies[session])).toBe(secret)
    expect(old.cookies['readr_session']).toMatch(/^readr_session=; Max-Age=0; Path=\/;/)
    expect(old.headers.get('Clear-Site-Data')).toBeNull()
    const next = await ask(secure.origin, '/api/auth/refresh-token', {
      method: 'POST',
      headers: { 'X-Refresh-Request': '1' },
      cookies: { readr_refresh: valueOf(made.cookies[refresh]) },
    })
    expect(next.status).toBe(200)
    expect(valueOf(next.cookies[refresh])).not.toBe('')
    expect(next.cookies['readr_refresh']).toMatch(/^readr_refresh=; Max-Age=0; Path=\/api\/auth;/)
  })

  test('are never part of an answer that other readers get', async () => {
    const login = async () => {
      const json = { name: 'A', email: `o-${(guessed += 1)}@example.com`, password: PASSWORD }
      const made = await ask(secure.origin, '/api/auth/register', { json, headers: from() })
      const web = await ask(secure.origin, '/login', { form: json, headers: from() })
      return { made, secret: valueOf(web.cookies[NAMES(true).session]) }
    }
    const [one, other] = [await login(), await login()]
    await changeRows(secure.variables, 'UPDATE "Session" SET "prefixed" = false')
    const path = '/books?sort=title&page=1'
    // The answer would be kept, but it also renames the cookie of a session.
    const first = await ask(secure.origin, path, { cookies: { readr_session: one.secret } })
    expect(first.cookies[NAMES(true).session]).toContain(one.secret)
    const token = String(other.made.json.data!['accessToken'])
    const second = await ask(secure.origin, path, { token })
    expect([second.status, second.json]).toEqual([200, first.json])
    expect(second.cookies).toEqual({})
    expect(second.headers.get('Set-Cookie')).toBeNull()
  })
})

describe('the refresh cookie', () => {
  const login = async (product: Product, headers: Record<string, string>) => {
    const email = `app-${(guessed += 1)}@example.com`
    const json = { name: 'A', email, password: PASSWORD }
    return ask(product.origin, '/api/auth/register', { json, headers: { ...from(), ...headers } })
  }
  const CROSS = /; HttpOnly; Secure; SameSite=None$/
  const { access, refresh } = NAMES(true)

  test.each([APP, PHONE])('is sent cross-site to pages of %s over HTTPS', async (origin) => {
    const site = { Origin: origin, 'Sec-Fetch-Site': 'cross-site' }
    const made = await login(secure, site)
    expect(made.cookies[refresh]).toMatch(CROSS)
    expect(made.cookies[access]).toMatch(/; Secure; SameSite=Lax$/)
    const cookies = { [refresh]: valueOf(made.cookies[refresh]) }
    const headers = { ...site, 'X-Refresh-Request': '1' }
    const path = '/api/auth/refresh-token'
    const next = await ask(secure.origin, path, { method: 'POST', cookies, headers })
    expect(next.status).toBe(200)
    expect(next.cookies[refresh]).toMatch(CROSS)
    const out = await ask(secure.origin, '/auth/logout', { method: 'POST', headers: site })
    expect(out.cookies[refresh]).toMatch(CROSS)
  })

  test('is SameSite=Lax otherwise', async () => {
    for (const [product, headers] of [
      [secure, {}],
      [behind, { Origin: APP }],
      [plain, {}],
    ] as [Product, Record<string, string>][]) {
      const { cookies } = await login(product, headers)
      expect(cookies[NAMES(product === secure).refresh]).toContain('; SameSite=Lax')
    }
    const evil = { Origin: EVIL, 'Sec-Fetch-Site': 'cross-site' }
    expect(await login(secure, evil)).toMatchObject({ status: 403, cookies: {} })
  })
})

describe('answers to a reader', () => {
  const LOGOUT = /<form[^>]*action="\/logout"/
  const ADDRESSES = [
    '/',
    '/browse/books',
    '/subscribe',
    '/books',
    '/api/books/trending',
    '/api/openapi.json',
    '/no/such/page',
    '/browse',
    '/api/auth/me',
    '/login',
    // Last, because opening it is counted in the background, which may change what is trending.
    '/summaries/walden',
  ]

  test('are private and never come from or go into the page cache', async () => {
    const reader = await newReader(behind.origin)
    const own = await ask(behind.origin, '/about', { cookies: reader.web })
    expect(own.text).toMatch(LOGOUT)
    for (const path of ADDRESSES) {
      const visitor = await ask(behind.origin, path)
      const again = await ask(behind.origin, path)
      for (const wanted of [
        { cookies: reader.web },
        { token: reader.token },
        { cookies: { readr_access: reader.token } },
      ]) {
        const signedIn = await ask(behind.origin, path, wanted)
        expect(signedIn.headers.get('Cache-Control'), path).toBe('private, no-store')
        const tag = signedIn.headers.get('ETag')
        if (!path.startsWith('/api/') && path !== '/books') expect(tag, path).toBeNull()
        const conditional = await ask(behind.origin, path, {
          ...wanted,
          headers: { 'If-None-Match': visitor.headers.get('ETag') ?? '"x"' },
        })
        const isSame = tag !== null && tag === visitor.headers.get('ETag')
        expect(conditional.status, path).toBe(isSame ? 304 : signedIn.status)
      }
      const after = await ask(behind.origin, path)
      expect(after.status).toBe(visitor.status)
      if (visitor.headers.has('ETag'))
        expect([again.headers.get('ETag'), after.headers.get('ETag')]).toEqual([
          visitor.headers.get('ETag'),
          visitor.headers.get('ETag'),
        ])
      else expect(visitor.headers.get('Cache-Control'), path).toMatch(/no-store/)
      for (const { text } of [visitor, again, after]) expect(text).not.toMatch(LOGOUT)
    }
  })

  test('after the session has ended are those for visitors', async () => {
    const reader = await newReader(behind.origin)
    await ask(behind.origin, '/logout', { method: 'POST', cookies: reader.web })
    const { headers, text } = await ask(behind.origin, '/browse/books', { cookies: reader.web })
    expect(headers.get('Cache-Control')).toBe('private, no-store')
    expect(text).not.toMatch(LOGOUT)
  })
})
