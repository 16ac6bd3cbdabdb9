import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#tests/setup/free-port.ts'
import { ALONE, changeRows, type Product, runProduct, startProduct } from '#tests/setup/product.ts'
import { ask } from './accounts-client.ts'

const TOKEN = 'a-token-for-prometheus'

let product: Product
let ownPort: number

beforeAll(async () => {
  ownPort = await freePort()
  product = await startProduct(
    'content',
    {
      METRICS_TOKEN: TOKEN,
      METRICS_PORT: String(ownPort),
      RATE_LIMIT_FACTOR: '0.01',
      CLAIM_SUMMARIES: '60',
      CLAIM_NEW_A_MONTH: '4',
      CLAIM_KEY_IDEAS: '<480>',
    },
    ALONE,
  )
})
afterAll(() => product.stop())

/** The metrics by name and labels. */
async function metrics(): Promise<Map<string, number>> {
  const { text } = await ask(product.origin, '/metrics', { token: TOKEN })
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), Number(line.slice(at + 1))]
    }),
  )
}

const requestsTo = async (route: string, status: number, method = 'GET') =>
  (await metrics()).get(
    `readr_http_requests_total{method="${method}",route="${route}",status="${status}"}`,
  ) ?? 0

test('pages make the claims that the operator chose', async () => {
  const { text: landing } = await ask(product.origin, '/')
  for (const claim of ['60 Book Summaries', '&lt;480&gt; key ideas', '>60<', '>4<']) {
    expect(landing).toContain(claim)
  }
  const { text: about } = await ask(product.origin, '/about')
  expect(about).toContain('60 book summaries of')
  expect(about).toContain('60 summaries')
  expect(landing + about).not.toMatch(/500\+|[^1]50\+|1000\+/)
})

test('/healthz and /readyz respond with 200', async () => {
  for (const [path, text] of [
    ['/healthz', 'ok\n'],
    ['/readyz', 'ready\n'],
  ] as const) {
    const answer = await ask(product.origin, path)
    expect(answer).toMatchObject({ status: 200, text })
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
  }
})

