import { beforeEach, describe, expect, test } from 'vitest'
import { addProvider, startAddingProvider } from '#app/accounts/service/add-provider.server.ts'
import { beginAppSession } from '#app/accounts/service/begin-session.server.ts'
import { refreshTokens } from '#app/accounts/service/refresh-tokens.server.ts'
import { beginSignIn } from '#app/accounts/service/begin-sign-in.server.ts'
import { signInWithProvider } from '#app/accounts/service/sign-in-with-provider.server.ts'
import { codeNow } from '#app/accounts/service/two-factor-codes.server.ts'
import { startTwoFactor, turnOnTwoFactor } from '#app/accounts/service/set-up-two-factor.server.ts'
import { twoFactorState } from '#app/accounts/service/two-factor-status.server.ts'
import { requestPasswordReset } from '#app/accounts/service/request-password-reset.server.ts'
import { resetPassword } from '#app/accounts/service/reset-password.server.ts'
import { changeEmail } from '#app/accounts/service/change-email.server.ts'
import { changePassword } from '#app/accounts/service/change-password.server.ts'
import { resendCode, verifyEmail } from '#app/accounts/service/verify-email.server.ts'
import { waitForDeferredWork } from '#app/accounts/service/run-deferred.server.ts'
import {
  insertPasswordReset,
  upsertEmailCode,
  tryEmailCode,
} from '#app/accounts/store/reset-links-and-codes.server.ts'
import { linkedProviders } from '#app/accounts/store/identities.server.ts'
import { userById, type UserRow } from '#app/accounts/store/users.server.ts'
import {
  readTakeOver,
  signTakeOver,
  takeOverAccount,
} from '#app/accounts/service/take-over-account.server.ts'
import { consumeAttempt } from '#app/accounts/service/rate-limits.server.ts'
import { LIMITS } from '#app/accounts/rules/rate-limits.ts'
import { db } from '#app/platform/database.server.ts'
import { moveTo, resetToken, somewhere } from './accounts.ts'
import { idOf, OWNERS_PASSWORD, person } from './people-at-providers.ts'
import { lastCode, emailsTo, newReader, newSession, outcome, PASSWORD } from './readers.ts'

const FIRST = 'forbidden: Please confirm your email address first.'
const SIGNED_OUT = 'unauthenticated: Authentication required'
beforeEach(async () => {
  await db().attemptCount.deleteMany()
})

describe('a take-over', () => {
  test('can be tried again after a limit was exceeded', async () => {
    const user = await newReader()
    const here = somewhere()
    const request = (await readTakeOver(await signTakeOver(person(user.email))))!
    const tries = Array.from({ length: LIMITS.signIn.most }, () => ({
      limit: LIMITS.signIn,
      by: here,
    }))
    for (const one of tries) await consumeAttempt([one])
    expect(await outcome(takeOverAccount(request, here))).toMatch(/^too-many-requests/)
    expect(await takeOverAccount(request, somewhere())).toMatchObject({ user: { id: user.id } })
    expect(await takeOverAccount(request, somewhere())).toBeNull()
  })
})

describe('an unverified address', () => {
  test('does not allow adding a provider or a second factor', async () => {
    const user = await newReader()
    const session = await newSession(user)
    expect(await outcome(startAddingProvider(user.id, session, 'google', PASSWORD))).toBe(FIRST)
    expect(await outcome(addProvider(user.id, session, person()))).toBe(FIRST)
    expect(await outcome(startTwoFactor(user.id, PASSWORD, session))).toBe(FIRST)
    expect(await db().identityLink.count({ where: { userId: user.id } })).toBe(0)
    expect(await db().twoFactor.count({ where: { userId: user.id } })).toBe(0)
  })

  test('that was changed during setup prevents turning on the second factor', async () => {
    const user = await newReader({ emailVerified: true })
    const session = await newSession(user)
    await startTwoFactor(user.id, PASSWORD, session)
    const found = await twoFactorState(user, session)
    if (found.state !== 'setting-up') throw new Error(found.state)
    await changeEmail(user.id, { newEmail: `other-${user.email}`, password: PASSWORD }, 1)
    const code = await codeNow(found.secret)
    expect(await outcome(turnOnTwoFactor(user, code, session))).toBe(FIRST)
  })
})

