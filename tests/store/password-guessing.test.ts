import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { signDeviceToken } from '#app/accounts/service/device-token.server.ts'
import { UNDELAYED_FAILURES } from '#app/accounts/rules/guess-delay.ts'
import { LIMITS } from '#app/accounts/rules/rate-limits.ts'
import { changeEmail } from '#app/accounts/service/change-email.server.ts'
import { changePassword } from '#app/accounts/service/change-password.server.ts'
import {
  delayGuessing,
  MAX_DELAYED_SIGN_INS,
  MAX_DELAYED_SIGN_INS_PER_ACCOUNT,
} from '#app/accounts/service/delay-guessing.server.ts'
import { requireAttemptsLeft, consumeAttempt } from '#app/accounts/service/rate-limits.server.ts'
import { checkPassword } from '#app/accounts/service/check-password.server.ts'
import { MAX_RUNNING_REQUESTS } from '#app/middleware/connection-limits.server.ts'
import { userById } from '#app/accounts/store/users.server.ts'
import { signPayload } from '#app/accounts/service/tokens.server.ts'
import { db } from '#app/platform/database.server.ts'
import { newReader, outcome, outcomes, PASSWORD } from './readers.ts'

/** The requested waits in milliseconds. They end right away, or after hold() when they are released. */
const waits = vi.hoisted(() => ({
  ms: [] as number[],
  held: undefined as Promise<void> | undefined,
  release: () => {},
  hold() {
    waits.held = new Promise((resolve) => (waits.release = resolve))
  },
}))
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => {
    waits.ms.push(ms)
    return waits.held ?? Promise.resolve()
  },
}))

const WRONG = 'unauthenticated: Invalid email or password. Please try again.'
const wait = (minutes: number) =>
  `too-many-requests: Too many attempts. Please try again in ${minutes} minutes.`

let network = 0
const somewhere = () => `198.51.${100 + Math.floor((network += 1) / 250)}.${network % 250}`

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00Z') })
  await db().attemptCount.deleteMany()
  waits.ms = []
  waits.held = undefined
})

afterEach(async () => {
  vi.useRealTimers()
  // What a failed test has left waiting would use up the places of the next one.
  waits.release()
  await vi.waitFor(() => delayGuessing('nobody@example.com', (delay) => delay(50)))
})

const guess = (email: string, from: string, device: string | null = null) =>
  outcome(checkPassword({ email, password: 'wrong!' }, from, device))
const enter = (email: string, from: string, device: string | null = null) =>
  outcome(checkPassword({ email, password: PASSWORD }, from, device))

describe('failed sign-ins', () => {
  test('from one network lock out only that network', async () => {
    const { email } = await newReader()
    const stranger = somewhere()
    for (let i = 0; i < 10; i++) expect(await guess(email, stranger)).toBe(WRONG)
    expect(await guess(email, stranger)).toBe(wait(15))
    expect(await enter(email, stranger)).toBe(wait(15))
    expect(await enter(email, somewhere())).toBe('done')
  })

  test('on one account do not affect other accounts', async () => {
    const [a, b] = [await newReader(), await newReader()]
    const office = somewhere()
    for (let i = 0; i < 10; i++) await guess(a.email, office)
    expect(await enter(b.email, office)).toBe('done')
  })

  test('from one IPv6 /64 or IPv4-mapped address are counted together', async () => {
    const { email } = await newReader()
    for (let i = 0; i < 10; i++) expect(await guess(email, `2001:db8:7:1::${i + 1}`)).toBe(WRONG)
    expect(await enter(email, '2001:db8:7:1:ffff:ffff:ffff:ffff')).toBe(wait(15))
    expect(await enter(email, '2001:db8:7:2::1')).toBe('done')
    for (let i = 0; i < 10; i++) await guess(email, i % 2 ? '192.0.2.77' : '::ffff:192.0.2.77')
    expect(await enter(email, '::ffff:c000:24d')).toBe(wait(15))
  })

  test('from one IPv6 /48 have a common limit', async () => {
    const { email } = await newReader()
    const tries = []
    for (let i = 0; i < 110; i++) tries.push(await guess(email, `2001:db8:8:${i.toString(16)}::1`))
    expect(tries.filter((result) => result === WRONG)).toHaveLength(100)
    expect(await enter(email, '2001:db8:8:ffff::1')).toBe(wait(15))
    expect(await enter(email, '2001:db8:9::1')).toBe('done')
  })
})

