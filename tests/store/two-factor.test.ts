import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LIMITS } from '#app/accounts/rules/limits.ts'
import { SIGN_IN_TICKET_TTL_MS, TWO_FACTOR_SETUP_TTL_MS } from '#app/accounts/rules/lifetimes.ts'
import { twoFactorInput } from '#app/accounts/schema/two-factor.ts'
import { changePassword } from '#app/accounts/service/change-password.server.ts'
import { deleteAccount } from '#app/accounts/service/delete-account.server.ts'
import { attemptKey } from '#app/accounts/service/limits.server.ts'
import { turnOffTwoFactorByEmail } from '#app/accounts/service/turn-off-two-factor.server.ts'
import { beginSignIn, continueSignIn } from '#app/accounts/service/begin-sign-in.server.ts'
import { exchangeTicket } from '#app/accounts/service/complete-sign-in.server.ts'
import { codeNow } from '#app/accounts/service/two-factor-codes.server.ts'
import {
  cancelTwoFactor,
  startTwoFactor,
  turnOnTwoFactor,
} from '#app/accounts/service/set-up-two-factor.server.ts'
import { renewRecoveryCodes } from '#app/accounts/service/renew-recovery-codes.server.ts'
import { turnOffTwoFactor } from '#app/accounts/service/turn-off-two-factor.server.ts'
import { twoFactorState } from '#app/accounts/service/two-factor-status.server.ts'
import type { UserRow } from '#app/accounts/store/users.server.ts'
import { signAccessToken } from '#app/accounts/service/tokens.server.ts'
import { db } from '#app/platform/database.server.ts'
import type { Env } from '#app/platform/env.server.ts'
import {
  emailsTo,
  newReader as unverifiedReader,
  newSession,
  outcome,
  PASSWORD,
  wrongCode,
} from './readers.ts'

const { changes } = vi.hoisted(() => ({ changes: {} as Partial<Env> }))
vi.mock('#app/platform/env.server.ts', async (original) => {
  const actual = await original<typeof import('#app/platform/env.server.ts')>()
  return { ...actual, env: () => ({ ...actual.env(), ...changes }) }
})

const NOW = new Date('2026-11-21T12:00:10Z')
const STEP_MS = 30_000

/** The session of each reader. */
const sessions = new Map<number, number>()
const sessionOf = (user: { id: number }) => sessions.get(user.id)!

/** A signed-in reader with a verified address. */
async function newReader(changes: Parameters<typeof unverifiedReader>[0] = {}): Promise<UserRow> {
  const user = await unverifiedReader({ emailVerified: true, ...changes })
  sessions.set(user.id, await newSession(user))
  return user
}

const WRONG_CODE = 'unauthenticated: That code is incorrect or was already used.'
const EXPIRED_TICKET = 'unauthenticated: This sign-in took too long. Please log in again.'

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  await db().attemptCount.deleteMany()
})

afterEach(() => {
  vi.useRealTimers()
  for (const name of Object.keys(changes)) delete changes[name as keyof Env]
})

const later = (ms: number) => vi.setSystemTime(new Date(Date.now() + ms))

async function settingUp(user: UserRow): Promise<string> {
  await startTwoFactor(user.id, PASSWORD, sessionOf(user))
  const found = await twoFactorState(user, sessionOf(user))
  if (found.state !== 'setting-up') throw new Error(found.state)
  return found.secret
}

/** A reader who turned it on 30 seconds ago, so that the current code is unused. */
async function readerWithApp() {
  const user = await newReader()
  const secret = await settingUp(user)
  const codes = await turnOnTwoFactor(user, await codeNow(secret), sessionOf(user))
  later(STEP_MS)
  return { user, secret, codes }
}

async function ticketFor(user: UserRow, remember = false): Promise<string> {
  const input = { email: user.email, password: PASSWORD }
  const step = await beginSignIn(input, '192.0.2.1', { remember })
  if (!('ticket' in step)) throw new Error('There is no second step.')
  return step.ticket
}

/** The code of a step before or after the current one. */
async function codeAt(secret: string, steps: number): Promise<string> {
  const now = Date.now()
  vi.setSystemTime(now + steps * STEP_MS)
  const code = await codeNow(secret)
  vi.setSystemTime(now)
  return code
}

