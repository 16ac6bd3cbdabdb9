import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import routes from '#app/routes.ts'
import { type Product, startProduct } from '#tests/setup/product.ts'
import { ask, newReader, PASSWORD, type CallOptions } from './accounts-client.ts'

const APP = 'https://app.readr.example'
const EVIL = 'https://evil.example'
/** Behind one trusted proxy, with app origins. */
let behind: Product
/** Without either. */
let plain: Product
beforeAll(async () => {
  behind = await startProduct('content', {
    DEMO: '1',
    TRUST_PROXY: '1',
    RATE_LIMIT_FACTOR: '1',
    CORS_ORIGINS: `${APP},https://other.example`,
  })
  plain = await startProduct('content', { RATE_LIMIT_FACTOR: '1' })
})
afterAll(async () => {
  await behind.stop()
  await plain.stop()
})

let network = 0
let guessed = 0
/** The header of a request from its own network address. */
const from = (address = `198.51.100.${(network += 1)}`) => ({ 'X-Forwarded-For': address })
const signIn = (product: Product, headers: Record<string, string>) =>
  ask(product.origin, '/login', {
    form: { email: `nobody-${(guessed += 1)}@example.com`, password: 'x' },
    headers,
  })

describe('the client’s address', () => {
  test('is that of the connection when no proxy is trusted', async () => {
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

  test('is what the trusted proxy has added, regardless of earlier entries', async () => {
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

test('a reader makes 1,200 calls a minute, also when the answer is kept for all readers', async () => {
  const { token } = await newReader(behind.origin)
  const headers = from()
  const statuses: number[] = []
  for (let i = 0; i < 1210; i += 10) {
    const ten = Array.from({ length: 10 }, () => ask(behind.origin, '/books', { token, headers }))
    statuses.push(...(await Promise.all(ten)).map(({ status }) => status))
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(1200)
  expect(statuses.slice(1200)).toEqual(Array.from({ length: 10 }, () => 429))
})

describe('requests from other sites', () => {
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

  test('are rejected at every address with every method', async () => {
    const reader = await newReader(behind.origin)
    expect(paths.length).toBeGreaterThan(40)
    // Apple posts its form from its own site; the answer is only a redirect.
    for (const path of paths.filter((one) => one !== '/api/auth/apple/callback')) {
      for (const [i, headers] of HOSTILE.entries()) {
        const method = ['POST', 'PUT', 'DELETE', 'PATCH', 'POST', 'POST'][i]!
        const answer = await ask(behind.origin, path, { method, headers, cookies: reader.web })
        // Pages answer 405 to PUT.
        expect([403, ...(method === 'POST' ? [] : [405])], `${method} ${path}`).toContain(
          answer.status,
        )
        expect(answer.cookies).toEqual({})
      }
    }
    expect((await ask(behind.origin, '/api/auth/me', { cookies: reader.web })).status).toBe(200)
  })

  test('from this site are allowed', async () => {
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

describe('calls from other origins', () => {
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

  test('pass the preflight for listed origins', async () => {
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
  ])('are not allowed for %s', async (origin) => {
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

  test('are never allowed for pages', async () => {
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

  test('are answered, including errors, so that the app can read them', async () => {
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
    ] as [string, CallOptions, number][]) {
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

  test('are kept apart in the page cache', async () => {
    for (const origin of [APP, undefined, EVIL, 'https://other.example', APP, undefined]) {
      const { status, headers } = await ask(behind.origin, '/books?sort=newest', {
        headers: origin ? { Origin: origin } : {},
      })
      expect(status).toBe(200)
      expect(allowed(headers)).toBe(origin === undefined || origin === EVIL ? null : origin)
      expect(headers.get('Vary')).toMatch(/Accept-Encoding.*\bOrigin\b|\bOrigin\b.*Accept-Encoding/)
    }
  })

  test('are not allowed when no origin is listed', async () => {
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

test('a form sent to a read-only page gets a clear error', async () => {
  for (const path of ['/about', '/browse/books', '/browse/books/fiction', '/terms']) {
    const answer = await ask(plain.origin, path, { form: { a: 'b' } })
    expect(answer.status, path).toBe(405)
    expect(answer.headers.get('Allow'), path).toBe('GET, HEAD')
    expect(answer.text, path).toContain('This page can’t accept that form')
    expect(answer.text, path).not.toContain('Something went wrong')
  }
})
