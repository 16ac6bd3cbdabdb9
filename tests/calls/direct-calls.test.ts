import { beforeAll, describe, expect, test } from 'vitest'
import { ask, newReader, type Reader, subscribeInTheApp } from './accounts-client.ts'
import { callPaths, origin, type RawAnswer, send } from './client.ts'

/** GET requests for calls are answered without the framework's router, but with the same middleware. */

let free: Reader
let subscriber: Reader

beforeAll(async () => {
  free = await newReader(origin)
  subscriber = await newReader(origin)
  await subscribeInTheApp(origin, subscriber)
})

const BOOK = '000000000000000000000001'
const paths = callPaths
  .filter((path) => !path.includes('*') && !/shuffle|callback|:provider/.test(path))
  .map((path) => path.replace(':bookId', BOOK).replace(':token', 'A'.repeat(43)))

const people: Record<string, () => Record<string, string>> = {
  visitor: () => ({}),
  'free reader in an app': () => ({ Authorization: `Bearer ${free.token}` }),
  'subscriber in an app': () => ({ Authorization: `Bearer ${subscriber.token}` }),
  'subscriber in a browser': () => ({ Cookie: `readr_session=${subscriber.web['readr_session']}` }),
  'stranger with a token': () => ({ Authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.x' }),
  'stranger with a cookie': () => ({ Cookie: 'readr_session=abc; readr_access=def' }),
}

/**
 * What must be equal: everything but the time, the request's id, and compressed bytes, because the
 * direct way keeps answers and compresses them better.
 */
function comparable({ status, body, headers }: RawAnswer) {
  expect(headers['x-request-id']).toBeDefined()
  const others = { ...headers, date: '', 'x-request-id': '' }
  const timed = body.replace(/"asOf":"[^"]+"/, '')
  if (timed !== body) Object.assign(others, { etag: '' })
  if (!headers['content-encoding']) return { status, body: timed, headers: others }
  return { status, body: '', headers: { ...others, 'content-length': '' } }
}

describe.each(Object.entries(people))('for a %s', (_, who) => {
  test.each(paths)('%s is answered as by the framework', async (path) => {
    for (const query of ['', '?page=0', '?search=walden&page=1']) {
      // With a slash at the end, the framework answers.
      const [direct, framework] = [
        await send('GET', path + query, who()),
        await send('GET', `${path}/${query}`, who()),
      ]
      expect(comparable(direct), path + query).toEqual(comparable(framework))
    }
  })
})

describe('the framework and the direct way answer alike', () => {
  const both = async (
    method: string,
    headers: Record<string, string | number>,
    path = '/api/auth/me',
  ) => {
    const asked = { Authorization: `Bearer ${subscriber.token}`, ...headers }
    const [direct, framework] = [
      comparable(await send(method, path, asked)),
      comparable(await send(method, `${path}/`, asked)),
    ]
    expect(direct).toEqual(framework)
    return direct
  }

  test('HEAD', async () => {
    expect(await both('HEAD', {})).toMatchObject({ status: 200, body: '' })
  })

  test.each(['PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS'])('%s', async (method) => {
    expect(await both(method, {})).toMatchObject({ status: 405 })
  })

  test('a GET request for a call of another method', async () => {
    const answer = await both('GET', {}, '/api/auth/login')
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'POST' } })
  })

  test.each([
    ['OPTIONS', 405],
    ['GET', 200],
    ['POST', 403],
  ])('%s from another site', async (method, status) => {
    const headers = { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'GET' }
    const answer = await both(method, headers)
    expect(answer.status).toBe(status)
  })

  test.each([
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['deflate', undefined],
    ['*;q=0', undefined],
    ['br;q=0, gzip;q=0.1', 'gzip'],
    ['\u00ff', undefined],
  ])('Accept-Encoding: %s', async (accepted, sent) => {
    const { headers } = await both('GET', { 'Accept-Encoding': accepted }, '/books')
    expect((headers as Record<string, unknown>)['content-encoding']).toBe(sent)
  })

  test('a body that is too large, or has no length', async () => {
    expect(await both('GET', { 'Content-Length': 70_000 })).toMatchObject({ status: 413 })
    expect(await both('GET', { 'Transfer-Encoding': 'chunked' })).toMatchObject({ status: 411 })
  })

  test('a host that cannot be read', async () => {
    expect(await both('GET', { Host: 'a b' })).toMatchObject({ status: 400 })
  })

  test('a redirect', async () => {
    // The state in the address differs each time.
    const answers = [await send('GET', '/api/auth/google'), await send('GET', '/api/auth/google/')]
    const names = answers.map(({ status, headers }) => [status, Object.keys(headers).toSorted()])
    expect(names[0]).toEqual(names[1])
    expect(answers[0]!.status).toBe(302)
  })
})

