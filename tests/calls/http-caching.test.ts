import { describe, expect, test } from 'vitest'
import { get, send } from './client.ts'

const CALLS = [
  '/books',
  '/api/books/just-arrived',
  '/api/books/today',
  '/api/books/trending',
  '/api/openapi.json',
]

test('random books are never cached', async () => {
  const { headers } = await get('/api/books/shuffle/unsubscribed')
  expect(headers.get('Cache-Control')).toBe('private, no-store')
  expect(headers.get('ETag')).toBeNull()
})

describe.each(['/login', '/register'])('%s', (path) => {
  test('is not kept by browsers, and is the same for all visitors', async () => {
    const first = await get(path)
    expect(first.headers.get('Cache-Control')).toBe('private, no-store')
    expect(first.headers.get('ETag')).toBeNull()
    const text = await first.text()
    const again = await get(path, { 'If-None-Match': '*, "x"' })
    expect([again.status, await again.text()]).toEqual([200, text])
    const names = ({ headers }: Response) => [...headers.keys()].toSorted()
    expect(names(again)).toEqual(names(first))
  })

  test('shows a message and where sign-in leads to nobody else', async () => {
    const plain = await (await get(path)).text()
    const query = 'redirectTo=%2Fbrowse%2Ftaste'
    expect(await (await get(`${path}?error=Oops`)).text()).toContain('Oops')
    expect(await (await get(`${path}?${query}`)).text()).toContain(query)
    expect(await (await get(path)).text()).toBe(plain)
    expect(plain).not.toMatch(/Oops|taste/)
  })
})

test('the login page shows a flash message once', async () => {
  const cookie = { Cookie: 'readr_news=late' }
  const noticed = await get('/login', cookie)
  expect(await noticed.text()).toContain('That sign-in took too long.')
  expect(noticed.headers.get('Set-Cookie')).toContain('readr_news=;')
  expect(await (await get('/login')).text()).not.toContain('too long')
})

describe('an answer that is the same for all visitors', () => {
  const shared = [
    '/',
    '/browse/books',
    '/summaries/walden',
    '/today',
    '/common-passwords.txt',
    ...CALLS,
  ]

  test.each(['/.well-known/security.txt', '/api/v1/billing/plans'])(
    '%s, too small to be compressed, is not sent again either',
    async (path) => {
      const { headers } = await get(path)
      expect(headers.get('Cache-Control')).toBe('no-cache')
      expect(headers.get('Vary')).toContain('Cookie, Authorization')
      const again = await send('GET', path, { 'If-None-Match': headers.get('ETag')! })
      expect([again.status, again.body]).toEqual([304, ''])
    },
  )

  test.each(shared)(
    '%s keeps its ETag, and is not sent again to clients that have it',
    async (path) => {
      const first = await get(path)
      const etag = first.headers.get('ETag')!
      expect(etag).toMatch(/^"[\w-]+"$/)
      expect(first.headers.get('Cache-Control')).toBe('no-cache')
      expect(first.headers.get('Vary')).toContain('Accept-Encoding')
      expect(first.headers.get('Vary')).toContain('Cookie')
      expect(first.headers.get('Vary')).toContain('Authorization')
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const again = await send('GET', path, { 'If-None-Match': known })
        expect(again.status).toBe(304)
        expect(again.body).toBe('')
        expect(again.headers['etag']).toBe(etag)
        expect(again.headers['cache-control']).toBe('no-cache')
      }
      expect((await send('GET', path, { 'If-None-Match': '"other"' })).status).toBe(200)
    },
  )

  test('a page that is sent often becomes smaller, and stays the same', async () => {
    const path = '/summaries/walden'
    const ask = () => send('GET', path, { 'Accept-Encoding': 'br' })
    const first = await ask()
    const sizeOf = ({ headers }: { headers: Record<string, unknown> }) =>
      Number(headers['content-length'])
    await expect
      .poll(
        async () => {
          const answers = await Promise.all(Array.from({ length: 50 }, ask))
          return sizeOf(answers.at(-1)!)
        },
        { timeout: 30_000, interval: 200 },
      )
      .toBeLessThan(0.95 * sizeOf(first))
    const [packed, plain] = [await get(path, { 'Accept-Encoding': 'br' }), await get(path)]
    expect(await packed.text()).toBe(await plain.text())
    expect(packed.headers.get('ETag')).toBe(first.headers['etag'])
  })

  test.each(shared)('%s is the same in every encoding', async (path) => {
    const plain = await get(path, { 'Accept-Encoding': 'identity' })
    const text = await plain.text()
    expect(plain.headers.get('Content-Encoding')).toBeNull()
    expect(plain.headers.get('Content-Length')).toBe(String(Buffer.byteLength(text)))
    for (const encoding of ['br', 'gzip']) {
      const packed = await get(path, { 'Accept-Encoding': encoding })
      expect(packed.headers.get('Content-Encoding')).toBe(encoding)
      expect(Number(packed.headers.get('Content-Length'))).toBeLessThan(text.length)
      expect(packed.headers.get('ETag')).toBe(plain.headers.get('ETag'))
      expect(await packed.text()).toBe(text)
    }
  })

  test('is the same from the cache', async () => {
    for (const encoding of ['identity', 'gzip', 'br']) {
      const path = `/browse/books?search=memory-${encoding}`
      const [first, second] = [
        await get(path, { 'Accept-Encoding': encoding }),
        await get(path, { 'Accept-Encoding': encoding }),
      ]
      expect(await second.text()).toBe(await first.text())
      const named = (response: Response) =>
        Object.fromEntries(
          [...response.headers].filter(([name]) => !['x-request-id', 'date'].includes(name)),
        )
      expect(named(second)).toEqual(named(first))
      expect(second.headers.get('X-Request-Id')).not.toBe(first.headers.get('X-Request-Id'))
    }
  })

  test.each<Record<string, string>>([
    { Cookie: 'readr_session=abc' },
    { Cookie: 'a=b; readr_access=abc' },
    { Cookie: 'readr_access=abc' },
    { Authorization: 'Bearer abc' },
  ])('is not given to clients with credentials (%j)', async (headers) => {
    for (const path of ['/browse/books', '/books', '/api/books/trending']) {
      const response = await get(path, headers)
      expect(response.headers.get('Cache-Control')).toBe('private, no-store')
      expect(response.headers.get('ETag')).toBeNull()
    }
  })

  test('does not depend on the Host of another request', async () => {
    const path = '/browse/books?search=host-test'
    await send('GET', path, {
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'https',
    })
    const own = await send('GET', path)
    expect(own.body).not.toContain('evil.example')
  })

  test('never has a request id that the client made up', async () => {
    const { headers } = await send('GET', '/books', { 'X-Request-Id': 'made-up' })
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })
})
