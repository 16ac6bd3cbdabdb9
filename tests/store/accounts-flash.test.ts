import { expect, test } from 'vitest'
import { setFlashValue, readFlashValue } from '#app/accounts/service/flash-value.server.ts'
import { beginWebSession } from '#app/accounts/service/begin-session.server.ts'
import { endSession } from '#app/accounts/service/end-session.server.ts'
import { resumeWebSession } from '#app/accounts/service/resume-session.server.ts'
import { newReader } from './readers.ts'

async function newSession(reader?: { id: number; passwordGeneration: number; role: string }) {
  const owner = reader ?? (await newReader())
  const { secret } = await beginWebSession(owner, { remember: false, device: 'a test' })
  return (await resumeWebSession(secret))!.session.id
}

test('a new session has no flash', async () => {
  expect(await readFlashValue(await newSession())).toBeNull()
})

test('a flash belongs to one session of a reader', async () => {
  const reader = await newReader()
  const here = await newSession(reader)
  const there = await newSession(reader)
  await setFlashValue(here, { kind: 'one' })
  expect((await readFlashValue(here))?.flash).toEqual({ kind: 'one' })
  expect(await readFlashValue(there)).toBeNull()
})

test('one of many concurrent requests takes a flash', async () => {
  const session = await newSession()
  await setFlashValue(session, { kind: 'one' })
  const reads = await Promise.all(Array.from({ length: 8 }, () => readFlashValue(session)))
  const taken = await Promise.all(reads.map((read) => read!.exchange(null)))
  expect(taken.filter(Boolean)).toHaveLength(1)
  expect(await readFlashValue(session)).toBeNull()
})

test('a replaced flash cannot be exchanged', async () => {
  const session = await newSession()
  await setFlashValue(session, { kind: 'one' })
  const read = await readFlashValue(session)
  await setFlashValue(session, { kind: 'two' })
  expect(await read!.exchange({ kind: 'three' })).toBe(false)
  expect((await readFlashValue(session))?.flash).toEqual({ kind: 'two' })
})

test('a flash ends with its session', async () => {
  const reader = await newReader()
  const session = await newSession(reader)
  await setFlashValue(session, { kind: 'one' })
  await endSession(reader.id, session)
  expect(await readFlashValue(session)).toBeNull()
  await setFlashValue(session, { kind: 'two' })
  expect(await readFlashValue(session)).toBeNull()
})
