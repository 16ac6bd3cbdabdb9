import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorJson } from '#app/api/schemas/answers.server.ts'
import { ALONE, type Product, startProduct } from '#tests/setup/product.ts'
import type { CrowdJob, CrowdOutcome } from '../../bench/crowd.ts'
import { ask } from './accounts-client.ts'

/** More than any machine works off before the first have waited too long. */
const FLOOD_CONNECTIONS = 1000
const FLOOD_MS = 4000
/** Half of the checks; without shedding the first of them waited for the whole flood, and more. */
const CHECK_WITHIN_MS = 500
/** Of the flood's own, whose answers are looked at. */
const WATCHED_CONNECTIONS = 20

let product: Product
let cookies: { flood: string; polite: string }

beforeAll(async () => {
  product = await startProduct('content', { RATE_LIMIT_FACTOR: '1000' }, ALONE)
  cookies = { flood: await signIn('flood'), polite: await signIn('polite') }
})
afterAll(() => product.stop())

async function signIn(name: string): Promise<string> {
  const account = { email: `${name}@example.com`, password: 'a long password' }
  await ask(product.origin, '/api/auth/register', { json: { name, ...account } })
  const { headers } = await ask(product.origin, '/login', { form: account })
  const cookie = headers.getSetCookie()[0]!.split(';', 1)[0]!
  // Whoever was served before is known, also where others come from the same address.
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

async function get(path: string, headers: Record<string, string>, agent?: Agent): Promise<Answer> {
  const asked = performance.now()
  const question = request(product.origin + path, { headers, agent: agent ?? false })
  question.end()
  const [answer] = (await once(question, 'response')) as [IncomingMessage]
  let text = ''
  answer.setEncoding('utf8')
  for await (const chunk of answer) text += chunk
  const { statusCode: status = 0 } = answer
  return { path, status, headers: answer.headers, text, ms: performance.now() - asked }
}

/** Asks again and again until the time is over. */
async function keepAsking(until: number, one: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  while (performance.now() < until) answers.push(await one())
  return answers
}

describe('a flood by one reader', () => {
  let flood: Answer[]
  let polite: Answer[]
  let checks: Answer[]
  let outcome: CrowdOutcome

  beforeAll(async () => {
    // Another process, so that this one has the time to measure.
    const crowd = fork('bench/crowd.ts')
    const who = { Cookie: cookies.flood }
    const { port } = product
    const job = { port, paths: ['/browse'], who, connections: FLOOD_CONNECTIONS, ms: FLOOD_MS }
    crowd.send(job satisfies CrowdJob)
    const over = once(crowd, 'message')
    const until = performance.now() + FLOOD_MS
    const accept = { Accept: 'text/html,*/*;q=0.8' }
    const floods = Array.from({ length: WATCHED_CONNECTIONS }, (_, i) => {
      const path = i % 2 === 0 ? '/browse' : '/api/books/my-list'
      return keepAsking(until, () => get(path, { ...accept, Cookie: cookies.flood }))
    })
    const asks = keepAsking(until, () => get('/browse', { ...accept, Cookie: cookies.polite }))
    const health = keepAsking(until, () => get('/healthz', {}))
    const ready = keepAsking(until, () => get('/readyz', {}))
    flood = (await Promise.all(floods)).flat()
    polite = await asks
    checks = [...(await health), ...(await ready)]
    ;[outcome] = (await over) as [CrowdOutcome]
    crowd.disconnect()
  })

  test('is refused as far as it is too much, and told when to come back', () => {
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

  test('is served as far as it is not', () => {
    expect(Object.keys(outcome.statuses)).toEqual(['200', '503'])
    expect(outcome.broken).toBe(0)
  })

  test('keeps no other reader from a page', () => {
    expect(polite.length).toBeGreaterThan(0)
    expect(new Set(polite.map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('keeps no operator from an answer', () => {
    expect(new Set(checks.map(({ status }) => status))).toEqual(new Set([200]))
    const times = checks.map(({ ms }) => ms).toSorted((a, b) => a - b)
    expect(times[Math.floor(times.length / 2)]).toBeLessThan(CHECK_WITHIN_MS)
  })

  test('leaves nothing behind', async () => {
    const after = await get('/browse', { Cookie: cookies.flood })
    expect(after.status).toBe(200)
  })
})

describe('visitors’ pages', () => {
  test('are the same whatever else the address says, and do not show it', async () => {
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

  test('are the same in every order of what they depend on', async () => {
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
  ])('%s names APP_URL, whatever Host says', async (path) => {
    const spoofed = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' }
    const first = await get(path, spoofed)
    const second = await get(path, {})
    expect(first.status).toBe(200)
    expect(first.text).not.toContain('evil.example')
    expect(first.text).toContain(product.variables['APP_URL'])
    expect(second.text).toBe(first.text)
  })
})

test('what many visitors ask for at once is made once', async () => {
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
  test('is a page for browsers, and a line of text for programs', async () => {
    const path = `/browse/books?search=${'a'.repeat(8192)}`
    const page = await get(path, { Accept: 'text/html' })
    expect(page.status).toBe(414)
    expect(page.text).toContain('<h1>That Address Is Too Long</h1>')
    expect((await get(path, {})).headers['content-type']).toBe('text/plain; charset=utf-8')
  })

  test('of a request without a body leaves the connection open', async () => {
    const path = `/browse/books?search=${'a'.repeat(8192)}`
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const { headers } = await get(path, {}, agent)
    expect(headers['connection']).toBe('keep-alive')
    agent.destroy()
  })
})
