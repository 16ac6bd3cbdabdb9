import { expect, test } from 'vitest'
import { setFlash, readFlash } from '#app/accounts/service/flash.server.ts'
import { beginWebSession } from '#app/accounts/service/begin-session.server.ts'
import { endSession } from '#app/accounts/service/end-session.server.ts'
import { resumeWebSession } from '#app/accounts/service/resume-session.server.ts'
import { newReader } from './readers.ts'

async function newSession(reader?: { id: number; passwordGeneration: number }) {
  const owner = reader ?? (await newReader())
  const { secret } = await beginWebSession(owner, { remember: false, device: 'a test' })
  return (await resumeWebSession(secret))!.session.id
}

test('a new session holds nothing', async () => {
  expect(await readFlash(await newSession())).toBeNull()
})

test('what is left in one session is in no other, not even of the same reader', async () => {
  const reader = await newReader()
  const here = await newSession(reader)
  const there = await newSession(reader)
  await setFlash(here, { kind: 'one' })
  expect((await readFlash(here))?.flash).toEqual({ kind: 'one' })
  expect(await readFlash(there)).toBeNull()
})

test('is taken by one of many at the same time', async () => {
  const session = await newSession()
  await setFlash(session, { kind: 'one' })
  const looks = await Promise.all(Array.from({ length: 8 }, () => readFlash(session)))
  const taken = await Promise.all(looks.map((look) => look!.exchange(null)))
  expect(taken.filter(Boolean)).toHaveLength(1)
  expect(await readFlash(session)).toBeNull()
})

test('is not taken for what was put in its place meanwhile', async () => {
  const session = await newSession()
  await setFlash(session, { kind: 'one' })
  const look = await readFlash(session)
  await setFlash(session, { kind: 'two' })
  expect(await look!.exchange({ kind: 'three' })).toBe(false)
  expect((await readFlash(session))?.flash).toEqual({ kind: 'two' })
})

test('ends with its session', async () => {
  const reader = await newReader()
  const session = await newSession(reader)
  await setFlash(session, { kind: 'one' })
  await endSession(reader.id, session)
  expect(await readFlash(session)).toBeNull()
  await setFlash(session, { kind: 'two' })
  expect(await readFlash(session)).toBeNull()
})
