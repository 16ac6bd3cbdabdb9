import { describe, expect, test, vi } from 'vitest'
import { LIMITS } from '#app/accounts/rules/rate-limits.ts'
import { SIGN_IN_TICKET_TTL_MS } from '#app/accounts/rules/lifetimes.ts'
import { twoFactorInput } from '#app/accounts/schema/two-factor.ts'
import { changePassword } from '#app/accounts/service/change-password.server.ts'
import { attemptKey } from '#app/accounts/service/rate-limits.server.ts'
import { continueSignIn } from '#app/accounts/service/begin-sign-in.server.ts'
import { exchangeTicket } from '#app/accounts/service/complete-sign-in.server.ts'
import { codeNow } from '#app/accounts/service/two-factor-codes.server.ts'
import { turnOnTwoFactor } from '#app/accounts/service/set-up-two-factor.server.ts'
import { twoFactorState } from '#app/accounts/service/two-factor-status.server.ts'
import { signAccessToken } from '#app/accounts/service/tokens.server.ts'
import { db } from '#app/platform/database.server.ts'
import { later, startAt } from './accounts.ts'
import { outcome, PASSWORD, wrongCode } from './readers.ts'
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

startAt(NOW)

/** The code of a step before or after the current one. */
async function codeAt(secret: string, steps: number): Promise<string> {
  const now = Date.now()
  vi.setSystemTime(now + steps * STEP_MS)
  const code = await codeNow(secret)
  vi.setSystemTime(now)
  return code
}

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