describe('/metrics', () => {
  test('is shown only with the token', async () => {
    for (const headers of [
      {},
      { Authorization: 'Bearer wrong' },
      { Authorization: TOKEN },
      { Authorization: `Bearer ${TOKEN}x` },
    ] as Record<string, string>[]) {
      expect((await ask(product.origin, '/metrics', { headers })).status).toBe(404)
    }
    const answer = await ask(product.origin, '/metrics', { token: TOKEN })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain; version=0\.0\.4/)
  })

  test('is shown on its own port, which serves no pages', async () => {
    const origin = `http://127.0.0.1:${ownPort}`
    expect((await ask(origin, '/metrics')).text).toContain('readr_http_requests_total')
    expect((await ask(origin, '/readyz')).status).toBe(200)
    expect((await ask(origin, '/browse/books')).status).toBe(404)
  })

  test.each([
    ['/', '/', 200],
    ['/summaries/walden', '/summaries/:slug', 200],
    ['/summaries/no-such-book', '/summaries/:slug', 404],
    ['/browse/books?search=private', '/browse/books', 200],
    ['/no/such/page', '/*', 404],
    ['/favicon.svg', 'static files', 200],
    [`/reset-password/${'A'.repeat(43)}`, '/reset-password/:token', 400],
    ['/healthz', '/healthz', 200],
  ])('counts %s under %s', async (path, route, status) => {
    const before = await requestsTo(route, status)
    // The second response may come from the cache.
    await ask(product.origin, path)
    await ask(product.origin, path)
    // A request is counted after its response.
    await expect.poll(() => requestsTo(route, status)).toBe(before + 2)
  })

  test('has latencies, the event loop, the database, the outbox, and jobs', async () => {
    await ask(product.origin, '/api/books/trending')
    const succeeded = async () =>
      (await metrics()).get('readr_job_runs_total{task="counting",result="success"}')
    await expect.poll(succeeded, { timeout: 10_000 }).toBeGreaterThan(0)
    const found = await metrics()
    const bucket = (le: string) =>
      found.get(
        `readr_http_request_duration_seconds_bucket{le="${le}",method="GET",route="/api/books/trending"}`,
      )
    expect(bucket('+Inf')).toBeGreaterThan(0)
    expect(bucket('10')).toBe(bucket('+Inf'))
    expect(found.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
    expect(found.get('readr_database_answer_seconds{engine="sqlite"}')).toBeGreaterThan(0)
    expect(found.get('readr_database_size_bytes{engine="sqlite"}')).toBeGreaterThan(100_000)
    for (const disk of ['data', 'database']) {
      const free = found.get(`readr_disk_free_bytes{disk="${disk}"}`)
      expect(free).toBeGreaterThan(0)
      expect(found.get(`readr_disk_size_bytes{disk="${disk}"}`)).toBeGreaterThan(free!)
    }
    const build = [...found.keys()].find((name) => name.startsWith('readr_build_info'))
    const { stdout } = await runProduct('readr', ['--version'], product.variables)
    const [, version] = /^readr (\d+\.\d+\.\d+)\n$/.exec(stdout)!
    expect(build).toBe(`readr_build_info{version="${version}",node="${process.version}"}`)
    expect(found.get('readr_job_duration_seconds_count{task="counting"}')).toBeGreaterThan(0)
    expect(found.get('readr_job_last_success_timestamp_seconds{task="counting"}')).toBeGreaterThan(
      0,
    )
    expect(found.get('readr_outbox_emails{state="refused"}')).toBe(0)
    expect(found.get('readr_webhook_events{state="failed"}')).toBe(0)
    expect(found.get('readr_outbox_oldest_seconds{state="waiting"}')).toBeGreaterThanOrEqual(0)
  })

  test('has registrations, sign-ins, emails, and subscriptions by status', async () => {
    const { variables } = product
    const columns = '"userId", "ticket", "status", "isSetUp", "reconciledAt"'
    await ask(product.origin, '/api/auth/register', {
      json: { name: 'Ada', email: 'subscribed@example.com', password: 'secret1' },
    })
    await changeRows(
      variables,
      `INSERT INTO "Subscription" (${columns}) SELECT "id", 1, 'past_due', true, '2026-01-01T00:00:00.000+00:00' FROM "User" WHERE "email" = 'subscribed@example.com'`,
    )
    // A metric that takes too long to read is left out.
    const pastDue = async () => (await metrics()).get('readr_subscriptions{status="past_due"}')
    await expect.poll(pastDue).toBe(1)
    for (const name of [
      'readr_registrations_total{method="password"}',
      'readr_sign_ins_total{result="succeeded"}',
      'readr_emails_total{outcome="sent"}',
    ]) {
      await expect.poll(async () => (await metrics()).get(name)).toBe(1)
    }
  })

  test('has refused sign-ins and hits of the page cache', async () => {
    const count = async (name: string) => (await metrics()).get(`readr_${name}`)!
    const refused = async () =>
      (await count('sign_ins_total{result="failed"}')) +
      (await count('sign_ins_total{result="limited"}'))
    const lookups = (result: string) => count(`page_cache_requests_total{result="${result}"}`)
    const [refusedBefore, hits, misses] = [
      await refused(),
      await lookups('hit'),
      await lookups('miss'),
    ]
    for (let i = 0; i < 2; i++) {
      await ask(product.origin, '/login', { form: { email: 'nobody@example.com', password: 'x' } })
      await ask(product.origin, '/terms')
    }
    await expect.poll(refused).toBe(refusedBefore + 2)
    expect([await lookups('hit'), await lookups('miss')]).toEqual([hits + 1, misses + 1])
  })

  test('names no person and no secret', async () => {
    await ask(product.origin, '/login', { form: { email: 'ada@example.com', password: 'x' } })
    const { text } = await ask(product.origin, '/metrics', { token: TOKEN })
    expect(text).not.toMatch(/ada@|private|A{43}|127\.0\.0\.1/)
  })
})

test('the addresses for operators are not limited', async () => {
  const limited = await Promise.all(
    Array.from({ length: 13 }, () => ask(product.origin, '/api/auth/me')),
  )
  expect(limited.map(({ status }) => status)).toContain(429)
  for (const path of ['/healthz', '/readyz']) {
    expect((await ask(product.origin, path)).status).toBe(200)
  }
})

test('/readyz names the problem', async () => {
  const db = new Sqlite(join(product.variables['DATA_DIR']!, 'readr.db'))
  db.exec(`UPDATE _prisma_migrations SET migration_name = 'hidden-' || migration_name`)
  expect(await ask(product.origin, '/readyz')).toMatchObject({ status: 503, text: 'migrations\n' })
  db.exec(`UPDATE _prisma_migrations SET migration_name = substr(migration_name, 8)`)
  db.exec(
    `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name) VALUES ('x', 'x', 1, '29990101000000_newer')`,
  )
  // A newer version may be starting already.
  expect((await ask(product.origin, '/readyz')).status).toBe(200)
  db.exec('ALTER TABLE _prisma_migrations RENAME TO hidden')
  expect(await ask(product.origin, '/readyz')).toMatchObject({ status: 503, text: 'database\n' })
  expect((await ask(product.origin, '/healthz')).status).toBe(200)
  db.close()
})