const subjects = async (user: UserRow) => (await emailsTo(user.email)).map(({ subject }) => subject)

describe('setting up', () => {
  test('requires the password, shows the secret only to that session, and stores it encrypted', async () => {
    const user = await newReader()
    expect(await outcome(startTwoFactor(user.id, 'wrong', sessionOf(user)))).toBe(
      'invalid-input: Incorrect password.',
    )
    expect(await twoFactorState(user, sessionOf(user))).toEqual({ state: 'off' })
    const secret = await settingUp(user)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(await twoFactorState(user, sessionOf(user) + 1)).toEqual({ state: 'off' })
    const row = await db().twoFactor.findUniqueOrThrow({ where: { userId: user.id } })
    expect(Buffer.from(row.secret, 'base64url').toString('latin1')).not.toContain(secret)
    expect(row.secret).not.toContain(secret)
    expect(row.confirmedAt).toBeNull()
  })

  test('provides one URL with everything for apps', async () => {
    const user = await newReader()
    await startTwoFactor(user.id, PASSWORD, sessionOf(user))
    const found = await twoFactorState(user, sessionOf(user))
    const url = new URL((found as { appAddress: string }).appAddress)
    expect(decodeURIComponent(url.pathname)).toBe(`/Readr:${user.email}`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      secret: (found as { secret: string }).secret,
      issuer: 'Readr',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
  })

  test('has no effect on sign-in before it is confirmed', async () => {
    const user = await newReader()
    await settingUp(user)
    const input = { email: user.email, password: PASSWORD }
    expect(await beginSignIn(input, '192.0.2.1', { remember: false })).toMatchObject({ user })
  })

  test('is confirmed by a code, returns ten recovery codes, stores their hashes, and sends an email', async () => {
    const user = await newReader()
    const secret = await settingUp(user)
    const code = await codeNow(secret)
    expect(await outcome(turnOnTwoFactor(user, wrongCode(code), sessionOf(user)))).toBe(
      'invalid-input: That code is incorrect. Please check your app and try again.',
    )
    expect(await outcome(turnOnTwoFactor(user, code, sessionOf(user) + 1))).toMatch(/^conflict/)
    const codes = await turnOnTwoFactor(user, code, sessionOf(user))
    expect(new Set(codes).size).toBe(10)
    for (const recovery of codes) expect(recovery).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/)
    const stored = await db().recoveryCode.findMany({ where: { userId: user.id } })
    expect(stored).toHaveLength(10)
    expect(stored.some((row) => codes.includes(row.codeHash))).toBe(false)
    expect(await twoFactorState(user, sessionOf(user))).toEqual({
      state: 'on',
      since: NOW,
      recoveryCodesLeft: 10,
    })
    expect(await subjects(user)).toEqual(['Two-factor sign-in is on'])
  })

  test('is completed by one of two concurrent requests, and cannot start again', async () => {
    const user = await newReader()
    const code = await codeNow(await settingUp(user))
    const results = await Promise.all(
      [1, 2].map(() => outcome(turnOnTwoFactor(user, code, sessionOf(user)))),
    )
    expect(results.filter((result) => result === 'done')).toHaveLength(1)
    expect(await db().recoveryCode.count({ where: { userId: user.id } })).toBe(10)
    expect(await outcome(startTwoFactor(user.id, PASSWORD, sessionOf(user)))).toBe(
      'conflict: Two-factor sign-in is already on.',
    )
    await cancelTwoFactor(user.id)
    expect((await twoFactorState(user, sessionOf(user))).state).toBe('on')
  })

  test('can be canceled and restarted with another secret, and expires', async () => {
    const user = await newReader()
    const first = await settingUp(user)
    await cancelTwoFactor(user.id)
    expect((await twoFactorState(user, sessionOf(user))).state).toBe('off')
    const second = await settingUp(user)
    expect(second).not.toBe(first)
    later(TWO_FACTOR_SETUP_TTL_MS + 1)
    expect((await twoFactorState(user, sessionOf(user))).state).toBe('off')
    expect(await outcome(turnOnTwoFactor(user, await codeNow(second), sessionOf(user)))).toMatch(
      /^conflict: Setup took too long/,
    )
  })

  test('is refused for a reader without a password', async () => {
    const user = await newReader({ passwordHash: null })
    expect(await outcome(startTwoFactor(user.id, PASSWORD, sessionOf(user)))).toMatch(/^forbidden/)
  })
})

