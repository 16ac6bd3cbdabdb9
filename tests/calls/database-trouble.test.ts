import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isCallPath } from '#app/middleware/request/cross-origin.server.ts'
import routes from '#app/routes.ts'
import { onPostgres, type PostgresServer, startPostgres } from '#tests/setup/postgres.ts'
import { type Product, startProduct } from '#tests/setup/product.ts'
import {
  ask,
  type CallAnswer,
  newReader,
  type Reader,
  type CallOptions,
} from './accounts-client.ts'

/** Shorter than the default, to save time. */
const TIMEOUT_MS = 1000

let server: PostgresServer
let product: Product
let writer: Reader
let reader: Reader

beforeAll(async () => {
  server = await startPostgres()
  product = await startProduct(
    'content',
    { RATE_LIMIT_FACTOR: '100000', DATABASE_TIMEOUT_MS: String(TIMEOUT_MS) },
    { postgres: server.url, processes: 1 },
  )
  writer = await newReader(product.origin)
  reader = await newReader(product.origin)
})

let isStopped = false
afterAll(async () => {
  if (!isStopped) await product.stop()
  await server.stop()
})

const heard = (path: string, wanted: CallOptions = {}) => ask(product.origin, path, wanted)

/** Pages that are cached or do not need the database. */
const CACHED = ['/', '/browse/books', '/summaries/walden', '/feed.xml', '/books']
const STATIC = [
  '/about',
  '/contact',
  '/terms',
  '/privacy',
  '/accessibility',
  '/login',
  '/register',
  '/offline',
]

/** Checks the response to a request that cannot be served now. */
function expectUnavailable(path: string, { status, headers, text, json }: CallAnswer): void {
  expect(status, path).toBe(503)
  expect(Number(headers.get('Retry-After')), path).toBeGreaterThan(0)
  expect(headers.getSetCookie(), path).toEqual([])
  expect(headers.get('Cache-Control'), path).toMatch(/no-store/)
  if (isCallPath(path) || /^\/(?:opds|podcast)/.test(path)) {
    expect(json, path).toEqual({ success: false, message: expect.stringMatching(/try again/) })
  } else if (!path.includes('.data')) {
    expect(text, path).toMatch(/right back.*You are still signed in.*Try Again/s)
    expect(headers.get('Content-Security-Policy'), path).toContain("default-src 'none'")
  }
}

async function expectVisitorsServed(): Promise<void> {
  for (const path of [...CACHED, ...STATIC]) {
    expect((await heard(path)).status, path).toBe(200)
  }
}

/** Everything works again, and nobody was signed out. */
async function expectBack(): Promise<void> {
  expect((await heard('/api/auth/me', { token: reader.token })).status).toBe(200)
  expect((await heard('/browse', { cookies: reader.web })).text).toContain('Ada')
  expect((await heard('/browse/books?search=life')).status).toBe(200)
}

test('a locked table delays only requests that need it', async () => {
  const blocker = new pg.Client({ connectionString: product.variables['DATABASE_URL'] })
  await blocker.connect()
  try {
    const books = (await heard('/books')).json.data as unknown as { books: { _id: string }[] }
    await blocker.query('BEGIN; LOCK TABLE "SavedBook" IN ACCESS EXCLUSIVE MODE')
    const writes = books.books
      .slice(0, 18)
      .map(({ _id }) => heard('/api/books/my-list', { token: writer.token, json: { bookId: _id } }))
    const over = new AbortController()
    const allWrites = Promise.all(writes).finally(() => over.abort())
    const served: number[] = []
    while (!over.signal.aborted) {
      const answers = await Promise.all([
        heard('/api/auth/me', { token: reader.token }),
        heard('/settings', { cookies: reader.web }),
        heard('/browse/books?search=life'),
      ])
      served.push(...answers.map(({ status }) => status))
    }
    expect(served).toEqual(served.map(() => 200))
    for (const answer of await allWrites) expectUnavailable('/api/books/my-list', answer)
    const saved = await heard('/browse/books/my-list', { cookies: reader.web })
    expectUnavailable('/browse/books/my-list', saved)
  } finally {
    await blocker.query('ROLLBACK')
    await blocker.end()
  }
  const json = { bookId: (await idOfABook()) ?? '' }
  expect((await heard('/api/books/my-list', { token: writer.token, json })).status).toBe(200)
})

async function idOfABook(): Promise<string | undefined> {
  const { data } = (await heard('/books')).json as { data?: { books?: { _id: string }[] } }
  return data?.books?.[0]?._id
}