describe('limits per network address', () => {
  test('count IPv6 by /64, with ten times the limit for a /48', async () => {
    const limit = { name: 'test', most: 2, windowMs: 60_000, per: 'address' } as const
    const spend = (by: string) => outcome(consumeAttempt([{ limit, by }]))
    expect(await spend('2001:db8:20:1::1')).toBe('done')
    expect(await spend('2001:db8:20:1::2')).toBe('done')
    expect(await spend('2001:db8:20:1::3')).toBe(wait(1))
    expect(await outcome(requireAttemptsLeft(limit, '2001:db8:20:1::4'))).toBe(wait(1))
    // The refused attempt also counts for the /48.
    for (let i = 0; i < 17; i++)
      expect(await spend(`2001:db8:20:${10 + i}::1`), String(i)).toBe('done')
    expect(await spend('2001:db8:20:99::1')).toBe(wait(1))
    expect(await outcome(requireAttemptsLeft(limit, '2001:db8:20:98::1'))).toBe(wait(1))
    expect(await spend('2001:db8:21::1')).toBe('done')
  })

  test('count all malformed addresses as one', async () => {
    const limit = { name: 'test', most: 2, windowMs: 60_000, per: 'address' } as const
    const spend = (by: string) => outcome(consumeAttempt([{ limit, by }]))
    expect(await spend('made-up-1')).toBe('done')
    expect(await spend('made-up-2')).toBe('done')
    expect(await spend('made-up-3')).toBe(wait(1))
  })
})

describe('a known device', () => {
  test('can sign in from any network while others guess', async () => {
    const user = await newReader()
    const device = await signDeviceToken(null, user)
    const shared = somewhere()
    for (let i = 0; i < 10; i++) await guess(user.email, shared)
    expect(await enter(user.email, shared)).toBe(wait(15))
    expect(await enter(user.email, shared, device)).toBe('done')
  })

  test('is not delayed while others guess', async () => {
    const user = await newReader()
    const device = await signDeviceToken(null, user)
    for (let i = 0; i < 25; i++) await guess(user.email, somewhere())
    waits.ms = []
    expect(await enter(user.email, somewhere(), device)).toBe('done')
    expect(waits.ms).toEqual([])
    expect(await enter(user.email, somewhere())).toBe('done')
    expect(waits.ms).toEqual([1500])
  })

  test('has limited attempts too, across networks', async () => {
    const user = await newReader()
    const device = await signDeviceToken(null, user)
    const tries = Array.from({ length: 25 }, () => guess(user.email, somewhere(), device))
    const results = await Promise.all(tries)
    expect(results.filter((result) => result === WRONG)).toHaveLength(10)
    expect(await enter(user.email, somewhere(), device)).toBe(wait(15))
    expect(await enter(user.email, somewhere())).toBe('done')
  })

  test('is known to its own account only, until a new password', async () => {
    const [owner, victim] = [await newReader(), await newReader()]
    const device = await signDeviceToken(null, owner)
    const network = somewhere()
    for (let i = 0; i < 10; i++) expect(await guess(victim.email, network, device)).toBe(WRONG)
    expect(await enter(victim.email, network, device)).toBe(wait(15))
    for (let i = 0; i < 10; i++) await guess(owner.email, network)
    expect(await enter(owner.email, network, device)).toBe('done')
    await db().user.update({ where: { id: owner.id }, data: { passwordGeneration: 1 } })
    expect(await enter(owner.email, network, device)).toBe(wait(15))
  })

  test('cannot be forged', async () => {
    const user = await newReader()
    const genuine = await signDeviceToken(null, user)
    const [head, body, signature] = genuine.split('.') as [string, string, string]
    const payload = JSON.parse(Buffer.from(body, 'base64url').toString())
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const content = { device: payload.device, accounts: payload.accounts }
    const network = somewhere()
    for (let i = 0; i < 10; i++) await guess(user.email, network)
    for (const forged of [
      '',
      'x',
      `${head}.${encode({ ...payload, exp: payload.exp + 1 })}.${signature}`,
      `${encode({ alg: 'none' })}.${body}.`,
      `${head}.${body}.${signature.slice(0, -2)}AA`,
      // Signed by us for another purpose, with another shape, and expired
      await signPayload('social', content, 60_000),
      await signPayload('device', { ...content, accounts: [{ user: String(user.id) }] }, 60_000),
      await signPayload('device', content, -1000),
    ]) {
      expect(await enter(user.email, network, forged), forged).toBe(wait(15))
    }
    expect(await enter(user.email, network, genuine)).toBe('done')
  })
})

