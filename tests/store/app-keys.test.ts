import { describe, expect, test } from 'vitest'
import { MAX_APP_KEYS } from '#app/accounts/rules/app-keys.ts'
import { LIMITS } from '#app/accounts/rules/rate-limits.ts'
import { appKeysOf, resumeAppPassword, resumeToken } from '#app/accounts/service/app-keys.server.ts'
import { beginWebSession } from '#app/accounts/service/begin-session.server.ts'
import { changePassword } from '#app/accounts/service/change-password.server.ts'
import { createAppPassword, createToken } from '#app/accounts/service/create-app-key.server.ts'
import { endOtherSessions, endSession } from '#app/accounts/service/end-session.server.ts'
import { signedInDevices } from '#app/accounts/service/list-devices.server.ts'
import { resetPassword } from '#app/accounts/service/reset-password.server.ts'
import { resumeWebSession, type SignedIn } from '#app/accounts/service/resume-session.server.ts'
import { secretHash } from '#app/accounts/service/tokens.server.ts'
import { suspendUser } from '#app/accounts/store/manage-account.server.ts'
import { db } from '#app/platform/database.server.ts'
import { HOUR, later, MINUTE, resetToken, somewhere, startAt } from './accounts.ts'
import { emailsTo, newReader, outcome, outcomes, PASSWORD } from './readers.ts'

const DAY = 24 * HOUR

startAt()

/** A reader with a verified address, signed in in a browser. */
async function signedInReader(
  changes: Parameters<typeof newReader>[0] = {},
): Promise<SignedIn & { secret: string }> {
  const user = await newReader({ emailVerified: true, ...changes })
  const { secret } = await beginWebSession(user, { remember: true, device: 'a browser' })
  return { ...(await resumeWebSession(secret))!, secret }
}

const password = (reader: SignedIn, name = 'KOReader') =>
  createAppPassword(reader, { name, password: PASSWORD })

const token = (reader: SignedIn, name = 'Backup', lifetime: number | null = null) =>
  createToken(reader, { name, password: PASSWORD, scopes: ['library:read'], lifetime })

const opens = async (given: string) =>
  (await outcome(resumeAppPassword(given, somewhere()))) === 'done'

const works = async (given: string) => !('problem' in (await resumeToken(given)))

describe('an app password', () => {
  test('identifies its reader, however it is typed', async () => {
    const [reader, other] = [await signedInReader(), await signedInReader()]
    const [given, others] = [await password(reader), await password(other)]
    expect(given).toMatch(/^readr_[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){4}$/)
    for (const typed of [given, given.toUpperCase(), given.replaceAll('-', ''), given.slice(6)]) {
      const found = await resumeAppPassword(typed, somewhere())
      expect(found.user.id, typed).toBe(reader.user.id)
      expect(found.session).toMatchObject({ kind: 'app-password', scopes: [] })
    }
    expect((await resumeAppPassword(others, somewhere())).user.id).toBe(other.user.id)
  })

  test('is stored as a hash that is neither a session’s nor a token’s', async () => {
    const reader = await signedInReader()
    const given = await password(reader)
    const bare = given.replaceAll(/^readr_|-/g, '')
    const stored = JSON.stringify(await db().session.findMany())
    for (const secret of [given, bare]) {
      expect(stored).not.toContain(secret)
      // An earlier version, which knows neither kind, finds no session with it.
      expect(stored).not.toContain(secretHash(secret))
      expect(await resumeWebSession(secret)).toBeNull()
      expect(await works(secret)).toBe(false)
    }
    expect(await opens(reader.secret)).toBe(false)
    expect(await opens(PASSWORD)).toBe(false)
  })

  test('is counted by network when it is wrong, and still works there when it is right', async () => {
    const given = await password(await signedInReader())
    const { most } = LIMITS.failedAppPassword
    const here = somewhere()
    const tries = (wrong: string) => outcome(resumeAppPassword(wrong, here))
    for (let i = 0; i < most; i += 1) expect(await tries('wrong')).toContain('unauthenticated')
    expect(await tries('wrong')).toContain('too-many-requests')
    expect(await tries(given.replace(/.$/, given.endsWith('0') ? '1' : '0'))).toContain('too-many')
    expect(await tries(given)).toBe('done')
  })
})

describe('a personal access token', () => {
  test('identifies its reader with its scopes, until it expires', async () => {
    const reader = await signedInReader()
    const given = await token(reader, 'Backup', 30)
    expect(given).toMatch(/^readr_pat_[\w-]{43}$/)
    const found = await resumeToken(given)
    expect(found).toMatchObject({
      user: { id: reader.user.id },
      session: { kind: 'token', scopes: ['library:read'] },
    })
    expect(await opens(given)).toBe(false)
    expect(await resumeWebSession(given)).toBeNull()
    later(30 * DAY - 1)
    expect(await works(given)).toBe(true)
    later(1)
    expect(await works(given)).toBe(false)
    expect(await appKeysOf(reader.user.id)).toEqual([])
  })

  test('does not expire unless it should, other than a session', async () => {
    const reader = await signedInReader()
    const given = await token(reader)
    later(1000 * DAY)
    expect(await works(given)).toBe(true)
    expect((await appKeysOf(reader.user.id))[0]).toMatchObject({ name: 'Backup', expiresAt: null })
  })
})