describe('the second step', () => {
  test('signs in with ticket and code, and keeps remember-me', async () => {
    const { user, secret } = await readerWithApp()
    for (const remember of [true, false]) {
      const ticket = await ticketFor(user, remember)
      expect(await exchangeTicket(ticket, await codeNow(secret))).toMatchObject({ user, remember })
      later(STEP_MS)
    }
  })

  test('is required for other sign-in methods too', async () => {
    const { user, codes } = await readerWithApp()
    const step = await continueSignIn(user, { remember: false })
    if (!('ticket' in step)) throw new Error('There is no second step.')
    expect(await exchangeTicket(step.ticket, codes[0]!)).toMatchObject({ user, remember: false })
    const other = await newReader()
    expect(await continueSignIn(other, { remember: false })).toMatchObject({ user: other })
  })

  test('begins no session before it is complete', async () => {
    const { user } = await readerWithApp()
    await ticketFor(user)
    expect(await db().session.count({ where: { userId: user.id } })).toBe(1)
  })

  test.each([-1, 0, 1])('accepts the code %i steps away', async (steps) => {
    const { user, secret } = await readerWithApp()
    later(STEP_MS)
    const ticket = await ticketFor(user)
    expect(await outcome(exchangeTicket(ticket, await codeAt(secret, steps)))).toBe('done')
  })

  test.each([-2, 2])('rejects the code %i steps away', async (steps) => {
    const { user, secret } = await readerWithApp()
    later(2 * STEP_MS)
    const ticket = await ticketFor(user)
    expect(await outcome(exchangeTicket(ticket, await codeAt(secret, steps)))).toBe(WRONG_CODE)
  })

  test('accepts a code once, and then none from before it', async () => {
    const { user, secret } = await readerWithApp()
    later(STEP_MS)
    const code = await codeNow(secret)
    const before = await codeAt(secret, -1)
    expect(await outcome(exchangeTicket(await ticketFor(user), code))).toBe('done')
    expect(await outcome(exchangeTicket(await ticketFor(user), code))).toBe(WRONG_CODE)
    expect(await outcome(exchangeTicket(await ticketFor(user), before))).toBe(WRONG_CODE)
  })

  test('rejects the code that turned it on', async () => {
    const user = await newReader()
    const code = await codeNow(await settingUp(user))
    await turnOnTwoFactor(user, code, sessionOf(user))
    expect(await outcome(exchangeTicket(await ticketFor(user), code))).toBe(WRONG_CODE)
  })

  test('accepts one of five concurrent uses of a code', async () => {
    const { user, secret } = await readerWithApp()
    const code = await codeNow(secret)
    const tickets = await Promise.all([1, 2, 3, 4, 5].map(() => ticketFor(user)))
    const results = await Promise.all(tickets.map((t) => outcome(exchangeTicket(t, code))))
    expect(results.toSorted()).toEqual(['done', ...Array(4).fill(WRONG_CODE)])
  })

  test('accepts a recovery code once, in any notation, even concurrently', async () => {
    const { user, codes } = await readerWithApp()
    const typed = ` ${codes[0]!.toUpperCase().replaceAll('0', 'O').replaceAll('1', 'l').replace(/.{4}/g, '$&-')} `
    const { code } = twoFactorInput.parse({ ticket: 'x', code: typed })
    expect(code).toBe(codes[0])
    const tickets = await Promise.all([1, 2].map(() => ticketFor(user)))
    const results = await Promise.all(tickets.map((t) => outcome(exchangeTicket(t, code))))
    expect(results.toSorted()).toEqual(['done', WRONG_CODE])
    expect(await outcome(exchangeTicket(await ticketFor(user), code))).toBe(WRONG_CODE)
    expect(await twoFactorState(user, sessionOf(user))).toMatchObject({ recoveryCodesLeft: 9 })
  })

  test("rejects another reader's codes", async () => {
    const [a, b] = [await readerWithApp(), await readerWithApp()]
    const ticket = await ticketFor(a.user)
    expect(await outcome(exchangeTicket(ticket, await codeNow(b.secret)))).toBe(WRONG_CODE)
    expect(await outcome(exchangeTicket(ticket, b.codes[0]!))).toBe(WRONG_CODE)
    expect(await outcome(exchangeTicket(await ticketFor(b.user), b.codes[0]!))).toBe('done')
  })

  test('rejects a ticket that was exchanged, even with an unused code', async () => {
    const { user, secret, codes } = await readerWithApp()
    const ticket = await ticketFor(user)
    const results = await Promise.all(
      codes.slice(0, 3).map((code) => outcome(exchangeTicket(ticket, code))),
    )
    expect(results.toSorted()).toEqual(['done', EXPIRED_TICKET, EXPIRED_TICKET])
    expect(await outcome(exchangeTicket(ticket, await codeNow(secret)))).toBe(EXPIRED_TICKET)
  })

  test('rejects an expired ticket', async () => {
    const { user, secret } = await readerWithApp()
    const [early, late] = [await ticketFor(user), await ticketFor(user)]
    later(SIGN_IN_TICKET_TTL_MS - 1000)
    expect(await outcome(exchangeTicket(early, await codeNow(secret)))).toBe('done')
    later(STEP_MS)
    expect(await outcome(exchangeTicket(late, await codeNow(secret)))).toBe(EXPIRED_TICKET)
  })

  test('rejects forged tickets and other tokens', async () => {
    const { user, secret } = await readerWithApp()
    const [a, b] = [await ticketFor(user), await ticketFor((await readerWithApp()).user)]
    const [head, , signature] = a.split('.')
    const forged = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
    const code = await codeNow(secret)
    for (const ticket of [
      '',
      'x',
      `${a}x`,
      [head, b.split('.')[1], signature].join('.'),
      `${forged}.${a.split('.')[1]}.`,
      await signAccessToken(user.id, 1, new Date()),
    ]) {
      expect(await outcome(exchangeTicket(ticket, code))).toBe(EXPIRED_TICKET)
    }
    expect(await outcome(exchangeTicket(a, code))).toBe('done')
  })

  test('rejects a ticket after the password changed', async () => {
    const { user, secret } = await readerWithApp()
    const ticket = await ticketFor(user)
    const fresh = 'another1'
    await changePassword(
      user.id,
      { oldPassword: PASSWORD, newPassword: fresh, confirmNewPassword: fresh },
      sessionOf(user),
    )
    expect(await outcome(exchangeTicket(ticket, await codeNow(secret)))).toBe(EXPIRED_TICKET)
  })

  test('allows five tries per ticket, counting concurrent ones', async () => {
    const { user, secret } = await readerWithApp()
    const ticket = await ticketFor(user)
    const code = await codeNow(secret)
    const results = await Promise.all(
      Array.from({ length: 8 }, () => outcome(exchangeTicket(ticket, wrongCode(code)))),
    )
    expect(results.filter((result) => result === WRONG_CODE)).toHaveLength(5)
    expect(await outcome(exchangeTicket(ticket, code))).toBe(
      'too-many-requests: Too many attempts. Please try again in 5 minutes.',
    )
    expect(await outcome(exchangeTicket(await ticketFor(user), code))).toBe('done')
  })

  test('counts wrong codes by account, apart from passwords', async () => {
    const { user, secret, codes } = await readerWithApp()
    const failed = async () =>
      (
        await db().attemptCount.findUnique({
          where: { key: attemptKey(LIMITS.failedCode, user.email) },
        })
      )?.count ?? 0
    for (const code of codes.slice(0, 3)) {
      expect(await outcome(exchangeTicket(await ticketFor(user), code))).toBe('done')
    }
    expect(await failed()).toBe(0)
    const tickets = [await ticketFor(user), await ticketFor(user), await ticketFor(user)]
    const wrong = wrongCode(await codeNow(secret))
    for (const ticket of tickets.slice(0, 2)) {
      for (let i = 0; i < 5; i++) {
        expect(await outcome(exchangeTicket(ticket, wrong))).toBe(WRONG_CODE)
      }
    }
    expect(await failed()).toBe(10)
    expect(await outcome(exchangeTicket(tickets[2]!, await codeNow(secret)))).toMatch(
      /^too-many-requests: .* 15 minutes/,
    )
    expect(await outcome(ticketFor(user))).toBe('done')
  })
})

