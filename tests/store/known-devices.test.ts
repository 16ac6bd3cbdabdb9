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
import { lastCode, mailsTo, newReader, newSession } from './readers.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00Z') })
})

afterEach(() => {
  vi.useRealTimers()
})

const place = (deviceToken: string | null): SignInSource => ({
  deviceToken,
  deviceName: 'Firefox on Windows',
  clientAddress: '203.0.113.77',
})
const verified = () => newReader({ emailVerified: true })

describe('a sign-in', () => {
  test('on the first device of an account tells nobody, on a new one its reader', async () => {
    const user = await verified()
    const first = await recordSignIn(user, place(null))
    expect(await mailsTo(user.email)).toEqual([])
    await recordSignIn(user, place(first))
    expect(await mailsTo(user.email)).toEqual([])
    await recordSignIn(user, place(null))
    const [mail, ...others] = await mailsTo(user.email)
    expect(others).toEqual([])
    expect(mail!.subject).toBe('New sign-in to your Readr account')
    expect(mail!.text).toContain('Firefox on Windows')
    expect(mail!.text).toContain('November 22, 2026 at 12:00')
    expect(mail!.text).toContain('203.0.113.x')
    expect(mail!.text).not.toContain('203.0.113.77')
    expect(mail!.text).toContain('/settings#devices')
  })

  test('at the same instant on several devices takes one for the first', async () => {
    const user = await verified()
    await Promise.all(Array.from({ length: 5 }, () => recordSignIn(user, place(null))))
    expect(await mailsTo(user.email)).toHaveLength(4)
  })

  test('of a reader whose address is not proved sends no mail', async () => {
    const user = await newReader()
    for (let i = 0; i < 3; i++) await recordSignIn(user, place(null))
    expect(await mailsTo(user.email)).toEqual([])
  })

  test('with another account’s token is on a new device', async () => {
    const [a, b] = [await verified(), await verified()]
    const token = await recordSignIn(a, place(null))
    await recordSignIn(b, place(null))
    await recordSignIn(b, place(token))
    expect(await mailsTo(b.email)).toHaveLength(1)
  })

  test('after a new password is on a new device, and after the device has expired', async () => {
    const user = await verified()
    const token = await recordSignIn(user, place(null))
    await recordSignIn({ ...user, passwordGeneration: 1 }, place(token))
    expect(await mailsTo(user.email)).toHaveLength(1)
    vi.setSystemTime(new Date(Date.now() + KNOWN_DEVICE_TTL_MS + 1000))
    await recordSignIn(user, place(token))
    expect(await mailsTo(user.email)).toHaveLength(2)
  })
})

describe('a device', () => {
  test('on which the address is proved for the first time stays known', async () => {
    const user = await newReader()
    const [mine, anothers] = [
      await recordSignIn(user, place(null)),
      await recordSignIn(user, place(null)),
    ]
    await resendCode(user.id)
    const code = await lastCode(user.email)
    const proved = await verifyEmail(user.id, code, await newSession(user))
    const kept = await renewDeviceToken(mine, proved)
    const now = (await userById(user.id))!
    const before = (await mailsTo(user.email)).length
    await recordSignIn(now, place(kept))
    expect(await mailsTo(user.email)).toHaveLength(before)
    await recordSignIn(now, place(anothers))
    expect(await mailsTo(user.email)).toHaveLength(before + 1)
  })

  test('is known to the last five accounts that signed in there, and stays the same', async () => {
    const users = []
    for (let i = 0; i < 6; i++) users.push(await verified())
    let token: string | null = null
    const ids = new Set<string>()
    for (const user of users) {
      token = await recordSignIn(user, place(token))
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

  test('is named by what we know alone: a user agent is what a stranger types', () => {
    expect(recognizedDevice('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0')).toBe(
      'Firefox on Linux',
    )
    for (const agent of ['You.won.evil.example', 'evil.example/1.0', '', null]) {
      expect(recognizedDevice(agent)).toBeNull()
    }
  })

  test('leaves no address in the account', async () => {
    const user = await verified()
    await recordSignIn(user, place(null))
    expect(JSON.stringify(await db().user.findUnique({ where: { id: user.id } }))).not.toContain(
      '203.0',
    )
  })
})