describe('guessing from many networks', () => {
  test.each([
    ['a known', true],
    ['an unknown', false],
  ])('is delayed, up to two seconds, for %s address', async (_, isKnown) => {
    const email = isKnown ? (await newReader()).email : 'nobody@example.com'
    for (let i = 0; i < 33; i++) expect(await guess(email, somewhere())).toBe(WRONG)
    expect(waits.ms).toEqual([
      ...Array.from({ length: 19 }, (_unused, i) => (i + 1) * 100),
      2000,
      2000,
      2000,
    ])
  })

  test('from one network alone delays nobody', async () => {
    const { email } = await newReader()
    const stranger = somewhere()
    for (let i = 0; i < 20; i++) await guess(email, stranger)
    expect(await enter(email, somewhere())).toBe('done')
    expect(waits.ms).toEqual([])
  })

  test('is no longer delayed after the window', async () => {
    const { email } = await newReader()
    for (let i = 0; i < 20; i++) await guess(email, somewhere())
    vi.setSystemTime(new Date(Date.now() + LIMITS.failedSignIn.windowMs))
    waits.ms = []
    expect(await enter(email, somewhere())).toBe('done')
    expect(waits.ms).toEqual([])
  })

  test('concurrently is delayed too, up to a number of waiting attempts', async () => {
    const { email } = await newReader()
    waits.hold()
    const first = Array.from({ length: 100 }, () => guess(email, somewhere()))
    const results: string[] = []
    for (const one of first) void one.then((result) => results.push(result))
    // Each attempt either waits or is refused.
    await vi.waitFor(() => expect(results.length + waits.ms.length).toBe(100), { timeout: 30_000 })
    const refused = results.filter((result) => result === wait(1)).length
    // Each sees those before it, so only the first ones are not delayed.
    expect(results.length - refused).toBeLessThanOrEqual(UNDELAYED_FAILURES + 1)
    expect(waits.ms.length).toBeLessThanOrEqual(MAX_DELAYED_SIGN_INS_PER_ACCOUNT)
    waits.release()
    expect(await outcomes(first.map(async (one) => one))).toEqual({ done: 100 })
  })

  test('leaves half of the places for requests to others', () => {
    expect(MAX_DELAYED_SIGN_INS).toBeLessThanOrEqual(MAX_RUNNING_REQUESTS / 2)
  })

  test('is limited across all accounts', async () => {
    waits.hold()
    const attempts = Array.from({ length: MAX_DELAYED_SIGN_INS + 5 }, (_unused, i) =>
      delayGuessing(`nobody-${i}@example.com`, (delay) => delay(50)),
    )
    const settled = Promise.all(attempts.map(outcome))
    waits.release()
    const results = await settled
    expect(results.filter((result) => result === 'done')).toHaveLength(MAX_DELAYED_SIGN_INS)
    expect(results.filter((result) => result === wait(1))).toHaveLength(5)
    // The slots are free again.
    expect(await outcome(delayGuessing('nobody-1@example.com', (delay) => delay(50)))).toBe('done')
  })

  test('holds no database connection while it waits', async () => {
    const { email } = await newReader()
    for (let i = 0; i < 20; i++) await guess(email, somewhere())
    waits.hold()
    const waiting = Array.from({ length: 25 }, () => guess(email, somewhere()))
    await vi.waitFor(() => expect(waits.ms.length).toBeGreaterThanOrEqual(25), { timeout: 30_000 })
    // More attempts wait than there are connections, but queries still run.
    expect(await db().user.count({ where: { email } })).toBe(1)
    waits.release()
    await Promise.all(waiting)
  })
})

describe('a signed-in reader', () => {
  const [OWN, STOLEN] = [11, 12]
  const change = (id: number, oldPassword: string, newPassword: string, session: number) =>
    outcome(
      changePassword(id, { oldPassword, newPassword, confirmNewPassword: newPassword }, session),
    )

  test('is not affected by guesses of strangers or in a stolen session', async () => {
    const { id, email } = await newReader()
    for (let i = 0; i < 40; i++) await guess(email, somewhere())
    for (let i = 0; i < 12; i++) await change(id, 'wrong!', 'secret2', STOLEN)
    expect(await change(id, PASSWORD, 'secret2', STOLEN)).toBe(wait(15))
    waits.ms = []
    expect(
      await outcome(changeEmail(id, { newEmail: `new-${email}`, password: PASSWORD }, OWN)),
    ).toBe('done')
    expect(waits.ms).toEqual([])
    expect((await userById(id))!.email).toBe(`new-${email}`)
  })
})
