import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALONE, type Product, startProduct } from '#tests/setup/product.ts'
import { ask } from './accounts-client.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct('content', { RATE_LIMIT_FACTOR: '1' }, ALONE)
})

const PATH = '/api/reports/csp'
const legacy = (report: object = {}) => ({
  'csp-report': {
    'document-uri': 'http://127.0.0.1/reset-password/secret-token',
    referrer: 'http://127.0.0.1/?search=private-thing',
    'effective-directive': 'script-src-elem',
    'violated-directive': 'script-src-elem',
    'original-policy': 'default-src',
    disposition: 'enforce',
    'blocked-uri': 'https://evil.example/private-path?secret-query',
    'source-file': 'http://127.0.0.1/reset-password/secret-token',
    'script-sample': 'secret-sample',
    'status-code': 200,
    ...report,
  },
})
const modern = (body: object = {}, more: object = {}) => ({
  age: 10,
  type: 'csp-violation',
  url: 'http://127.0.0.1/reset-password/secret-token',
  user_agent: 'secret-agent',
  body: {
    documentURL: 'http://127.0.0.1/reset-password/secret-token',
    effectiveDirective: 'require-trusted-types-for',
    blockedURL: 'trusted-types-sink',
    sourceFile: 'http://127.0.0.1/reset-password/secret-token',
    sample: 'secret-sample',
    disposition: 'report',
    lineNumber: 1,
    ...body,
  },
  ...more,
})

const send = (json: unknown, type = 'application/reports+json', headers = {}) =>
  ask(product.origin, PATH, {
    method: 'POST',
    json,
    headers: { 'Content-Type': type, ...headers },
  })

describe('a report about the content security policy', () => {
  test('is accepted in both formats', async () => {
    const own = { sourceFile: `${product.origin}/assets/root-abc.js` }
    for (const [json, type] of [
      [legacy(), 'application/csp-report'],
      [legacy(), 'application/csp-report; charset=utf-8'],
      [[modern()], 'application/reports+json'],
      [[modern(), modern(own)], 'application/reports+json'],
      [[modern({}, { type: 'deprecation' })], 'application/reports+json'],
      [[], 'application/reports+json'],
    ] as const) {
      expect(await send(json, type)).toMatchObject({ status: 204, text: '' })
    }
  })

  test('is refused if it is malformed, too large, or of another type', async () => {
    const deep = `${'['.repeat(6000)}${']'.repeat(6000)}`
    for (const json of [
      '',
      'x',
      'null',
      '{}',
      '[1]',
      '{"csp-report":1}',
      '{"__proto__":{}}',
      deep,
    ]) {
      expect((await send(json)).status, json.slice(0, 20)).toBe(400)
    }
    expect((await send(Array.from({ length: 51 }, () => ({ type: 'x', body: {} })))).status).toBe(
      400,
    )
    expect((await send(legacy({ 'blocked-uri': 'x'.repeat(9000) }))).status).toBe(400)
    expect((await send(legacy({ 'script-sample': 'x'.repeat(17_000) }))).status).toBe(413)
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
      expect((await send(legacy(), type)).status, type).toBe(415)
    }
    const got = await ask(product.origin, PATH)
    expect(got.status).toBe(405)
    expect(got.headers.get('Allow')).toBe('POST')
  })

  test('from another site is refused', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site' }
    expect((await send(legacy(), 'application/csp-report', headers)).status).toBe(403)
  })

  test('counts toward a limit per network, apart from calls', async () => {
    let refused
    for (let i = 0; i < 40 && refused?.status !== 429; i++) refused = await send([modern()])
    expect(refused?.status).toBe(429)
    expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect((await ask(product.origin, '/books')).status).toBe(200)
  })
})

describe('the log', () => {
  let lines: Record<string, string>[]
  let text: string
  beforeAll(async () => {
    const other = await startProduct('content', { RATE_LIMIT_FACTOR: '1000' }, ALONE)
    product = [await product.stop(), other][1] as Product
    await send(legacy(), 'application/csp-report')
    for (let i = 0; i < 3; i++)
      await send([modern(), modern({ sourceFile: `${product.origin}/assets/a-1.js` })])
    for (let i = 0; i < 4; i++) {
      const many = Array.from({ length: 40 }, (_, n) =>
        modern({ blockedURL: `https://site-${i}-${n}.example/secret-path`, disposition: 'a b' }),
      )
      await send(many)
    }
    const { stdout } = await product.stop()
    text = stdout
    lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, string>)
      .filter(({ directive }) => directive)
  })

  test('has each kind once, and at most 50 lines', () => {
    expect(lines).toHaveLength(50)
    const kinds = lines.map((line) => JSON.stringify({ ...line, time: '' }))
    expect(new Set(kinds).size).toBe(50)
    expect(lines[0]).toMatchObject({
      level: 'warn',
      directive: 'script-src-elem',
      blocked: 'https://evil.example',
      source: 'http://127.0.0.1',
      disposition: 'enforce',
    })
    expect(lines[2]).toMatchObject({ source: '/assets/a-1.js', blocked: 'trusted-types-sink' })
    expect(lines[3]).toMatchObject({ blocked: 'https://site-0-0.example', disposition: 'unknown' })
  })

  test('has nothing of the page, its query, or its text', () => {
    expect(text).not.toMatch(/secret|private-/)
  })
})

describe('what other sites may embed', () => {
  let origin: string
  let running: Product
  beforeAll(async () => {
    running = await startProduct('content', { SUPPORT_EMAIL: 'help@readr.test' }, ALONE)
    origin = running.origin
  })
  afterAll(async () => {
    await running.stop()
  })
  const policyOf = async (path: string) =>
    (await fetch(origin + path)).headers.get('Cross-Origin-Resource-Policy')

  test('is covers, pictures, and icons, fresh or from the cache', async () => {
    const books = (await (await fetch(`${origin}/books`)).json()) as {
      data: { books: { imageUrl: string }[] }
    }
    const page = await (await fetch(`${origin}/summaries/walden`)).text()
    const pictures = [
      new URL(books.data.books[0]!.imageUrl).pathname,
      /\/pictures\/[^"?]+/.exec(page)![0],
      '/favicon.svg',
      '/favicon.ico',
      '/icons/apple-touch-icon.png',
    ]
    for (const path of [...pictures, ...pictures])
      expect(await policyOf(path), path).toBe('cross-origin')
  })

  test('is nothing else', async () => {
    const script = /\/assets\/[\w.-]+\.js/.exec(
      await (await fetch(`${origin}/browse/books`)).text(),
    )![0]
    for (const path of [
      '/',
      '/login',
      '/login',
      '/summaries/walden.data',
      '/books',
      '/api/auth/me',
      '/feed.xml',
      '/service-worker.js',
      '/quotes/walden?text=x',
      '/covers/nothing.svg',
      '/nowhere',
      '/healthz',
      '/dev/mail',
    ]) {
      expect(await policyOf(path), path).toBe('same-origin')
    }
    // Built files are public, and every header slows down the first view.
    expect(await policyOf(script)).toBe(null)
  })

  test('security.txt says whom to tell about a security problem', async () => {
    const response = await fetch(`${origin}/.well-known/security.txt`)
    expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    const text = await response.text()
    const fields = Object.fromEntries(
      text
        .trim()
        .split('\n')
        .map((line) => line.split(/: (.*)/, 2) as [string, string]),
    )
    expect(fields).toMatchObject({
      Contact: 'mailto:help@readr.test',
      Canonical: `${origin}/.well-known/security.txt`,
    })
    const days = (Date.parse(fields['Expires']!) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(30)
    expect(days).toBeLessThan(365)
  })
})
