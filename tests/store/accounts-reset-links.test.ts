import { describe, expect, test } from 'vitest'
import { beginAppSession } from '#app/accounts/service/begin-session.server.ts'
import { resumeWebSession } from '#app/accounts/service/resume-session.server.ts'
import { signedInDevices } from '#app/accounts/service/list-devices.server.ts'
import { requestPasswordReset } from '#app/accounts/service/request-password-reset.server.ts'
import { isResetLinkOpen, resetPassword } from '#app/accounts/service/reset-password.server.ts'
import { changeEmail } from '#app/accounts/service/change-email.server.ts'
import { changePassword } from '#app/accounts/service/change-password.server.ts'
import { waitForDeferredWork } from '#app/accounts/service/run-deferred.server.ts'
import { linkByAddress } from '#app/accounts/store/identities.server.ts'
import { db } from '#app/platform/database.server.ts'
import { RESET_LINK_TTL_MS } from '#app/accounts/rules/lifetimes.ts'
import { canSignIn, HOUR, later, signIn, somewhere, startAt } from './accounts.ts'
import { emailsTo, newReader, outcome, outcomes, PASSWORD } from './readers.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const NEW_PASSWORD = 'secret2'
/** The session whose password attempts are counted. */
const SESSION = 1

startAt(NOW)

describe('a reset link', () => {
  const INVALID = 'invalid-input: This reset link is invalid or has expired.'

  async function requestLink(email: string): Promise<string> {
    await requestPasswordReset(email, somewhere())
    await waitForDeferredWork()
    const last = (await emailsTo(email)).at(-1)
    return /\/reset-password\/(\S+)/.exec(last!.text)![1]!
  }

  test('sets a new password, once', async () => {
    const { id, email } = await newReader()
    const token = await requestLink(email)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(await isResetLinkOpen(token)).toBe(true)
    expect(await outcome(resetPassword(token, NEW_PASSWORD))).toBe('done')
    expect(await canSignIn(email, NEW_PASSWORD)).toBe(true)
    expect(await canSignIn(email, PASSWORD)).toBe(false)
    expect(await isResetLinkOpen(token)).toBe(false)
    expect(await outcome(resetPassword(token, 'secret3'))).toBe(INVALID)
    expect(await canSignIn(email, NEW_PASSWORD)).toBe(true)
    expect((await emailsTo(email)).at(-1)!.subject).toBe('Your Readr password was changed')
    expect(await db().passwordReset.count({ where: { userId: id } })).toBe(0)
  })

  test('used by ten concurrent requests sets one password', async () => {
    const { email } = await newReader()
    const token = await requestLink(email)
    const attempts = Array.from({ length: 10 }, (_, i) => resetPassword(token, `secret-${i}`))
    expect(await outcomes(attempts)).toEqual({ done: 1, [INVALID]: 9 })
    const works = []
    for (let i = 0; i < 10; i++) if (await canSignIn(email, `secret-${i}`)) works.push(i)
    expect(works).toHaveLength(1)
  })

  test('expires after RESET_LINK_TTL_MS', async () => {
    const { email } = await newReader()
    const token = await requestLink(email)
    later(RESET_LINK_TTL_MS - 1)
    expect(await isResetLinkOpen(token)).toBe(true)
    later(1)
    expect(await isResetLinkOpen(token)).toBe(false)
    expect(await outcome(resetPassword(token, NEW_PASSWORD))).toBe(INVALID)
    expect(await canSignIn(email, PASSWORD)).toBe(true)
  })

  test('cannot be forged', async () => {
    const { email } = await newReader()
    const token = await requestLink(email)
    const stored = await db().passwordReset.findFirstOrThrow({ orderBy: { id: 'desc' } })
    for (const wrong of [
      '',
      'x',
      token.slice(1),
      `${token}A`,
      token.toLowerCase(),
      stored.tokenHash,
      '\u0000',
      'é',
    ]) {
      expect(await outcome(resetPassword(wrong, NEW_PASSWORD)), wrong).toBe(INVALID)
    }
    expect(JSON.stringify(stored)).not.toContain(token)
  })

  test('ends every session and invalidates the other links', async () => {
    const { id, email } = await newReader()
    const stranger = await newReader()
    const [first, second] = [await requestLink(email), await requestLink(email)]
    const strangers = await requestLink(stranger.email)
    const { secret } = await signIn(id)
    await beginAppSession({ id, passwordGeneration: 0, role: 'reader' }, 'x')
    const others = await signIn(stranger.id)
    await resetPassword(second, NEW_PASSWORD)
    expect(await resumeWebSession(secret)).toBeNull()
    expect(await signedInDevices(id)).toEqual([])
    expect(await isResetLinkOpen(first)).toBe(false)
    expect(await isResetLinkOpen(strangers)).toBe(true)
    expect(await resumeWebSession(others.secret)).not.toBeNull()
  })

  test('becomes invalid when the password is changed in the settings', async () => {
    const { id, email } = await newReader()
    const token = await requestLink(email)
    await changePassword(
      id,
      { oldPassword: PASSWORD, newPassword: NEW_PASSWORD, confirmNewPassword: NEW_PASSWORD },
      0,
    )
    expect(await isResetLinkOpen(token)).toBe(false)
  })

  test('becomes invalid when the email address changes', async () => {
    const { id, email } = await newReader()
    const token = await requestLink(email)
    await changeEmail(id, { newEmail: `moved-${email}`, password: PASSWORD }, SESSION)
    expect(await isResetLinkOpen(token)).toBe(false)
  })

  test('goes only to accounts with a password, without revealing that', async () => {
    const provider = await newReader({ passwordHash: null, emailVerified: true })
    await linkByAddress(provider, { provider: 'apple', subject: 'x' })
    for (const email of [provider.email, 'nobody@example.com']) {
      expect(await outcome(requestPasswordReset(email, somewhere()))).toBe('done')
      await waitForDeferredWork()
    }
    expect(await emailsTo('nobody@example.com')).toEqual([])
    const [sent, ...more] = await emailsTo(provider.email)
    expect(more).toEqual([])
    expect(sent!.text).toContain('You sign in with Apple.')
    expect(sent!.text).not.toContain('/reset-password/')
    expect(await db().passwordReset.count({ where: { userId: provider.id } })).toBe(0)
  })

  test.each([true, false])(
    'can be requested three times an hour for one address (known: %s)',
    async (known) => {
      const email = known ? (await newReader()).email : 'unknown@example.com'
      const attempts = () =>
        Array.from({ length: 5 }, () => requestPasswordReset(email, somewhere()))
      const limited = {
        done: 3,
        'too-many-requests: Too many attempts. Please try again in 60 minutes.': 2,
      }
      expect(await outcomes(attempts())).toEqual(limited)
      await waitForDeferredWork()
      expect(await emailsTo(email)).toHaveLength(known ? 3 : 0)
      later(HOUR)
      expect(await outcomes(attempts())).toEqual(limited)
      await waitForDeferredWork()
    },
  )

  test('can be requested ten times an hour from one network address', async () => {
    const from = somewhere()
    const attempts = Array.from({ length: 12 }, (_, i) =>
      requestPasswordReset(`unknown-${i}@example.com`, from),
    )
    expect((await outcomes(attempts))['done']).toBe(10)
    await waitForDeferredWork()
  })
})
