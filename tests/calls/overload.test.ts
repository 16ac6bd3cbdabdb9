import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#tests/setup/free-port.ts'
import { errorJson } from '#app/api/schemas/answers.server.ts'
import { ALONE, type Product, startProduct } from '#tests/setup/product.ts'
import type { CrowdJob, CrowdOutcome } from '../../bench/crowd.ts'
import { ask } from './accounts-client.ts'

/** More than any machine works off before the first have waited too long. */
const FLOOD_CONNECTIONS = 1000
const FLOOD_MS = 4000
const MAX_FLOODS = 5
/** Of the flood's own, whose answers are looked at. */
const WATCHED_CONNECTIONS = 20

let product: Product
let metricsPort: number
let cookies: { flood: string; polite: string }

beforeAll(async () => {
  metricsPort = await freePort()
  const variables = { RATE_LIMIT_FACTOR: '1000', METRICS_PORT: String(metricsPort) }
  product = await startProduct('content', variables, ALONE)
  cookies = { flood: await signIn('flood'), polite: await signIn('polite') }
})
afterAll(() => product.stop())

async function signIn(name: string): Promise<string> {
  const account = { email: `${name}@example.com`, password: 'a long password' }
  await ask(product.origin, '/api/auth/register', { json: { name, ...account } })
  const { headers } = await ask(product.origin, '/login', { form: account })
  const cookie = headers.getSetCookie()[0]!.split(';', 1)[0]!
  // A reader who was served before is known, even among others at the same address.
  expect((await ask(product.origin, '/browse', { headers: { Cookie: cookie } })).status).toBe(200)
  return cookie
}

interface Answer {
  path: string
  status: number
  headers: IncomingMessage['headers']
  text: string
  ms: number
}

async function get(
  path: string,
  headers: Record<string, string>,
  { agent, origin = product.origin }: { agent?: Agent; origin?: string } = {},
): Promise<Answer> {
  const asked = performance.now()
  const question = request(origin + path, { headers, agent: agent ?? false })
  question.end()
  const [answer] = (await once(question, 'response')) as [IncomingMessage]
  let text = ''
  answer.setEncoding('utf8')
  for await (const chunk of answer) text += chunk
  const { statusCode: status = 0 } = answer
  return { path, status, headers: answer.headers, text, ms: performance.now() - asked }
}

/** Asks again and again until the time is over. */
async function keepAsking(
  until: number,
  answers: Answer[],
  one: () => Promise<Answer>,
): Promise<void> {
  while (performance.now() < until) answers.push(await one())
}

