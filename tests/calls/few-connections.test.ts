import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPgBouncer } from '#tests/setup/pgbouncer.ts'
import { onPostgres, type PostgresServer, startPostgres } from '#tests/setup/postgres.ts'
import { type Product, runProduct, startProduct } from '#tests/setup/product.ts'
import { ask, newAdmin, newReader, PASSWORD } from './accounts-client.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

/** The number of responses by status. */
function tally(statuses: number[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const UNLIMITED = { RATE_LIMIT_FACTOR: '100000' }
/** Waiting is the point, however slow the machine. */
const PATIENT = { ...UNLIMITED, DATABASE_TIMEOUT_MS: '20000', REQUEST_DEADLINE_MS: '50000' }

test('if the role has fewer connections than the pool, requests wait and all succeed', async () => {
  await onPostgres(
    `${server.url}/postgres`,
    `CREATE ROLE few LOGIN PASSWORD 'few' CREATEDB CONNECTION LIMIT 4`,
  )
  const url = server.url.replace('readr:readr', 'few:few')
  const product = await startProduct('content', PATIENT, { postgres: url, processes: 1 })
  try {
    const reader = await newReader(product.origin)
    const asked = Array.from({ length: 160 }, (_, n) =>
      n % 2 === 0
        ? ask(product.origin, '/api/auth/me', { token: reader.token })
        : ask(product.origin, `/browse/books?search=a${n}`),
    )
    expect(tally((await Promise.all(asked)).map(({ status }) => status))).toEqual({ 200: 160 })
  } finally {
    await product.stop()
  }
})

test('everything works through a pooler in transaction mode', async () => {
  const pooler = await startPgBouncer(server.url, { connections: 3 })
  const database = 'pooled'
  await onPostgres(`${server.url}/postgres`, `CREATE DATABASE ${database}`)
  const pooled = `${pooler.url}/${database}`
  const direct = `${server.url}/${database}`
  const product = await startProduct(
    'content',
    { ...PATIENT, DATABASE_URL: pooled, DATABASE_TIMEOUT_MS: '15000' },
    { postgres: server.url, processes: 2 },
  )
  const folder = mkdtempSync(join(tmpdir(), 'readr-pooled-'))
  try {
    await useEverything(product)
    await stopsAtALock(product, direct)
    // The sessions of the pooler are shared and must not be changed.
    expect(await onPostgres(pooled, 'SHOW statement_timeout')).toEqual([{ statement_timeout: '0' }])
    expect(
      await onPostgres(direct, 'SELECT * FROM pg_locks WHERE locktype = $$advisory$$'),
    ).toEqual([])
    const file = join(folder, 'backup.readr')
    expect(await runProduct('readr', ['backup', file], product.variables)).toMatchObject({
      status: 0,
    })
    expect(await runProduct('readr', ['migrate'], product.variables)).toMatchObject({ status: 0 })
  } finally {
    await product.stop()
    await pooler.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Uses accounts, marks, search, administration, and billing, also concurrently. */
async function useEverything(product: Product): Promise<void> {
  const { origin } = product
  const reader = await newReader(origin)
  const admin = await newAdmin(product)
  const mine = { token: reader.token }
  const list = await ask(origin, '/books')
  const [book] = (list.json.data as unknown as { books: { _id: string }[] }).books
  const path = `/api/books/my-list/${book!._id}`
  const statuses = await Promise.all(
    Array.from({ length: 60 }, async (_, n) => {
      const wanted = [
        () => ask(origin, '/browse', { cookies: reader.web }),
        () => ask(origin, '/settings', { cookies: reader.web }),
        () => ask(origin, `/browse/books?search=a${n}`),
        () => ask(origin, '/api/books/my-list', { ...mine, json: { bookId: book!._id } }),
        () => ask(origin, `/books/read/mark-read/${book!._id}`, { ...mine, json: {} }),
        () => ask(origin, '/admin/readers', { cookies: admin.web }),
      ][n % 6]!
      return (await wanted()).status
    }),
  )
  expect(tally(statuses)).toEqual({ 200: 60 })
  expect((await ask(origin, path, { ...mine, method: 'DELETE' })).status).toBe(200)
  const json = {
    oldPassword: PASSWORD,
    newPassword: 'secret22',
    confirmNewPassword: 'secret22',
  }
  expect(
    (await ask(origin, '/auth/change-password', { ...mine, method: 'PUT', json })).status,
  ).toBe(200)
  const changed = await ask(origin, '/admin/books/walden', {
    cookies: admin.web,
    form: { intent: 'withdraw', withdrawn: 'true' },
  })
  expect(changed.status).toBeLessThan(400)
  for (const { origin: each } of product.processes) {
    const seen = async () => (await ask(each, '/summaries/walden')).status
    await expect.poll(seen).toBe(404)
    expect((await ask(each, '/readyz')).status).toBe(200)
  }
  expect((await ask(origin, '/auth/delete-account', { ...mine, method: 'DELETE' })).status).toBe(
    200,
  )
}

/** The time limit of a statement also applies on the server, although the session is shared. */
async function stopsAtALock({ origin }: Product, direct: string): Promise<void> {
  const reader = await newReader(origin)
  const blocker = new pg.Client({ connectionString: direct })
  await blocker.connect()
  try {
    await blocker.query('BEGIN; LOCK TABLE "SavedBook" IN ACCESS EXCLUSIVE MODE')
    const saved = ask(origin, '/api/books/favorites', { token: reader.token })
    expect((await saved).status).toBe(503)
    const { rows } = await blocker.query(
      `SELECT query FROM pg_stat_activity WHERE wait_event_type = 'Lock'`,
    )
    expect(rows).toEqual([])
  } finally {
    await blocker.query('ROLLBACK')
    await blocker.end()
  }
}
