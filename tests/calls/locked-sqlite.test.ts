import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { ALONE, startProduct } from '#tests/setup/product.ts'
import { ask, newReader, PASSWORD } from './accounts-client.ts'

test('while another process locks the database file, only writers wait', async () => {
  const settings = { RATE_LIMIT_FACTOR: '100000', DATABASE_TIMEOUT_MS: '1000' }
  const product = await startProduct('content', settings, ALONE)
  const other = new Sqlite(join(product.variables['DATA_DIR']!, 'readr.db'))
  try {
    const { origin } = product
    const reader = await newReader(origin)
    const login = { form: { email: reader.email, password: PASSWORD } }
    other.exec('BEGIN IMMEDIATE')
    // If SQLite itself waited, these would block the event loop for 15 s.
    const over = new AbortController()
    const writes = Promise.all([
      ask(origin, '/login', login),
      ask(origin, '/api/auth/login', { json: login.form }),
      ask(origin, '/api/books/my-list', { token: reader.token, json: { bookId: '1' } }),
    ]).finally(() => over.abort())
    let reads = 0
    while (!over.signal.aborted) {
      const pages = await Promise.all([
        ask(origin, '/browse', { cookies: reader.web }),
        ask(origin, '/browse/books?search=life'),
        ask(origin, '/ask?question=how+do+i+live+simply'),
        ask(origin, '/healthz'),
      ])
      expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      reads++
    }
    expect(reads).toBeGreaterThan(3)
    for (const { status, headers } of await writes) {
      expect(status).toBe(503)
      expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
    }
    // A lock that is released in time only delays.
    const waiting = ask(origin, '/login', login)
    setTimeout(() => other.exec('ROLLBACK'), 300)
    expect((await waiting).status).toBe(303)
  } finally {
    other.close()
    await product.stop()
  }
})
