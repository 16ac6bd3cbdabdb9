import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import routes from '#app/routes.ts'
import { changeRows, type Product, startProduct } from '#tests/setup/product.ts'
import { ask, newReader, PASSWORD, valueOf, type Wanted } from './accounts-client.ts'

const APP = 'https://app.readr.example'
/** Where the pages of an app on a phone come from. */
const PHONE = 'capacitor://localhost'
const EVIL = 'https://evil.example'

/** Behind one trusted proxy, with one origin of an app; and as it is without either. */
let behind: Product
let plain: Product
/** The same as the first, with an https address. */
let secure: Product
beforeAll(async () => {
  behind = await startProduct('content', {
    DEMO: '1',
    TRUST_PROXY: '1',
    RATE_LIMIT_FACTOR: '1',
    CORS_ORIGINS: `${APP},https://other.example,${PHONE}`,
  })
  plain = await startProduct('content', { RATE_LIMIT_FACTOR: '1' })
  secure = await startProduct('content', {
    APP_URL: 'https://readr.test',
    DEMO: '1',
    TRUST_PROXY: '1',
    CORS_ORIGINS: `${APP},${PHONE}`,
  })
})
afterAll(async () => {
  await behind.stop()
  await plain.stop()
  await secure.stop()
})

let network = 0
let guessed = 0
/** Asks from a network address of its own. */
const from = (address = `198.51.100.${(network += 1)}`) => ({ 'X-Forwarded-For': address })
const signIn = (product: Product, headers: Record<string, string>) =>
  ask(product.origin, '/login', {
    form: { email: `nobody-${(guessed += 1)}@example.com`, password: 'x' },
    headers,
  })

/** The names of an installation's cookies whose values let somebody in. */
const NAMES = (https: boolean) => ({
  session: https ? '__Host-readr_session' : 'readr_session',
  access: https ? '__Host-readr_access' : 'readr_access',
  refresh: https ? '__Secure-readr_refresh' : 'readr_refresh',
  device: https ? '__Host-readr_device' : 'readr_device',
})

describe('cookies', () => {
  test.each(['/login', '/api/auth/login', '/auth/logout', '/logout'])(
    'of %s are Secure where APP_URL is https, whatever the request says',
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
          // The flag of a social sign-in is for scripts, and no secret.
          const isFlag = name === 'isSocialAuthenticated'
          expect(cookie).toMatch(isFlag ? /; SameSite=Lax/ : /; HttpOnly; SameSite=Lax/)
          expect(cookie).not.toMatch(/Domain/i)
          if (!isFlag) expect(Object.values(NAMES(https))).toContain(name)
          if (name.startsWith('__Host-')) expect(cookie).toContain('; Path=/;')
        }
        return all.map(([, cookie]) => cookie.endsWith('; Secure'))
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

  test('are accepted over https under their prefixed names alone', async () => {
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
    // Planted by another host of the domain, it would sign the reader in as somebody else.
    expect((await exchange('readr_refresh')).status).toBe(401)
    expect((await exchange(refresh)).status).toBe(200)
  })

  test('of sessions from before the prefixes go on under the new names', async () => {
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
      /^__Host-readr_session=[\w-]{43}; Path=\/; Max-Age=2\d{6}; HttpOnly; SameSite=Lax; Secure$/,
    )
    expect(valueOf(old.cookies[session])).toBe(secret)
    expect(old.cookies['readr_session']).toMatch(/^readr_session=; Path=\/; Max-Age=0;/)
    expect(old.headers.get('Clear-Site-Data')).toBeNull()
    const next = await ask(secure.origin, '/api/auth/refresh-token', {
      method: 'POST',
      headers: { 'X-Refresh-Request': '1' },
      cookies: { readr_refresh: valueOf(made.cookies[refresh]) },
    })
    expect(next.status).toBe(200)
    expect(valueOf(next.cookies[refresh])).not.toBe('')
    expect(next.cookies['readr_refresh']).toMatch(/^readr_refresh=; Path=\/api\/auth; Max-Age=0;/)
  })
})