describe('concurrently with the owner’s verification', () => {
  const ROUNDS = 6

  /** Ways in which the owner verifies the address. */
  const VERIFICATIONS = {
    reset: async ({ email }: UserRow) => {
      const link = await resetToken(email)
      return () => resetPassword(link, OWNERS_PASSWORD)
    },
    provider: ({ email }: UserRow) => {
      const owner = person(email)
      return Promise.resolve(() => signInWithProvider(owner, somewhere(), { mayTakeOver: true }))
    },
  }

  test.each(Object.entries(VERIFICATIONS))(
    'by %s, a squatter’s changes have no effect',
    async (_, by) => {
      for (let round = 0; round < ROUNDS; round++) {
        const user = await newReader()
        const session = await newSession(user)
        const app = await beginAppSession(user, 'an app')
        const mallory = person()
        const verify = await by(user)
        const startedAt = new Date()
        await db().twoFactor.create({
          data: { userId: user.id, secret: 'x', startedBy: session, startedAt },
        })
        const tries = [
          () => outcome(addProvider(user.id, session, mallory)),
          () => outcome(startTwoFactor(user.id, PASSWORD, session)),
          () =>
            outcome(
              changePassword(
                user.id,
                { oldPassword: PASSWORD, newPassword: 'mallory', confirmNewPassword: 'mallory' },
                session,
              ),
            ),
          () => refreshTokens(app.refreshToken),
          () => outcome(verify()),
          () => outcome(addProvider(user.id, session, mallory)),
          () => refreshTokens(app.refreshToken),
        ]
        await Promise.all(tries.map((attempt) => attempt()))
        const now = (await userById(user.id))!
        // If the password changed first, the reset link was invalid, and nothing is verified.
        if (!now.emailVerified) continue
        expect(
          idOf(await signInWithProvider(mallory, somewhere(), { mayTakeOver: false })),
        ).not.toBe(user.id)
        expect(await db().twoFactor.count({ where: { userId: user.id } })).toBe(0)
        const { passwordGeneration } = now
        expect(await db().session.count({ where: { userId: user.id, passwordGeneration } })).toBe(0)
        const asMallory = beginSignIn({ email: user.email, password: 'mallory' }, somewhere(), {
          remember: false,
        })
        expect(await outcome(asMallory)).toMatch(/^unauthenticated/)
      }
    },
  )

  test('an ended session cannot add a provider even if the address is verified', async () => {
    const user = await newReader()
    const session = await newSession(user)
    await resetPassword(await resetToken(user.email), OWNERS_PASSWORD)
    expect(await outcome(addProvider(user.id, session, person()))).toBe(SIGNED_OUT)
    expect(await linkedProviders(user.id)).toEqual([])
  })
})

describe('a link or code sent to an address', () => {
  test('never verifies a newer address', async () => {
    const user = await newReader()
    const sentTo = { id: user.id, email: user.email }
    await moveTo(user, `after-${user.email}`)
    const expiresAt = new Date(Date.now() + 60_000)
    expect(await insertPasswordReset(sentTo, { tokenHash: `t-${user.id}`, expiresAt })).toBe(false)
    const code = { secret: 'x', sentAt: new Date(), expiresAt, triesLeft: 5 }
    expect(await upsertEmailCode(sentTo, code)).toBe(false)
    expect(await tryEmailCode(user.id, new Date())).toBeNull()
    expect(await db().passwordReset.count({ where: { userId: user.id } })).toBe(0)
  })

  test('is void when the address changes concurrently', async () => {
    for (let round = 0; round < 6; round++) {
      const user = await newReader()
      const newEmail = `race-${user.email}`
      await Promise.all([
        changeEmail(user.id, { newEmail, password: PASSWORD }, 1),
        resendCode(user.id),
        requestPasswordReset(user.email, somewhere()),
      ])
      await waitForDeferredWork()
      // Only the code sent to the new address may work.
      const toOld = (await emailsTo(user.email)).map(({ text }) => text).join('\n')
      const session = await newSession((await userById(user.id))!)
      const [, oldCode] = /(?:^|\s)(\d{6})(?:\s|$)/.exec(toOld) ?? []
      if (oldCode !== undefined && oldCode !== (await lastCode(newEmail))) {
        expect(await outcome(verifyEmail(user.id, oldCode, session))).not.toBe('done')
      }
      const [, token] = /\/reset-password\/([\w-]{43})/.exec(toOld) ?? []
      if (token !== undefined) {
        expect(await outcome(resetPassword(token, 'by the old address'))).not.toBe('done')
      }
      expect((await userById(user.id))!.emailVerified).toBe(false)
    }
  })
})

test('a reset link works once, even when used twice concurrently', async () => {
  const user = await newReader()
  const link = await resetToken(user.email)
  const results = await Promise.all(
    ['first try', 'second try'].map((password) => outcome(resetPassword(link, password))),
  )
  expect(results.filter((result) => result === 'done')).toHaveLength(1)
})
