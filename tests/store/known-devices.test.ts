import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  recordSignIn,
  renewDeviceToken,
  type SignInSource,
} from '#app/accounts/service/known-devices.server.ts'
import { readDeviceToken } from '#app/accounts/service/device-token.server.ts'
import { KNOWN_DEVICE_TTL_MS } from '#app/accounts/rules/lifetimes.ts'
import { recognizedDevice } from '#app/accounts/rules/device-name.ts'
import { db } from '#app/platform/database.server.ts'
import { resendCode, verifyEmail } from '#app/accounts/service/verify-email.server.ts'
import { userById } from '#app/accounts/store/users.server.ts'
import { lastCode, emailsTo, newReader, newSession } from './readers.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00Z') })
})

afterEach(() => {
  vi.useRealTimers()
})

const source = (deviceToken: string | null): SignInSource => ({
  deviceToken,
  deviceName: 'Firefox on Windows',
  clientAddress: '203.0.113.77',
})
const verified = () => newReader({ emailVerified: true })

describe('a sign-in', () => {
  test('is reported by email on new devices, but not on the first one', async () => {
    const user = await verified()
    const first = await recordSignIn(user, source(null))
    expect(await emailsTo(user.email)).toEqual([])
    await recordSignIn(user, source(first))
    expect(await emailsTo(user.email)).toEqual([])
    await recordSignIn(user, source(null))
    const [email, ...others] = await emailsTo(user.email)
    expect(others).toEqual([])
    expect(email!.subject).toBe('New sign-in to your Readr account')
    expect(email!.text).toContain('Firefox on Windows')
    expect(email!.text).toContain('November 22, 2026 at 12:00')
    expect(email!.text).toContain('203.0.113.x')
    expect(email!.text).not.toContain('203.0.113.77')
    expect(email!.text).toContain('/settings/devices')
  })

  test('on several devices at the same time counts one as the first', async () => {
    const user = await verified()
    await Promise.all(Array.from({ length: 5 }, () => recordSignIn(user, source(null))))
    expect(await emailsTo(user.email)).toHaveLength(4)
  })

  test('with an unverified address sends no email', async () => {
    const user = await newReader()
    for (let i = 0; i < 3; i++) await recordSignIn(user, source(null))
    expect(await emailsTo(user.email)).toEqual([])
  })

  test('with the token of another account counts as a new device', async () => {
    const [a, b] = [await verified(), await verified()]
    const token = await recordSignIn(a, source(null))
    await recordSignIn(b, source(null))
    await recordSignIn(b, source(token))
    expect(await emailsTo(b.email)).toHaveLength(1)
  })

  test('after a new password or after expiry counts as a new device', async () => {
    const user = await verified()
    const token = await recordSignIn(user, source(null))
    await recordSignIn({ ...user, passwordGeneration: 1 }, source(token))
    expect(await emailsTo(user.email)).toHaveLength(1)
    vi.setSystemTime(new Date(Date.now() + KNOWN_DEVICE_TTL_MS + 1000))
    await recordSignIn(user, source(token))
    expect(await emailsTo(user.email)).toHaveLength(2)
  })
})

describe('a device', () => {
  test('on which the address is first verified stays known', async () => {
    const user = await newReader()
    const [mine, other] = [
      await recordSignIn(user, source(null)),
      await recordSignIn(user, source(null)),
    ]
    await resendCode(user.id)
    const code = await lastCode(user.email)
    const reader = await verifyEmail(user.id, code, await newSession(user))
    const renewed = await renewDeviceToken(mine, reader)
    const now = (await userById(user.id))!
    const before = (await emailsTo(user.email)).length
    await recordSignIn(now, source(renewed))
    expect(await emailsTo(user.email)).toHaveLength(before)
    await recordSignIn(now, source(other))
    expect(await emailsTo(user.email)).toHaveLength(before + 1)
  })

  test('remembers the last five accounts and keeps its id', async () => {
    const users = []
    for (let i = 0; i < 6; i++) users.push(await verified())
    let token: string | null = null
    const ids = new Set<string>()
    for (const user of users) {
      token = await recordSignIn(user, source(token))
      ids.add((await readDeviceToken(token))!.device)
    }
    expect(ids.size).toBe(1)
    const known = (await readDeviceToken(token))!.accounts.map(({ user }) => user)
    expect(known).toEqual(
      users
        .slice(1)
        .map(({ id }) => id)
        .toReversed(),
    )
    expect(token!.length).toBeLessThan(700)
  })

  test('is never named with text from an unknown user agent', () => {
    expect(recognizedDevice('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0')).toBe(
      'Firefox on Linux',
    )
    for (const agent of ['You.won.evil.example', 'evil.example/1.0', '', null]) {
      expect(recognizedDevice(agent)).toBeNull()
    }
  })

  test('stores no network address in the account', async () => {
    const user = await verified()
    await recordSignIn(user, source(null))
    expect(JSON.stringify(await db().user.findUnique({ where: { id: user.id } }))).not.toContain(
      '203.0',
    )
  })
})
