import { expect, test } from 'vitest'
import { db } from '#app/platform/database.server.ts'

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
