import { statSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Limit, LIMITS } from '#app/accounts/rules/rate-limits.ts'
import { beginWebSession } from '#app/accounts/service/begin-session.server.ts'
import { consumeBatchedAttempt } from '#app/accounts/service/batched-attempts.server.ts'
import { consumeAttempt } from '#app/accounts/service/rate-limits.server.ts'
import { resumeWebSession } from '#app/accounts/service/resume-session.server.ts'
import { findBook } from '#app/catalogue/service/find-book.server.ts'
import { db, engine, sqliteFile } from '#app/platform/database.server.ts'
import { env } from '#app/platform/env.server.ts'
import { readiness } from '#app/platform/readiness.server.ts'
import { refusesForFullDisk } from '#app/platform/unavailable.server.ts'
import { recordView } from '#app/reading/service/record-view.server.ts'
import { importBooks } from './books.ts'
import { newReader, outcome } from './readers.ts'

const DAY = 86_400_000
const TABLES = ['Session', 'OpenedBook', 'AttemptCount']
const run = (sql: string) => db().$executeRawUnsafe(sql)
const CALLS: Limit = { name: 'test-calls', most: 20, windowMs: 60_000, per: 'address' }
const call = (by: string) => consumeBatchedAttempt({ limit: CALLS, by })

let session: Awaited<ReturnType<typeof beginWebSession>>
let reader: Awaited<ReturnType<typeof newReader>>
let bookId: number

beforeAll(async () => {
  await importBooks({ 'still-readable': {} })
  bookId = (await findBook('still-readable'))!.id
  reader = await newReader()
  session = await beginWebSession(reader, { remember: false, device: 'Test' })
  if (engine() === 'postgres') {
    await run(`CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE 'No space left on device' USING ERRCODE = '53100'; END $$`)
    for (const table of TABLES) {
      await run(
        `CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON "${table}" EXECUTE FUNCTION no_space()`,
      )
    }
    return
  }
  await run('PRAGMA max_page_count = 1')
  await run('CREATE TABLE large AS SELECT randomblob(1000000) AS bytes').catch(() => {})
  // The last pages may still have room.
  await run('PRAGMA query_only = ON')
})

afterAll(async () => {
  if (engine() === 'sqlite') return void (await run('PRAGMA query_only = OFF'))
  await run('DROP FUNCTION no_space CASCADE')
})

test('on a full disk, readers keep reading', async () => {
  const tomorrow = new Date(Date.now() + DAY / 2)
  expect(await resumeWebSession(session.secret, tomorrow)).toMatchObject({
    user: { id: reader.id },
  })
  await recordView(reader.id, bookId)
  expect(await outcome(call('192.0.2.7'))).toBe('done')
})

test('on a full disk, calls stay limited, and other attempts are refused', async () => {
  const calls = Array.from({ length: CALLS.most }, () => outcome(call('192.0.2.8')))
  expect(new Set(await Promise.all(calls))).toEqual(new Set(['done']))
  expect(await outcome(call('192.0.2.8'))).toMatch(/^too-many-requests/)
  const attempt = consumeAttempt([{ limit: LIMITS.signIn, by: '192.0.2.9' }])
  expect(await attempt.catch((error: { code: string }) => error.code)).toBe('unavailable')
})

test('on a full disk, the service is ready but degraded', async () => {
  expect(refusesForFullDisk()).toBe(true)
  await outcome(call('192.0.2.10'))
  await expect.poll(readiness).toEqual({ ready: true, degraded: 'disk full' })
})

test('only the owner can read a SQLite database', () => {
  const file = sqliteFile(env().databaseUrl)
  const modes = engine() === 'sqlite' ? [statSync(file).mode & 0o777] : []
  for (const mode of modes) expect(mode.toString(8)).toBe('600')
})