describe('a flood by one reader', () => {
  const flood: Answer[] = []
  const polite: Answer[] = []
  const checks: Answer[] = []
  const statuses = new Set<string>()
  let broken = 0

  const wasRefused = (path: string) =>
    flood.some((answer) => answer.path === path && answer.status === 503)

  async function floodOnce(): Promise<void> {
    // Another process, so that this one has the time to measure.
    const crowd = fork('bench/crowd.ts')
    const who = { Cookie: cookies.flood }
    const { port } = product
    const job = { port, paths: ['/browse'], who, connections: FLOOD_CONNECTIONS, ms: FLOOD_MS }
    crowd.send(job satisfies CrowdJob)
    const over = once(crowd, 'message')
    const until = performance.now() + FLOOD_MS
    const accept = { Accept: 'text/html,*/*;q=0.8' }
    const operations = { origin: `http://127.0.0.1:${metricsPort}` }
    await Promise.all([
      ...Array.from({ length: WATCHED_CONNECTIONS }, (_, i) => {
        const path = i % 2 === 0 ? '/browse' : '/api/books/my-list'
        return keepAsking(until, flood, () => get(path, { ...accept, Cookie: cookies.flood }))
      }),
      keepAsking(until, polite, () => get('/browse', { ...accept, Cookie: cookies.polite })),
      keepAsking(until, checks, () => get('/healthz', {})),
      ...['/healthz', '/readyz', '/metrics'].map((path) =>
        keepAsking(until, checks, () => get(path, {}, operations)),
      ),
    ])
    const [outcome] = (await over) as [CrowdOutcome]
    for (const status of Object.keys(outcome.statuses)) statuses.add(status)
    broken += outcome.broken
    crowd.disconnect()
  }

  beforeAll(async () => {
    // On a slow machine most of the first flood waits to be connected.
    for (let round = 0; round < MAX_FLOODS; round++) {
      await floodOnce()
      if (wasRefused('/browse') && wasRefused('/api/books/my-list')) break
    }
  }, 120_000)

  test('is partly refused, with the time to retry', () => {
    const refused = flood.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(0)
    for (const { headers } of refused) {
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
    const page = refused.find(({ path }) => path === '/browse')!
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.text).toContain('Try Again')
    const call = refused.find(({ path }) => path.startsWith('/api/'))!
    expect(call.headers['content-type']).toBe('application/json; charset=utf-8')
    errorJson.parse(JSON.parse(call.text))
  })

  test('is served as far as possible', () => {
    expect([...statuses].toSorted()).toEqual(['200', '503'])
    expect(broken).toBe(0)
  })

  test('does not affect other readers', () => {
    expect(polite.length).toBeGreaterThan(0)
    expect(new Set(polite.map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('does not affect health checks and metrics', () => {
    expect(new Set(checks.map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('has no effect after it ends', async () => {
    const after = await get('/browse', { Cookie: cookies.flood })
    expect(after.status).toBe(200)
  })
})

describe('visitors’ pages', () => {
  test('do not depend on unknown parameters, and do not show them', async () => {
    const plain = await get('/summaries/walden', {})
    for (const query of ['x=smuggled', 'utm_source=smuggled&y=2', 'book=smuggled']) {
      const other = await get(`/summaries/walden?${query}`, {})
      expect(other.headers['etag']).toBe(plain.headers['etag'])
      expect(other.text).toBe(plain.text)
    }
    // Also where nothing is remembered yet.
    const first = await get('/summaries/walden/quote?first=smuggled', {})
    expect(first.status).toBe(200)
    expect(first.text).not.toContain('smuggled')
  })

  test('do not depend on the order of parameters', async () => {
    const one = await get('/browse/books?search=life&sort=newest&x=1', {})
    const other = await get('/browse/books?sort=newest&search=life', {})
    expect(one.status).toBe(200)
    expect(other.text).toBe(one.text)
  })

  test.each([
    '/',
    '/about',
    '/browse/books?page=2',
    '/summaries/walden',
    '/books',
    '/sitemap.xml',
    '/feed.xml',
    '/robots.txt',
    '/api/openapi.json',
  ])('%s names APP_URL, not the Host header', async (path) => {
    const spoofed = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' }
    const first = await get(path, spoofed)
    const second = await get(path, {})
    expect(first.status).toBe(200)
    expect(first.text).not.toContain('evil.example')
    expect(first.text).toContain(product.variables['APP_URL'])
    expect(second.text).toBe(first.text)
  })
})

test('a page that many visitors request at the same time is rendered once', async () => {
  // Calls are counted where they are made, and not where they come from memory.
  const db = new Sqlite(join(product.variables['DATA_DIR']!, 'readr.db'))
  db.exec(`DELETE FROM AttemptCount WHERE key LIKE 'calls:%'`)
  const paths = Array.from({ length: 20 }, (_, i) => `/books?search=together&x=${i}`)
  const answers = await Promise.all(paths.map((path) => get(path, {})))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const counted = `SELECT sum(count) FROM AttemptCount WHERE key LIKE 'calls:%'`
  expect(db.prepare(counted).pluck().get()).toBe(1)
  db.close()
})

describe('a refusal', () => {
  test('is a page for browsers and plain text for other clients', async () => {
    const path = `/browse/books?search=${'a'.repeat(8192)}`
    const page = await get(path, { Accept: 'text/html' })
    expect(page.status).toBe(414)
    expect(page.text).toContain('<h1>That Address Is Too Long</h1>')
    expect((await get(path, {})).headers['content-type']).toBe('text/plain; charset=utf-8')
  })

  test('of a request without a body leaves the connection open', async () => {
    const path = `/browse/books?search=${'a'.repeat(8192)}`
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const { headers } = await get(path, {}, { agent })
    expect(headers['connection']).toBe('keep-alive')
    agent.destroy()
  })
})
