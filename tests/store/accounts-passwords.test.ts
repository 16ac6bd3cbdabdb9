import { describe, expect, test } from 'vitest'
import { beginAppSession, beginWebSession } from '#app/accounts/service/begin-session.server.ts'
import { refreshTokens } from '#app/accounts/service/refresh-tokens.server.ts'
import { resumeAppSession, resumeWebSession } from '#app/accounts/service/resume-session.server.ts'
import { signedInDevices } from '#app/accounts/service/list-devices.server.ts'
import { checkPassword } from '#app/accounts/service/check-password.server.ts'
import { requestPasswordReset } from '#app/accounts/service/request-password-reset.server.ts'
import { resetPassword } from '#app/accounts/service/reset-password.server.ts'
import { changePassword } from '#app/accounts/service/change-password.server.ts'
import { sendWelcomeEmail } from '#app/accounts/service/register.server.ts'
import { verifyEmail } from '#app/accounts/service/verify-email.server.ts'
import { waitForDeferredWork } from '#app/accounts/service/run-deferred.server.ts'
import { takeOverWithLink } from '#app/accounts/store/address-proofs.server.ts'
import { updatePassword, type UserRow } from '#app/accounts/store/users.server.ts'
import { canSignIn, moveTo, signIn, somewhere, startAt } from './accounts.ts'
import { lastCode, emailsTo, newReader, outcome, outcomes, PASSWORD } from './readers.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const NEW_PASSWORD = 'secret2'

startAt(NOW)

describe('a password that changes during a sign-in', () => {
  const NEW = { oldPassword: PASSWORD, newPassword: NEW_PASSWORD, confirmNewPassword: NEW_PASSWORD }
  const INCORRECT = 'invalid-input: Incorrect password.'
  /** What happens between the correct password of a sign-in and its session. */
  const CHANGES = {
    'was reset': async ({ email }: UserRow) => {
      await requestPasswordReset(email, somewhere())
      await waitForDeferredWork()
      const last = (await emailsTo(email)).at(-1)
      await resetPassword(/\/reset-password\/(\S+)/.exec(last!.text)![1]!, NEW_PASSWORD)
    },
    'was changed': ({ id }: UserRow) => changePassword(id, NEW, 0),
    'was removed by the owner of the address': async (user: UserRow) => {
      const link = { provider: 'google', subject: `owner-${user.id}` }
      expect(await takeOverWithLink(user, link, new Date())).toBe(true)
    },
    'stayed, but the address was verified': async (user: UserRow) => {
      await sendWelcomeEmail(user)
      await verifyEmail(user.id, await lastCode(user.email), 0)
    },
  }

  test.each(Object.entries(CHANGES))(
    '%s: the sign-in in progress is invalid',
    async (_, change) => {
      const user = await newReader()
      const reader = await checkPassword({ email: user.email, password: PASSWORD }, somewhere())
      await change(user)
      const web = await beginWebSession(reader, { remember: true, device: 'late' })
      const app = await beginAppSession(reader, 'late')
      expect(await resumeWebSession(web.secret)).toBeNull()
      expect(await resumeAppSession(app.accessToken)).toHaveProperty('problem')
      expect(await refreshTokens(app.refreshToken)).toBeNull()
      expect(await signedInDevices(user.id)).toEqual([])
    },
  )

  test('ends all concurrent sign-ins', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, email } = await newReader()
      const signIns = Array.from({ length: 6 }, async () =>
        beginWebSession(await checkPassword({ email, password: PASSWORD }, somewhere()), {
          remember: true,
          device: 'x',
        }),
      )
      const [sessions] = await Promise.all([
        Promise.allSettled(signIns),
        changePassword(id, NEW, 0),
      ])
      const secrets = sessions.flatMap((tried) =>
        tried.status === 'fulfilled' ? tried.value.secret : [],
      )
      const active = await Promise.all(secrets.map((secret) => resumeWebSession(secret)))
      expect(active.filter((found) => found !== null)).toEqual([])
    }
  })

  test('is set by one of two concurrent changes', async () => {
    const { id } = await newReader()
    const change = (newPassword: string) =>
      changePassword(id, { oldPassword: PASSWORD, newPassword, confirmNewPassword: newPassword }, 0)
    expect(await outcomes([change('secret-a'), change('secret-b')])).toEqual({
      done: 1,
      [INCORRECT]: 1,
    })
  })

  test('voids changes that were confirmed with the old password', async () => {
    const user = await newReader()
    const reader = await checkPassword({ email: user.email, password: PASSWORD }, somewhere())
    await CHANGES['was reset'](user)
    const { passwordGeneration } = reader
    const change = updatePassword(user.id, 'x', { passwordGeneration, keepSession: 0 })
    expect(await change).toBe(false)
    expect(await moveTo(reader, `thief-${user.email}`)).toBe('outdated')
    expect(await canSignIn(user.email, NEW_PASSWORD)).toBe(true)
  })

  test('keeps the session in which it was changed', async () => {
    const { id } = await newReader()
    const current = await signIn(id)
    const { session } = (await resumeWebSession(current.secret))!
    await changePassword(id, NEW, session.id)
    expect(await resumeWebSession(current.secret)).not.toBeNull()
    expect(await signedInDevices(id)).toHaveLength(1)
  })
})

describe('changing the password', () => {
  const change = (id: number, oldPassword: string, session: number) =>
    changePassword(
      id,
      { oldPassword, newPassword: NEW_PASSWORD, confirmNewPassword: NEW_PASSWORD },
      session,
    )

  test('ends every other session and keeps the current one', async () => {
    const { id, email } = await newReader()
    const stranger = await signIn((await newReader()).id)
    const current = await signIn(id)
    const other = await signIn(id)
    await beginAppSession({ id, passwordGeneration: 0, role: 'reader' }, 'x')
    const { session } = (await resumeWebSession(current.secret))!
    expect(await outcome(change(id, 'wrong!', session.id))).toBe(
      'invalid-input: Incorrect password.',
    )
    expect(await signedInDevices(id)).toHaveLength(3)
    expect(await outcome(change(id, PASSWORD, session.id))).toBe('done')
    expect(await resumeWebSession(current.secret)).not.toBeNull()
    expect(await resumeWebSession(other.secret)).toBeNull()
    expect(await signedInDevices(id)).toHaveLength(1)
    expect(await resumeWebSession(stranger.secret)).not.toBeNull()
    expect(await canSignIn(email, NEW_PASSWORD)).toBe(true)
    expect((await emailsTo(email)).at(-1)!.subject).toBe('Your Readr password was changed')
  })
})