describe('the refresh cookie', () => {
  const login = async (product: Product, headers: Record<string, string>) => {
    const email = `app-${(guessed += 1)}@example.com`
    const json = { name: 'A', email, password: PASSWORD }
    return ask(product.origin, '/api/auth/register', { json, headers: { ...from(), ...headers } })
  }
  const CROSS = /; HttpOnly; SameSite=None; Secure$/
  const { access, refresh } = NAMES(true)

  test.each([APP, PHONE])('comes back to the pages of %s, over HTTPS', async (origin) => {
    const site = { Origin: origin, 'Sec-Fetch-Site': 'cross-site' }
    const made = await login(secure, site)
    expect(made.cookies[refresh]).toMatch(CROSS)
    expect(made.cookies[access]).toMatch(/; SameSite=Lax; Secure$/)
    const cookies = { [refresh]: valueOf(made.cookies[refresh]) }
    const headers = { ...site, 'X-Refresh-Request': '1' }
    const path = '/api/auth/refresh-token'
    const next = await ask(secure.origin, path, { method: 'POST', cookies, headers })
    expect(next.status).toBe(200)
    expect(next.cookies[refresh]).toMatch(CROSS)
    const out = await ask(secure.origin, '/auth/logout', { method: 'POST', headers: site })
    expect(out.cookies[refresh]).toMatch(CROSS)
  })

  test('stays at home otherwise', async () => {
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

describe('the client’s address', () => {
  test('is the connection’s where no proxy is trusted', async () => {
    const answers = []
    for (let i = 0; i < 31; i++)
      answers.push(
        await signIn(plain, {
          'X-Forwarded-For': `203.0.113.${i}`,
          'X-Client-Address': `a${i}`,
          'X-Real-IP': `b${i}`,
          Forwarded: `for=c${i}`,
        }),
      )
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
    const refused = answers.at(-1)!
    expect(refused.status).toBe(429)
    expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/)
    expect(refused.headers.get('RateLimit-Policy')).toBe('"sign-in";q=30;w=900')
  })

  test('is what the trusted proxy has added, whatever stands before it', async () => {
    const statuses = new Set<number>()
    for (let i = 0; i < 30; i++) {
      await signIn(behind, {
        'X-Forwarded-For': `203.0.113.${i}, made-up, 192.0.2.77`,
        'X-Client-Address': `a${i}`,
      })
    }
    for (const chain of ['192.0.2.77', 'spoofed, 192.0.2.77', ' , 192.0.2.77 '])
      statuses.add((await signIn(behind, { 'X-Forwarded-For': chain })).status)
    expect(statuses).toEqual(new Set([429]))
    expect((await signIn(behind, from())).status).not.toBe(429)
    expect((await signIn(behind, { 'X-Forwarded-For': '192.0.2.77, 192.0.2.78' })).status).not.toBe(
      429,
    )
  })
})

describe('requests of other sites', () => {
  const paths = (routes as { path?: string }[]).map(
    ({ path = '' }) => `/${path.replace('*', 'nothing').replaceAll(/:\w+/g, 'x')}`,
  )
  const HOSTILE: Record<string, string>[] = [
    { 'Sec-Fetch-Site': 'cross-site', Origin: EVIL },
    { 'Sec-Fetch-Site': 'same-site', Origin: 'https://sub.example' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { Origin: EVIL },
    { Origin: 'null' },
    { Origin: 'http://127.0.0.1:1' },
  ]

  test('are refused at every address, whatever the method', async () => {
    const reader = await newReader(behind.origin)
    expect(paths.length).toBeGreaterThan(40)
    // Apple's own form comes from its site: it is answered with a redirect and does nothing itself.
    for (const path of paths.filter((one) => one !== '/api/auth/apple/callback')) {
      for (const [i, headers] of HOSTILE.entries()) {
        const method = ['POST', 'PUT', 'DELETE', 'PATCH', 'POST', 'POST'][i]!
        const answer = await ask(behind.origin, path, { method, headers, cookies: reader.web })
        // A page has no PUT at all.
        expect([403, ...(method === 'POST' ? [] : [405])], `${method} ${path}`).toContain(
          answer.status,
        )
        expect(answer.cookies).toEqual({})
      }
    }
    expect((await ask(behind.origin, '/api/auth/me', { cookies: reader.web })).status).toBe(200)
  })

  test('from this site pass', async () => {
    for (const headers of [
      { 'Sec-Fetch-Site': 'same-origin' },
      { 'Sec-Fetch-Site': 'none' },
      { Origin: behind.origin },
      {},
    ] as Record<string, string>[]) {
      expect((await ask(behind.origin, '/api/auth/login', { json: {}, headers })).status).toBe(400)
    }
  })
})

describe('calls of other origins', () => {
  const preflight = (path: string, origin: string) =>
    ask(behind.origin, path, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'PUT',
        'Access-Control-Request-Headers': 'authorization',
      },
    })
  const allowed = (headers: Headers) => headers.get('Access-Control-Allow-Origin')

  test('are asked for beforehand, and allowed to the listed origins', async () => {
    for (const path of [
      '/api/auth/login',
      '/auth/update-email',
      '/books',
      '/api/no/such/call',
      '/subscription/x',
    ]) {
      const answer = await preflight(path, APP)
      expect(answer.status).toBe(204)
      expect(
        Object.fromEntries(
          [...answer.headers].filter(([name]) => name.startsWith('access-control')),
        ),
      ).toMatchObject({
        'access-control-allow-origin': APP,
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': 'GET, POST, PUT, DELETE',
        'access-control-allow-headers': 'Authorization, Content-Type, X-Refresh-Request',
      })
      expect(answer.headers.get('Vary')).toMatch(/\bOrigin\b/)
    }
  })

  test.each([
    EVIL,
    'null',
    `${APP}.evil.example`,
    'https://app.readr.example:8443',
    'http://app.readr.example',
    'HTTPS://APP.READR.EXAMPLE',
  ])('are not allowed to %s', async (origin) => {
    const before = await preflight('/api/auth/login', origin)
    expect(allowed(before.headers)).toBeNull()
    expect(before.status).toBe(405)
    for (const path of ['/books', '/api/auth/me', '/api/no/such/call']) {
      const { headers } = await ask(behind.origin, path, { headers: { Origin: origin } })
      expect(allowed(headers)).toBeNull()
      expect(headers.get('Access-Control-Allow-Credentials')).toBeNull()
      expect(headers.get('Vary')).toMatch(/\bOrigin\b/)
    }
  })

  test('are never allowed to pages', async () => {
    for (const path of ['/', '/login', '/settings', '/browse/books', '/dev/mail', '/booksellers']) {
      expect(allowed((await preflight(path, APP)).headers), path).toBeNull()
      expect(
        allowed((await ask(behind.origin, path, { headers: { Origin: APP } })).headers),
        path,
      ).toBeNull()
    }
    for (const path of ['/login', '/logout', '/settings', '/summaries/walden']) {
      const answer = await ask(behind.origin, path, {
        form: {},
        headers: { Origin: APP, 'Sec-Fetch-Site': 'cross-site' },
      })
      expect(answer.status, path).toBe(403)
    }
  })

  test('are answered, errors included, so that the app can read them', async () => {
    const headers = { Origin: APP, 'Sec-Fetch-Site': 'cross-site' }
    const reader = await newReader(behind.origin)
    for (const [path, wanted, status] of [
      ['/api/auth/login', { json: { email: reader.email, password: PASSWORD } }, 200],
      ['/api/auth/login', { json: {} }, 400],
      ['/api/auth/login', { json: 'x'.repeat(70_000) }, 413],
      ['/api/auth/login', { method: 'PATCH' }, 405],
      ['/api/auth/me', { cookies: { readr_access: reader.token } }, 200],
      ['/api/auth/me', {}, 401],
      ['/auth/change-password', { method: 'PUT', token: reader.token, json: {} }, 400],
      ['/api/no/such/call', {}, 404],
      ['/books', {}, 200],
      ['/books', {}, 200],
    ] as [string, Wanted, number][]) {
      const answer = await ask(behind.origin, path, {
        ...wanted,
        headers: { ...headers, ...from() },
      })
      expect(answer.status, path).toBe(status)
      expect(allowed(answer.headers), `${path} ${status}`).toBe(APP)
      expect(answer.headers.get('Access-Control-Allow-Credentials')).toBe('true')
      expect(answer.headers.get('Access-Control-Expose-Headers')).toContain('Retry-After')
      expect(answer.headers.get('Vary')).toMatch(/\bOrigin\b/)
    }
  })

  test('do not mix in the memory of pages', async () => {
    for (const origin of [APP, undefined, EVIL, 'https://other.example', APP, undefined]) {
      const { status, headers } = await ask(behind.origin, '/books?sort=newest', {
        headers: origin ? { Origin: origin } : {},
      })
      expect(status).toBe(200)
      expect(allowed(headers)).toBe(origin === undefined || origin === EVIL ? null : origin)
      expect(headers.get('Vary')).toMatch(/Accept-Encoding.*\bOrigin\b|\bOrigin\b.*Accept-Encoding/)
    }
  })

  test('are allowed to nobody where no origin is listed', async () => {
    const answer = await ask(plain.origin, '/books', { headers: { Origin: APP } })
    expect(allowed(answer.headers)).toBeNull()
    expect(answer.headers.get('Vary')).not.toMatch(/\bOrigin\b/)
    const posted = await ask(plain.origin, '/api/auth/login', {
      json: {},
      headers: { Origin: APP },
    })
    expect(posted.status).toBe(403)
  })
})

test('what is sent to a page that only shows something is refused in plain words', async () => {
  for (const path of ['/about', '/browse/books', '/browse/books/fiction', '/terms']) {
    const answer = await ask(plain.origin, path, { form: { a: 'b' } })
    expect(answer.status, path).toBe(405)
    expect(answer.headers.get('Allow'), path).toBe('GET, HEAD')
    expect(answer.text, path).toContain('This page can’t accept this form.')
    expect(answer.text, path).not.toContain('Something went wrong')
  }
})

describe('answers to a reader', () => {
  const LOGOUT = /<form[^>]*action="\/logout"/
  const ADDRESSES = [
    '/',
    '/about',
    '/browse/books',
    '/browse/books/fiction',
    '/summaries/walden',
    '/subscribe',
    '/books',
    '/api/books/trending',
    '/api/books/just-arrived',
    '/terms',
    '/api/docs',
    '/api/openapi.json',
    '/no/such/page',
    '/browse',
    '/settings',
    '/verify',
    '/api/auth/me',
    '/reset-password/x',
    '/login',
  ]

  test('are private, and neither come from the visitors’ memory nor go into it', async () => {
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
        expect(signedIn.headers.get('ETag'), path).toBeNull()
        const conditional = await ask(behind.origin, path, {
          ...wanted,
          headers: { 'If-None-Match': visitor.headers.get('ETag') ?? '"x"' },
        })
        expect(conditional.status, path).toBe(signedIn.status)
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

  test('that have lost their session are a visitor’s', async () => {
    const reader = await newReader(behind.origin)
    await ask(behind.origin, '/logout', { method: 'POST', cookies: reader.web })
    const { headers, text } = await ask(behind.origin, '/browse/books', { cookies: reader.web })
    expect(headers.get('Cache-Control')).toBe('private, no-store')
    expect(text).not.toMatch(LOGOUT)
  })
})
