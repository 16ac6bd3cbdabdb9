import { expect, test } from 'vitest'
import { db } from '#app/platform/database.server.ts'

const row = (key: string) => ({ key, count: 1, resetsAt: new Date(Date.now() + 60_000) })
const isThere = async (key: string) => (await db().attemptCount.count({ where: { key } })) === 1

/** Begins a transaction that has written `key`, and ends it when told to. */
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

test('a write beside a transaction that is rolled back stays', async () => {
  const end = await beginTransaction('inside-1')
  const beside = db().attemptCount.create({ data: row('beside-1') })
  const [outcome] = await Promise.all([end('roll back'), beside])
  expect(outcome).toBe('rolled back')
  expect([await isThere('inside-1'), await isThere('beside-1')]).toEqual([false, true])
})

test('a raw write beside a transaction that is rolled back stays', async () => {
  await db().attemptCount.create({ data: row('raw') })
  const end = await beginTransaction('inside-2')
  const beside = db().$executeRaw`UPDATE "AttemptCount" SET "count" = 7 WHERE "key" = 'raw'`
  await Promise.all([end('roll back'), beside])
  expect((await db().attemptCount.findUnique({ where: { key: 'raw' } }))?.count).toBe(7)
})

test('what a transaction has written is seen by nobody before it is committed', async () => {
  const end = await beginTransaction('inside-3')
  expect(await isThere('inside-3')).toBe(false)
  expect(await end('commit')).toBe('committed')
  expect(await isThere('inside-3')).toBe(true)
})

test('many transactions and writes at once all stay', async () => {
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
