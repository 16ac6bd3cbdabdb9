import { beforeAll, describe, expect, test } from 'vitest'
import { ask, newReader, type Reader, subscribeInTheApp } from './accounts-client.ts'
import { origin, type RawAnswer, send } from './client.ts'

let free: Reader
let subscriber: Reader

beforeAll(async () => {
  free = await newReader(origin)
  subscriber = await newReader(origin)
  await subscribeInTheApp(origin, subscriber)
})

const BOOK = '000000000000000000000001'

/** An answer without what differs in each, and compressed bytes: kept answers are compressed better. */
function comparable({ status, body, headers }: RawAnswer) {
  const others = { ...headers, date: '', 'x-request-id': '' }
  if (!headers['content-encoding']) return { status, body, headers: others }
  return { status, body: '', headers: { ...others, 'content-length': '' } }
}

test.each([
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['deflate', undefined],
  ['*;q=0', undefined],
  ['br;q=0, gzip;q=0.1', 'gzip'],
  ['\u00ff', undefined],
])('Accept-Encoding: %s', async (accepted, sent) => {
  const headers = { Authorization: `Bearer ${subscriber.token}`, 'Accept-Encoding': accepted }
  for (let turn = 0; turn < 2; turn++) {
    const answer = await send('GET', '/books', headers)
    expect(answer.headers['content-encoding']).toBe(sent)
  }
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