test('a database that crashes during statements takes nothing with it', async () => {
  for (const path of CACHED) expect((await heard(path)).status, path).toBe(200)
  const blocker = new pg.Client({ connectionString: product.variables['DATABASE_URL'] })
  blocker.on('error', () => {})
  await blocker.connect()
  await blocker.query('BEGIN; LOCK TABLE "SavedBook" IN ACCESS EXCLUSIVE MODE')
  const waiting = [1, 2, 3].map(() => heard('/browse/books/my-list', { cookies: reader.web }))
  const pids = await vi.waitFor(async () => {
    const rows = await onPostgres(
      `${server.url}/postgres`,
      "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'",
    )
    expect(rows).not.toHaveLength(0)
    return rows as { pid: number }[]
  })
  // The server ends all of its connections when one of its processes is killed.
  process.kill(pids[0]!.pid, 'SIGKILL')
  for (const answer of await Promise.all(waiting)) {
    expectUnavailable('/browse/books/my-list', answer)
  }
  await expectVisitorsServed()
  await vi.waitFor(expectBack, { timeout: 10_000, interval: 200 })
})

describe('a database that does not respond', () => {
  test('makes nobody wait long, and everything works when it responds again', async () => {
    for (const path of CACHED) expect((await heard(path)).status, path).toBe(200)
    const waits: number[] = []
    const timed = async (path: string, wanted: CallOptions = {}) => {
      const started = performance.now()
      const answer = await heard(path, wanted)
      waits.push(performance.now() - started)
      return answer
    }
    server.freeze()
    try {
      await expectVisitorsServed()
      const asked: [string, CallOptions][] = [
        ['/browse', { cookies: reader.web }],
        ['/browse.data', { cookies: reader.web }],
        ['/settings', { cookies: reader.web }],
        ['/about', { cookies: reader.web }],
        ['/api/auth/me', { token: reader.token }],
        ['/api/books/my-list', { token: reader.token }],
        ['/browse/books?search=death', {}],
        ['/api/auth/login', { json: { email: reader.email, password: 'secret1' } }],
      ]
      const answers = await Promise.all(asked.map(([path, wanted]) => timed(path, wanted)))
      answers.forEach((answer, n) => expectUnavailable(asked[n]![0], answer))
      // Each wait has its limit, and no page has many waits.
      expect(Math.max(...waits)).toBeLessThan(15 * TIMEOUT_MS)
    } finally {
      server.thaw()
    }
    await expectBack()
  })
})

/** Every path in the route table except the page that always returns 500. */
const ADDRESSES = (routes as { path?: string }[])
  .filter(({ path }) => path !== '500')
  .map(
    ({ path = '' }) =>
      `/${path
        .replace(':slug', 'walden')
        .replace(':genre', 'culture-and-humanity')
        .replace(':topic', 'stoicism')
        .replace(/:provider/, 'google')
        .replace(/:\w+/g, '1')
        .replace('*', 'nowhere')}`,
  )

describe('a database that is down', () => {
  beforeAll(async () => {
    for (const path of CACHED) await heard(path)
    await server.down()
  })

  test('does not affect pages of visitors', expectVisitorsServed)

  test('shows a form again with the input', async () => {
    const form = { email: 'ada@example.com', password: 'secret1' }
    const answer = await heard('/login', { form })
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(answer.text).toMatch(/role="alert"[^>]*>.*brief technical problem/s)
    expect(answer.text).toContain('value="ada@example.com"')
    expect(answer.text).not.toContain('secret1')
  })

  test('answers no path with 500, and signs nobody out', async () => {
    for (const path of ADDRESSES) {
      const signedIn = await heard(path, { cookies: reader.web })
      if (!path.startsWith('/dev/')) expectUnavailable(path, signedIn)
      for (const [who, wanted] of [
        ['a visitor', {}],
        ['an app', { token: reader.token }],
        ['a writing app', { token: reader.token, json: {} }],
        ['a deleting app', { token: reader.token, method: 'DELETE' }],
      ] as [string, CallOptions][]) {
        const answer = await heard(path, wanted)
        const what = `${path} for ${who}`
        expect(answer.status, what).not.toBe(500)
        if (answer.status >= 500) expect(answer.headers.get('Retry-After'), what).not.toBeNull()
        if (isCallPath(path) && answer.status !== 200 && answer.status !== 302) {
          expect(answer.json.success, what).toBe(false)
        }
      }
    }
  })

  test('recovers without a restart, and has logged little', async () => {
    await server.up()
    await expectBack()
    isStopped = true
    const { stdout } = await product.stop()
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { level: unknown })
    const complaints = lines.filter(({ level }) => !['info', 'debug', 30].includes(level as string))
    expect(complaints.length, JSON.stringify(complaints, null, 1)).toBeLessThan(15)
  })
})