describe('secrets under several keys', () => {
  const [OLD, NEW] = ['old-'.repeat(10), 'new-'.repeat(10)]

  test('are decrypted with every current key and re-encrypted with the first', async () => {
    changes.authSecrets = [OLD]
    const { user, secret } = await readerWithApp()
    changes.authSecrets = [NEW, OLD]
    expect(await outcome(exchangeTicket(await ticketFor(user), await codeNow(secret)))).toBe('done')
    changes.authSecrets = [NEW]
    later(STEP_MS)
    expect(await outcome(exchangeTicket(await ticketFor(user), await codeNow(secret)))).toBe('done')
  })

  test('are lost without their key; recovery codes still work', async () => {
    changes.authSecrets = [OLD]
    const { user, secret, codes } = await readerWithApp()
    changes.authSecrets = [NEW]
    const ticket = await ticketFor(user)
    expect(await outcome(exchangeTicket(ticket, await codeNow(secret)))).toBe(WRONG_CODE)
    expect(await outcome(exchangeTicket(ticket, codes[0]!))).toBe('done')
  })

  test("cannot be decrypted in another reader's row", async () => {
    const [a, b] = [await readerWithApp(), await readerWithApp()]
    const { secret } = await db().twoFactor.findUniqueOrThrow({ where: { userId: a.user.id } })
    await db().twoFactor.update({ where: { userId: b.user.id }, data: { secret } })
    const ticket = await ticketFor(b.user)
    expect(await outcome(exchangeTicket(ticket, await codeNow(a.secret)))).toBe(WRONG_CODE)
  })
})

