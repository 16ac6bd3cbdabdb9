import { expect, test } from 'vitest'
import { setFlash, readFlash } from '#app/accounts/service/flash.server.ts'
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
  expect(await readFlash(await newSession())).toBeNull()
})

test('a flash belongs to one session of a reader', async () => {
  const reader = await newReader()
  const here = await newSession(reader)
  const there = await newSession(reader)
  await setFlash(here, { kind: 'one' })
  expect((await readFlash(here))?.flash).toEqual({ kind: 'one' })
  expect(await readFlash(there)).toBeNull()
})

test('one of many concurrent requests takes a flash', async () => {
  const session = await newSession()
  await setFlash(session, { kind: 'one' })
  const reads = await Promise.all(Array.from({ length: 8 }, () => readFlash(session)))
  const taken = await Promise.all(reads.map((read) => read!.exchange(null)))
  expect(taken.filter(Boolean)).toHaveLength(1)
  expect(await readFlash(session)).toBeNull()
})

test('a replaced flash cannot be exchanged', async () => {
  const session = await newSession()
  await setFlash(session, { kind: 'one' })
  const read = await readFlash(session)
  await setFlash(session, { kind: 'two' })
  expect(await read!.exchange({ kind: 'three' })).toBe(false)
  expect((await readFlash(session))?.flash).toEqual({ kind: 'two' })
})

test('a flash ends with its session', async () => {
  const reader = await newReader()
  const session = await newSession(reader)
  await setFlash(session, { kind: 'one' })
  await endSession(reader.id, session)
  expect(await readFlash(session)).toBeNull()
  await setFlash(session, { kind: 'two' })
  expect(await readFlash(session)).toBeNull()
})