describe('app passwords and tokens', () => {
  test('are listed with their last use, apart from devices', async () => {
    const reader = await signedInReader()
    const given = await password(reader)
    await token(reader)
    const list = async () =>
      (await appKeysOf(reader.user.id)).map(({ name, lastUsedAt }) => [name, lastUsedAt !== null])
    expect((await list()).toSorted()).toEqual([
      ['Backup', false],
      ['KOReader', false],
    ])
    await resumeAppPassword(given, somewhere())
    expect(await list()).toEqual([
      ['KOReader', true],
      ['Backup', false],
    ])
    expect(JSON.stringify(await appKeysOf(reader.user.id))).not.toMatch(/secret/i)
    expect((await signedInDevices(reader.user.id)).map(({ kind }) => kind)).toEqual(['web'])
  })

  test.each<[string, (reader: SignedIn) => Promise<unknown>]>([
    ['signs out all other devices', ({ user, session }) => endOtherSessions(user.id, session.id)],
    [
      'changes the password',
      ({ user, session }) =>
        changePassword(
          user.id,
          { oldPassword: PASSWORD, newPassword: 'secret2', confirmNewPassword: 'secret2' },
          session.id,
        ),
    ],
    [
      'resets the password',
      async ({ user }) => resetPassword(await resetToken(user.email), 'secret2'),
    ],
    ['is suspended', ({ user }) => suspendUser(db(), user.id, new Date())],
    ['deletes the account', ({ user }) => db().user.delete({ where: { id: user.id } })],
  ])('end when their reader %s', async (_, end) => {
    const [reader, other] = [await signedInReader(), await signedInReader()]
    const secrets = async (of: SignedIn) => [await password(of), await token(of)] as const
    const [[ended, endedToken], [kept, keptToken]] = [await secrets(reader), await secrets(other)]
    await end(reader)
    expect([await opens(ended), await works(endedToken)]).toEqual([false, false])
    expect([await opens(kept), await works(keptToken)]).toEqual([true, true])
    expect(await appKeysOf(reader.user.id)).toEqual([])
  })

  test('can be revoked one by one, by their reader only', async () => {
    const [reader, stranger] = [await signedInReader(), await signedInReader()]
    const [first, second] = [await password(reader, 'one'), await password(reader, 'two')]
    const { id } = (await appKeysOf(reader.user.id)).find(({ name }) => name === 'one')!
    await endSession(stranger.user.id, id)
    expect(await opens(first)).toBe(true)
    await endSession(reader.user.id, id)
    expect([await opens(first), await opens(second)]).toEqual([false, true])
  })

  test('need the password, counted by session', async () => {
    const reader = await signedInReader()
    const create = (given?: string) =>
      outcome(createAppPassword(reader, { name: 'x', password: given }))
    expect(await create()).toBe('invalid-input: Please enter your password.')
    expect(await create('wrong')).toBe('invalid-input: Incorrect password.')
    for (let i = 1; i < LIMITS.sessionTries.most; i += 1) await create('wrong')
    expect(await create(PASSWORD)).toContain('too-many-requests')
    expect(await appKeysOf(reader.user.id)).toEqual([])
  })

  test('need a recent sign-in on an account without a password', async () => {
    const reader = await signedInReader({ passwordHash: null })
    const create = (name: string) => outcome(createAppPassword(reader, { name }))
    expect(await create('one')).toBe('done')
    later(15 * MINUTE)
    expect(await create('two')).toBe(
      'forbidden: For your security, please log in again before you create one.',
    )
  })

  test('need a verified address and a session that still exists', async () => {
    const unverified = await signedInReader({ emailVerified: false })
    expect(await outcome(password(unverified))).toBe(
      'forbidden: Please confirm your email address first.',
    )
    const reader = await signedInReader()
    await endSession(reader.user.id, reader.session.id)
    expect(await outcome(password(reader))).toContain('unauthenticated')
  })

  test('have different names, and there is a most, also for requests at the same time', async () => {
    const reader = await signedInReader()
    expect(await outcomes([1, 2, 3].map(() => password(reader, 'Kobo')))).toEqual({
      done: 1,
      'conflict: You already have one with this name.': 2,
    })
    const names = Array.from({ length: MAX_APP_KEYS + 2 }, (_, i) => `reader ${i}`)
    const made = await outcomes(names.map((name) => token(reader, name)))
    expect(made['done']).toBe(MAX_APP_KEYS - 1)
    expect(await appKeysOf(reader.user.id)).toHaveLength(MAX_APP_KEYS)
    await password(await signedInReader(), 'Kobo')
  })

  test('are reported by email; an administrator’s also in the log', async () => {
    const reader = await signedInReader()
    await password(reader, 'My <b>Kobo</b>')
    const [email] = await emailsTo(reader.user.email)
    expect(email!.subject).toBe('A new app password for your Readr account')
    expect(email!.html).not.toContain('<b>Kobo')
    expect(email!.text).toContain('/settings/apps')
    const entries = (subjectId: number) =>
      db().auditEntry.count({ where: { subjectId, action: 'admin.app-key' } })
    expect(await entries(reader.user.id)).toBe(0)
    const admin = await signedInReader({ role: 'admin' })
    await token(admin)
    expect(await entries(admin.user.id)).toBe(1)
  })
})