describe('changing and turning off', () => {
  test('requires password and code', async () => {
    const { user, secret, codes } = await readerWithApp()
    const code = await codeNow(secret)
    const off = (password: string, given: string) =>
      outcome(turnOffTwoFactor(user.id, { password, code: given }, sessionOf(user)))
    expect(await off('wrong', code)).toBe('invalid-input: Incorrect password.')
    expect(await off(PASSWORD, wrongCode(code))).toMatch(/^invalid-input: That code is incorrect/)
    const ticket = await ticketFor(user)
    expect(await off(PASSWORD, codes[3]!)).toBe('done')
    expect(await twoFactorState(user, sessionOf(user))).toEqual({ state: 'off' })
    expect(await db().recoveryCode.count({ where: { userId: user.id } })).toBe(0)
    expect(await subjects(user)).toEqual(['Two-factor sign-in is on', 'Two-factor sign-in is off'])
    expect(await outcome(exchangeTicket(ticket, code))).toBe(EXPIRED_TICKET)
    expect(await off(PASSWORD, code)).toBe('conflict: Two-factor sign-in is off.')
    const input = { email: user.email, password: PASSWORD }
    expect(await beginSignIn(input, '192.0.2.1', { remember: false })).toMatchObject({ user })
  })

  test('creates new recovery codes and voids the old ones', async () => {
    const { user, secret, codes } = await readerWithApp()
    const code = await codeNow(secret)
    const fresh = await renewRecoveryCodes(user.id, { password: PASSWORD, code }, sessionOf(user))
    expect(fresh).toHaveLength(10)
    expect(await outcome(exchangeTicket(await ticketFor(user), codes[0]!))).toBe(WRONG_CODE)
    expect(await outcome(exchangeTicket(await ticketFor(user), fresh[0]!))).toBe('done')
    expect(
      await outcome(renewRecoveryCodes(user.id, { password: PASSWORD, code }, sessionOf(user))),
    ).toMatch(/^invalid-input/)
  })

  test('can be done by the operator, and happens with account deletion', async () => {
    const { user } = await readerWithApp()
    expect(await turnOffTwoFactorByEmail(user.email)).toBe(true)
    expect(await turnOffTwoFactorByEmail(user.email)).toBe(false)
    expect(await subjects(user)).toContain('Two-factor sign-in is off')
    const other = await readerWithApp()
    await deleteAccount(other.user.id)
    expect(await db().twoFactor.count({ where: { userId: other.user.id } })).toBe(0)
    expect(await db().recoveryCode.count({ where: { userId: other.user.id } })).toBe(0)
  })
})
