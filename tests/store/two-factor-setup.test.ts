import { afterEach, describe, expect, test, vi } from 'vitest'
import { TWO_FACTOR_SETUP_TTL_MS } from '#app/accounts/rules/lifetimes.ts'
import { deleteAccount } from '#app/accounts/service/delete-account.server.ts'
import { turnOffTwoFactorByEmail } from '#app/accounts/service/turn-off-two-factor.server.ts'
import { beginSignIn } from '#app/accounts/service/begin-sign-in.server.ts'
import { exchangeTicket } from '#app/accounts/service/complete-sign-in.server.ts'
import { countSecretUse, rotateSecrets } from '#app/accounts/service/rotate-secrets.server.ts'
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
import { db } from '#app/platform/database.server.ts'
import { later, startAt } from './accounts.ts'
import { emailsTo, outcome, PASSWORD, wrongCode } from './readers.ts'
import {
  EXPIRED_TICKET,
  newReader,
  NOW,
  readerWithApp,
  sessionOf,
  settingUp,
  STEP_MS,
  ticketFor,
  WRONG_CODE,
} from './two-factor.ts'

const { changes, undoChanges, withChanges } = await vi.hoisted(() => import('./changed-env.ts'))
vi.mock('#app/platform/env.server.ts', withChanges)

startAt(NOW)
afterEach(undoChanges)

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

  test('are rotated to the first, for every reader; a retired secret is enough for that', async () => {
    changes.authSecrets = [OLD]
    const readers = [await readerWithApp(), await readerWithApp()]
    Object.assign(changes, { authSecrets: [NEW], retiredSecrets: [OLD] })
    const apps = async () => (await countSecretUse()).secrets.map((secret) => secret.apps)
    const [newBefore, oldBefore] = await apps()
    expect(oldBefore).toBeGreaterThanOrEqual(readers.length)
    expect(await rotateSecrets()).toMatchObject({ secrets: [{}, { apps: oldBefore }] })
    expect(await apps()).toEqual([newBefore! + oldBefore!, 0])
    changes.retiredSecrets = []
    for (const { user, secret } of readers) {
      const exchange = exchangeTicket(await ticketFor(user), await codeNow(secret))
      expect(await outcome(exchange)).toBe('done')
    }
    const { lost } = await countSecretUse()
    changes.authSecrets = [OLD]
    expect((await countSecretUse()).lost).toBeGreaterThan(lost)
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
