import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { closeDatabase, db, engine, prepared, Prisma } from '#app/platform/database.server.ts'
import { statements } from './statements.ts'

const row = (key: string) => ({ key, count: 1, resetsAt: new Date(Date.now() + 60_000) })
const isThere = async (key: string) => (await db().attemptCount.count({ where: { key } })) === 1

/** Begins a transaction and writes `key`. Call the result to end it. */
async function beginTransaction(key: string) {
  const written = Promise.withResolvers<void>()
  const end = Promise.withResolvers<'commit' | 'roll back'>()
  const ended = db().$transaction(async (tx) => {
    await tx.attemptCount.create({ data: row(key) })
    written.resolve()
    if ((await end.promise) === 'roll back') throw new Error('rolled back')
  })
  const outcome = ended.then(
    () => 'committed',
    (error: Error) => error.message,
  )
  await written.promise
  return (how: 'commit' | 'roll back') => {
    end.resolve(how)
    return outcome
  }
}

test('a write during a transaction that is rolled back stays', async () => {
  const end = await beginTransaction('inside-1')
  const beside = db().attemptCount.create({ data: row('beside-1') })
  const [outcome] = await Promise.all([end('roll back'), beside])
  expect(outcome).toBe('rolled back')
  expect([await isThere('inside-1'), await isThere('beside-1')]).toEqual([false, true])
})

test('a raw write during a transaction that is rolled back stays', async () => {
  await db().attemptCount.create({ data: row('raw') })
  const end = await beginTransaction('inside-2')
  const beside = db().$executeRaw`UPDATE "AttemptCount" SET "count" = 7 WHERE "key" = 'raw'`
  await Promise.all([end('roll back'), beside])
  expect((await db().attemptCount.findUnique({ where: { key: 'raw' } }))?.count).toBe(7)
})

test('nobody sees the writes of a transaction before it is committed', async () => {
  const end = await beginTransaction('inside-3')
  expect(await isThere('inside-3')).toBe(false)
  expect(await end('commit')).toBe('committed')
  expect(await isThere('inside-3')).toBe(true)
})

test('many concurrent transactions and writes all stay', async () => {
  const keys = Array.from({ length: 40 }, (_, i) => `many-${i}`)
  await Promise.all(
    keys.map((key, i) =>
      i % 2 === 0
        ? db().attemptCount.create({ data: row(key) })
        : db().$transaction(async (tx) => {
            const before = await tx.attemptCount.count({ where: { key } })
            if (before === 0) await tx.attemptCount.create({ data: row(key) })
          }),
    ),
  )
  expect(await db().attemptCount.count({ where: { key: { startsWith: 'many-' } } })).toBe(40)
})

describe('a prepared statement', () => {
  const write = (key: string, resetsAt = row(key).resetsAt) =>
    prepared(Prisma.sql`INSERT INTO "AttemptCount" ("key", "count", "resetsAt")
      VALUES (${key}, ${1}, ${resetsAt}) ON CONFLICT ("key") DO UPDATE SET "count" = 7`)
  const keysAt = (resetsAt: Date) =>
    prepared<{ key: string; resetsAt: Date }>(
      Prisma.sql`SELECT "key", "resetsAt" FROM "AttemptCount" WHERE "resetsAt" = ${resetsAt}`,
    )

  test('writes outside of a transaction that is rolled back', async () => {
    await db().attemptCount.create({ data: row('prepared') })
    const end = await beginTransaction('inside-4')
    const beside = write('prepared')
    await Promise.all([end('roll back'), beside])
    expect((await db().attemptCount.findUnique({ where: { key: 'prepared' } }))?.count).toBe(7)
  })

  test('does not see the writes of a transaction before it is committed', async () => {
    const [end, select] = [
      await beginTransaction('inside-5'),
      () => prepared(Prisma.sql`SELECT 1 FROM "AttemptCount" WHERE "key" = 'inside-5'`),
    ]
    expect(await select()).toEqual([])
    await end('commit')
    expect(await select()).toHaveLength(1)
  })

  test('returns what $queryRaw returns, with counts as numbers', async () => {
    const user = { email: 'prepared@example.com', name: 'Ada', emailVerified: true }
    await db().user.create({ data: { ...user, createdAt: new Date('2026-01-02T03:04:05.678Z') } })
    const select = Prisma.sql`SELECT "email", "emailVerified", "freeBookId", "createdAt", "ownershipProvedAt",
      "passwordHash" FROM "User" WHERE "email" = ${user.email} AND "emailVerified" = ${true}`
    const rows = await prepared(select)
    expect(rows).toEqual(await db().$queryRaw(select))
    expect(rows).toMatchObject([{ emailVerified: true, freeBookId: null }])
    expect(await prepared(Prisma.sql`SELECT count(*) AS n FROM "User" WHERE 1 = 0`)).toEqual([
      { n: 0 },
    ])
  })

  test('hides its values from the planner of SQLite, which would prepare it for each of them', async () => {
    const sent = await statements(() => keysAt(new Date()))
    const value = engine() === 'sqlite' ? '(SELECT ?)' : '$1'
    expect(sent).toEqual([expect.stringContaining(`WHERE "resetsAt" = ${value}`)])
  })

  test('means the same time in every time zone', async () => {
    const time = new Date('2026-07-08T09:10:11.012Z')
    vi.stubEnv('TZ', 'America/New_York')
    await write('zone', time)
    const found = await keysAt(time)
    vi.unstubAllEnvs()
    expect(found).toEqual([{ key: 'zone', resetsAt: time }])
    expect((await db().attemptCount.findUnique({ where: { key: 'zone' } }))?.resetsAt).toEqual(time)
  })

  test('is prepared once', async () => {
    const prepares =
      engine() === 'sqlite'
        ? vi.spyOn(Sqlite.prototype, 'prepare')
        : vi.spyOn(pg.Connection.prototype, 'parse')
    for (let i = 0; i < 5; i++) {
      await prepared(Prisma.sql`SELECT "key" FROM "AttemptCount" WHERE "key" = ${`number ${i}`}`)
    }
    expect(prepares).toHaveBeenCalledOnce()
    prepares.mockRestore()
  })

  test('opens the database without Prisma, which is closed and opened again', async () => {
    await closeDatabase()
    const closing =
      engine() === 'sqlite'
        ? vi.spyOn(Sqlite.prototype, 'close')
        : vi.spyOn(pg.Pool.prototype, 'end')
    for (let i = 1; i <= 2; i++) {
      expect(await prepared(Prisma.sql`SELECT 1 AS "one"`)).toEqual([{ one: 1 }])
      await closeDatabase()
      // SQLite has one connection that reads and one that writes.
      expect(closing).toHaveBeenCalledTimes(engine() === 'sqlite' ? 2 * i : i)
    }
    closing.mockRestore()
    expect(await isThere('zone')).toBe(true)
  })
})
