import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import routes from '#app/routes.ts'
import { ALONE, type Product, startProduct } from '#tests/setup/product.ts'
import { ask, newReader, PASSWORD } from './accounts-client.ts'

/** This body once stopped the process: a parser made an array of that length. */
const ATTACK = 'a[99999999]=x'
const PAIRS = 'application/x-www-form-urlencoded'
/** After this time without an answer, the product counts as blocked. */
const TIMEOUT_MS = 10_000

const paths = (routes as { path?: string }[]).map(({ path = '' }) =>
  `/${path}`
    .replace(':slug', 'walden')
    .replace(':provider', 'google')
    .replace(':genre', 'fiction')
    .replace(':topic', 'stoicism')
    .replaceAll(/:\w+|\*/g, 'x'),
)

const signal = () => AbortSignal.timeout(TIMEOUT_MS)

let product: Product
/** The same with low limits: 6 sign-ins, 2 registrations, 2 reset emails. */
let limited: Product

beforeAll(async () => {
  product = await startProduct('content', { RATE_LIMIT_FACTOR: '1000' }, ALONE)
  limited = await startProduct('content', { RATE_LIMIT_FACTOR: '0.2' }, ALONE)
})
afterAll(() => Promise.all([product.stop(), limited.stop()]))

const send = (path: string, init: RequestInit) =>
  fetch(product.origin + path, { redirect: 'manual', signal: signal(), ...init })

async function expectAlive() {
  const { status } = await fetch(`${product.origin}/healthz`, { signal: signal() })
  expect(status).toBe(200)
  expect(product.child.exitCode).toBeNull()
}