describe('readers', () => {
  const read = (path: string, who: Reader, headers: Record<string, string> = {}) =>
    send('GET', path, { Authorization: `Bearer ${who.token}`, ...headers })

  test('never get what is another’s, however their calls are mixed', async () => {
    const called = [
      '/api/auth/me',
      '/books',
      '/api/books/recommendations',
      '/api/books/just-arrived',
    ]
    const readers = [free, subscriber]
    const alone = new Map<string, string>()
    for (const reader of readers) {
      for (const path of called) alone.set(reader.id + path, (await read(path, reader)).body)
    }
    expect(new Set(alone.values()).size).toBe(alone.size)
    const mixed = Array.from({ length: 400 }, (_, i) => ({
      reader: readers[(i * 7) % 3 === 0 ? 0 : 1]!,
      path: called[(i * 5) % called.length]!,
    }))
    await Promise.all(
      mixed.map(async ({ reader, path }) => {
        const { status, body } = await read(path, reader)
        if (status !== 503) expect(body === alone.get(reader.id + path), path).toBe(true)
      }),
    )
  })

  test('get the whole text only while they have access', async () => {
    const reader = await newReader(origin)
    const texts = async () => (await read('/books', reader)).body
    const shelf = async () => (await read('/api/books/recommendations', reader)).body
    const before = [await texts(), await shelf()]
    await subscribeInTheApp(origin, reader)
    const during = [await texts(), await shelf()]
    await subscribeInTheApp(origin, reader, -1)
    expect([await texts(), await shelf()]).toEqual(before)
    for (const text of during) expect(text).toMatch(/\\n4\. /)
    for (const text of before) expect(text).not.toMatch(/\\n4\. /)
  })

  test('get a free summary in full only if it is theirs', async () => {
    const [reader, other] = [await newReader(origin), await newReader(origin)]
    const hasWhole = async (path: string, who: Reader) =>
      /\\n4\. /.test((await read(path, who)).body)
    for (const path of ['/books', '/api/books/just-arrived', '/api/books/recommendations']) {
      expect(await hasWhole(path, reader), path).toBe(false)
    }
    await ask(origin, '/summaries/walden', { form: { any: 'thing' }, cookies: reader.web })
    for (const path of ['/books', '/api/books/just-arrived', '/api/books/recommendations']) {
      expect(await hasWhole(path, reader), path).toBe(true)
      expect(await hasWhole(path, other), path).toBe(false)
    }
  })

  test.each(['/books', '/api/books/just-arrived', '/api/books/today'])(
    'get %s as it is, also after another has loaded its data for the framework',
    async (path) => {
      const before = await read(path, subscriber)
      const cookie = { Cookie: `readr_session=${subscriber.web['readr_session']}` }
      const data = await Promise.all(
        [`${path}.data`, `${path}/_.data`].map((address) => send('GET', address, cookie)),
      )
      expect(data.map(({ headers }) => headers['content-type'])).toContain('text/x-script')
      // They contain more than the call's data, which may change while that stays.
      for (const { headers } of data) expect(headers['etag']).not.toBe(before.headers['etag'])
      const after = await read(path, subscriber)
      expect(comparable(after)).toEqual(comparable(before))
      expect(after.body === before.body, path).toBe(true)
    },
  )

  test.each(['/api/auth/me', '/books', '/api/books/recommendations', '/api/books/read'])(
    'who have %s already do not get it again, and nobody else’s ETag counts',
    async (path) => {
      const first = await read(path, subscriber)
      expect(first.headers['cache-control']).toBe('private, no-store')
      const etag = String(first.headers['etag'])
      const again = await read(path, subscriber, { 'If-None-Match': etag })
      expect([again.status, again.body, again.headers['etag']]).toEqual([304, '', etag])
      expect(again.headers['cache-control']).toBe('private, no-store')
      expect((await send('GET', path, { 'If-None-Match': etag })).status).not.toBe(304)
      const other = await read(path, free, { 'If-None-Match': etag })
      // Nobody has read anything yet.
      expect(other.status).toBe(path === '/api/books/read' ? 304 : 200)
    },
  )

  test('get changed data with another ETag', async () => {
    const before = await read('/api/books/read', free)
    await ask(origin, `/books/read/mark-read/${BOOK}`, { method: 'POST', token: free.token })
    const after = await read('/api/books/read', free, {
      'If-None-Match': String(before.headers['etag']),
    })
    expect(after.status).toBe(200)
    expect(after.headers['etag']).not.toBe(before.headers['etag'])
    await ask(origin, `/books/read/mark-unread/${BOOK}`, { method: 'POST', token: free.token })
  })
})