describe('hostile input', () => {
  test('to any path is refused or ignored quickly', async () => {
    for (const path of paths) {
      for (const [method, type] of [
        ['POST', PAIRS],
        ['POST', 'application/json'],
        ['PUT', 'application/json'],
        ['DELETE', 'application/json'],
      ] as const) {
        const headers = { 'Content-Type': type }
        const { status } = await send(path, { method, headers, body: ATTACK })
        // Signing out reads no body.
        const expected = path === '/auth/logout' ? 200 : 300
        expect(status, `${method} ${path}`).toBeGreaterThanOrEqual(expected)
        expect(status, `${method} ${path}`).toBeLessThan(500)
      }
    }
    await expectAlive()
  })

  test('to the forms of readers is refused, and other input is kept', async () => {
    const { web } = await newReader(product.origin)
    const Cookie = `readr_session=${web['readr_session']}`
    const headers = { 'Content-Type': PAIRS, Cookie }
    for (const [path, body] of [
      ['/settings', `intent=update-name&name=&${ATTACK}`],
      ['/settings', `intent=update-email&newEmail=typed%40example.com&${ATTACK}`],
      ['/settings', `intent=change-password&newPassword[99999999]=x&${ATTACK}`],
      ['/settings', ATTACK],
      ['/settings/two-factor', `intent=confirm&code=12&code[99999999]=x`],
      ['/verify', `code=typed&${ATTACK}`],
      ['/checkout?priceId=x', `intent=start&${ATTACK}`],
    ] as const) {
      const answer = await send(path, { method: 'POST', headers, body })
      expect(answer.status, `${path} ${body}`).toBe(400)
      const html = await answer.text()
      if (body.includes('typed')) expect(html).toContain('value="typed')
      expect(html).not.toContain('99999999')
    }
    await expectAlive()
  })

  test('of a type that forms do not have is a 400 with a page', async () => {
    for (const type of ['application/json', 'text/plain']) {
      const headers = { 'Content-Type': type }
      const answer = await send('/login', { method: 'POST', headers, body: ATTACK })
      expect(answer.status).toBe(400)
      const html = await answer.text()
      expect(html).toContain('Bad Request')
      expect(html).toContain('go back and try again')
    }
  })

  test('in the query of any path causes no server error', async () => {
    const marks = encodeURIComponent('\u0301\u0323').repeat(60)
    const queries = [
      `${ATTACK}&__proto__=1&constructor[prototype][a]=1&page=1e400&sort=__proto__&genre=constructor`,
      `search=${marks}&text=${marks}&name=${marks}&redirectTo=${marks}`,
      `search=${'a.'.repeat(3000)}&page=${'9'.repeat(1000)}`,
      `page[99999999]=1&${'a[]=&'.repeat(300)}search=%00%ff%fe&page=-1&genre=%00&recommended=1e9&redirectTo=%00&error=%00&text=%00`,
    ]
    for (const path of paths) {
      for (const query of queries) {
        const answer = await send(`${path}?${query}`, {})
        await answer.body?.cancel()
        // This page shows what a server error looks like.
        if (path === '/500') continue
        expect(answer.status, `${path}?${query.slice(0, 50)}`).toBeLessThan(500)
      }
    }
    await expectAlive()
  })

  test('in cookies and headers causes no server error', async () => {
    for (const headers of [
      { Cookie: `readr_session=${'a'.repeat(7000)}; readr_session=b; =; ;;;` },
      { Cookie: 'a=b; '.repeat(1500) },
      { Cookie: 'readr_appearance=__proto__; readr_ticket=a.b.c' },
      { Authorization: `Bearer ${'a.'.repeat(3500)}` },
      { 'Accept-Encoding': 'gzip;q=1,'.repeat(800) },
      { 'Accept-Language': 'en,'.repeat(2000), 'If-None-Match': '"a",'.repeat(1000) },
      { 'User-Agent': '(;/'.repeat(2500), 'X-Forwarded-For': ','.repeat(4000) },
    ] as Record<string, string>[]) {
      for (const path of ['/login', '/browse/books', '/api/auth/me']) {
        const { status } = await send(path, { headers })
        expect(status, JSON.stringify(headers).slice(0, 80)).toBeLessThan(500)
      }
    }
    await expectAlive()
  })

  test('that is not a valid request is refused, and the connection closed', async () => {
    const post = (headers: string, body: string) =>
      `POST /login HTTP/1.1\r\nHost: 127.0.0.1:${product.port}\r\nConnection: close\r\n` +
      `Content-Type: ${PAIRS}\r\n${headers}\r\n${body}`
    const chunk = `d\r\n${ATTACK}\r\n0\r\n\r\n`
    for (const [bytes, status] of [
      [post('Content-Length: 13\r\n', ATTACK), 400],
      [post('Content-Length: 12\r\n', ATTACK), 400],
      [post('Content-Length: -1\r\n', ATTACK), 400],
      [post('Content-Length: 65537\r\n', ATTACK), 413],
      [post('Content-Length: 1e9\r\n', ATTACK), 400],
      [post('Transfer-Encoding: chunked\r\n', chunk), 411],
      [post('Transfer-Encoding: chunked\r\nContent-Length: 13\r\n', chunk), 400],
      [post(`Content-Type: multipart/form-data; boundary=${'b'.repeat(60_000)}\r\n`, ''), 431],
    ] as const) {
      const socket = connect(product.port, '127.0.0.1')
      socket.setEncoding('utf8')
      socket.write(bytes)
      let answer = ''
      for await (const part of socket) answer += part
      expect(answer, bytes.slice(100, 300)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    }
    // A client that leaves before it has sent its whole body.
    const leaver = connect(product.port, '127.0.0.1')
    leaver.write(post('Content-Length: 5000\r\n', ATTACK))
    await once(leaver, 'connect')
    leaver.destroy()
    await expectAlive()
  })
})

describe('a rate limit', () => {
  const post = (path: string, body: string, type = PAIRS) =>
    fetch(limited.origin + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': type },
      body,
      signal: signal(),
    })
  const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

  /** Over a limit, any input is refused unread. */
  async function expectRateLimited(page: string, call: string, policy: string) {
    for (const body of [ATTACK, '', form({ email: 'typed@example.com', password: 'typed-too' })]) {
      const answer = await post(page, body)
      const html = await answer.text()
      expect(answer.status).toBe(429)
      expect(answer.headers.get('RateLimit-Policy')).toContain(policy)
      expect(answer.headers.get('Retry-After')).toMatch(/^\d+$/)
      expect(html).toContain('Too many attempts. Please try again in')
      expect(html).not.toMatch(/typed-too|99999999/)
      if (body.includes('typed')) expect(html).toContain('value="typed@example.com"')
    }
    expect((await post(page, ATTACK, 'text/plain')).status).toBe(429)
    for (const body of [ATTACK, '', '[[[[', JSON.stringify({ email: 'a@example.com' })]) {
      const answer = await post(call, body, 'application/json')
      expect(answer.status).toBe(429)
      expect(await answer.json()).toEqual({
        success: false,
        message: expect.stringContaining('Too many attempts.'),
      })
    }
  }

  test('on registrations counts only valid ones, also for taken addresses', async () => {
    const json = { name: 'Ada', email: 'limited@example.com', password: PASSWORD }
    for (let i = 0; i < 10; i++) {
      expect((await post('/register', i % 2 ? ATTACK : form({ name: 'Ada' }))).status).toBe(400)
      const invalid = i % 2 ? ATTACK : JSON.stringify({ ...json, password: 'short' })
      expect((await post('/api/auth/register', invalid)).status).toBe(400)
    }
    expect((await post('/register', form({ ...json, terms: 'on' }))).status).toBe(303)
    expect((await ask(limited.origin, '/api/auth/register', { json })).status).toBe(409)
    await expectRateLimited('/register', '/api/auth/register', '"register";q=2')
  })

  test('on sign-ins does not count those with missing fields', async () => {
    for (let i = 0; i < 10; i++) {
      expect((await post('/login', i % 2 ? ATTACK : 'email=a')).status).toBe(400)
      expect((await post('/api/auth/login', i % 2 ? '{}' : ATTACK)).status).toBe(400)
    }
    for (let i = 0; i < 6; i++) {
      const wrong = form({ email: `nobody-${i}@example.com`, password: PASSWORD })
      expect((await post('/login', wrong)).status).toBe(401)
    }
    await expectRateLimited('/login', '/api/auth/login', '"sign-in";q=6')
  })

  test('on reset emails does not count requests without an address', async () => {
    for (let i = 0; i < 5; i++) {
      expect((await post('/reset-password', i % 2 ? ATTACK : 'email=')).status).toBe(400)
      expect((await post('/api/auth/forgot-password', '{"email":"a"}')).status).toBe(400)
    }
    for (const email of ['a@example.com', 'b@example.com'])
      expect((await post('/reset-password', form({ email }))).status).toBe(303)
    await expectRateLimited('/reset-password', '/api/auth/forgot-password', '"reset-mail";q=2')
  })
})
