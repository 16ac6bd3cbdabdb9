import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deleteExpired } from '#app/accounts/service/delete-expired.server.ts'
import { chooseFreeBook } from '#app/accounts/service/choose-free-book.server.ts'
import { beginAppSession, beginWebSession } from '#app/accounts/service/begin-session.server.ts'
import { refreshTokens } from '#app/accounts/service/refresh-tokens.server.ts'
import { resumeAppSession, resumeWebSession } from '#app/accounts/service/resume-session.server.ts'
import { signedInDevices } from '#app/accounts/service/list-devices.server.ts'
import { checkPassword } from '#app/accounts/service/check-password.server.ts'
import { requestPasswordReset } from '#app/accounts/service/request-password-reset.server.ts'
import { isResetLinkOpen, resetPassword } from '#app/accounts/service/reset-password.server.ts'
import { changeEmail } from '#app/accounts/service/change-email.server.ts'
import { changePassword } from '#app/accounts/service/change-password.server.ts'
import { deleteAccount } from '#app/accounts/service/delete-account.server.ts'
import { sendWelcomeEmail, register } from '#app/accounts/service/register.server.ts'
import { resendCode, verifyEmail } from '#app/accounts/service/verify-email.server.ts'
import { waitForDeferredWork } from '#app/accounts/service/run-deferred.server.ts'
import { linkByAddress, takeOverWithLink } from '#app/accounts/store/ownership.server.ts'
import {
  updateEmail,
  updatePassword,
  userByEmail,
  userById,
  type UserRow,
} from '#app/accounts/store/users.server.ts'
import { findBook } from '#app/catalogue/service/find-book.server.ts'
import { openSummary } from '#app/catalogue/service/open-summary.server.ts'
import { db } from '#app/platform/database.server.ts'
import { deliverDueEmails } from '#app/platform/email/outbox.server.ts'
import { EMAIL_CODE_TTL_MS, RESET_LINK_TTL_MS } from '#app/accounts/rules/lifetimes.ts'
import { emptyCatalogue, importBooks } from './books.ts'
import { lastCode, emailsTo, newReader, outcome, outcomes, PASSWORD, wrongCode } from './readers.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NEW_PASSWORD = 'secret2'
/** The session whose password attempts are counted. */
const SESSION = 1

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  await db().attemptCount.deleteMany()
})

afterEach(() => {
  vi.useRealTimers()
})

const later = (ms: number) => vi.setSystemTime(new Date(Date.now() + ms))

let network = 0
const somewhere = () => `198.51.100.${(network += 1)}`
const canSignIn = async (email: string, password: string) =>
  (await outcome(checkPassword({ email, password }, somewhere()))) === 'done'
const signIn = (userId: number) =>
  beginWebSession({ id: userId, passwordGeneration: 0 }, { remember: true, device: 'x' })

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
    await beginAppSession({ id, passwordGeneration: 0 }, 'x')
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
    expect(await updateEmail(reader, `thief-${user.email}`)).toBe('outdated')
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

describe('an email code', () => {
  const WRONG = 'invalid-input: That code is incorrect. Please check the email and try again.'
  const EXPIRED = 'invalid-input: This code no longer works. Please request a new one.'
  let count = 0

  async function registered() {
    count += 1
    const email = `coded-${count}@example.com`
    const { id } = await register({ name: 'Ada', email, password: PASSWORD }, somewhere())
    return { id, email, code: await lastCode(email) }
  }
  const isVerified = async (id: number) => (await userById(id))!.emailVerified

  test('verifies the address, once', async () => {
    const { id, code } = await registered()
    expect(await isVerified(id)).toBe(false)
    expect(await outcome(verifyEmail(id, code, 0))).toBe('done')
    expect(await isVerified(id)).toBe(true)
    expect(await outcome(verifyEmail(id, code, 0))).toBe(EXPIRED)
    expect(await outcome(resendCode(id))).toBe('conflict: Your email address is already confirmed.')
  })

  test('allows five tries', async () => {
    const { id, code } = await registered()
    for (let i = 1; i <= 5; i++)
      expect(await outcome(verifyEmail(id, wrongCode(code, i), 0))).toBe(WRONG)
    expect(await outcome(verifyEmail(id, code, 0))).toBe(EXPIRED)
    expect(await isVerified(id)).toBe(false)
  })

  test('is accepted at the fifth try', async () => {
    const { id, code } = await registered()
    for (let i = 1; i <= 4; i++) await outcome(verifyEmail(id, wrongCode(code, i), 0))
    expect(await outcome(verifyEmail(id, code, 0))).toBe('done')
  })

  test('allows five concurrent tries', async () => {
    const { id, code } = await registered()
    const attempts = Array.from({ length: 20 }, (_, i) =>
      verifyEmail(id, wrongCode(code, i + 1), 0),
    )
    expect(await outcomes(attempts)).toEqual({ [WRONG]: 5, [EXPIRED]: 15 })
  })

  test('expires after EMAIL_CODE_TTL_MS', async () => {
    const { id, code } = await registered()
    later(EMAIL_CODE_TTL_MS - 1)
    expect(await outcome(verifyEmail(id, wrongCode(code), 0))).toBe(WRONG)
    later(1)
    expect(await outcome(verifyEmail(id, code, 0))).toBe(EXPIRED)
    const late = await registered()
    later(EMAIL_CODE_TTL_MS - 1)
    expect(await outcome(verifyEmail(late.id, late.code, 0))).toBe('done')
  })

  test('is replaced by a new one with its own tries', async () => {
    const { id, email, code } = await registered()
    for (let i = 1; i <= 5; i++) await outcome(verifyEmail(id, wrongCode(code, i), 0))
    await resendCode(id)
    const next = await lastCode(email)
    if (next !== code) expect(await outcome(verifyEmail(id, code, 0))).toBe(WRONG)
    expect(await outcome(verifyEmail(id, next, 0))).toBe('done')
  })

  test('can be sent again five times an hour', async () => {
    const { id } = await registered()
    const attempts = Array.from({ length: 7 }, () => resendCode(id))
    expect(await outcomes(attempts)).toEqual({
      done: 5,
      'too-many-requests: Too many attempts. Please try again in 60 minutes.': 2,
    })
  })

  test('works only for its reader', async () => {
    const [ada, bob] = [await registered(), await registered()]
    if (ada.code !== bob.code) expect(await outcome(verifyEmail(bob.id, ada.code, 0))).toBe(WRONG)
    expect(await isVerified(bob.id)).toBe(false)
  })

  test('for the old address does not verify the new one', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, code, email } = await registered()
      const newEmail = `new-${email}`
      const [changed, verified] = await Promise.all([
        outcome(changeEmail(id, { newEmail, password: PASSWORD }, SESSION)),
        outcome(verifyEmail(id, code, 0)),
      ])
      const user = (await userById(id))!
      if (changed !== 'done') {
        // The verification came first, which makes the checked password outdated.
        expect([changed, verified]).toEqual(['invalid-input: Incorrect password.', 'done'])
        expect(user).toMatchObject({ email, emailVerified: true })
        continue
      }
      expect(user.email).toBe(newEmail)
      expect(user.emailVerified, verified).toBe(false)
      if ((await lastCode(newEmail)) !== code)
        expect(await outcome(verifyEmail(id, code, 0))).not.toBe('done')
    }
  })

  test('for the old address is deleted when the address changes', async () => {
    const { id, email } = await registered()
    await updateEmail({ id, passwordGeneration: 0 }, `moment-${email}`)
    expect(await db().emailCode.findUnique({ where: { userId: id } })).toBeNull()
  })
})

describe('changing the email address', () => {
  test('requires the password, notifies the old address, and sends a code to the new one', async () => {
    const { id, email } = await newReader({ emailVerified: true })
    const newEmail = 'changed@example.com'
    expect(await outcome(changeEmail(id, { newEmail, password: 'wrong!' }, SESSION))).toBe(
      'invalid-input: Incorrect password.',
    )
    expect(await outcome(changeEmail(id, { newEmail: email, password: PASSWORD }, SESSION))).toBe(
      'invalid-input: This is already your email address.',
    )
    expect(await emailsTo(newEmail)).toEqual([])
    expect(await outcome(changeEmail(id, { newEmail, password: PASSWORD }, SESSION))).toBe('done')
    expect(await userById(id)).toMatchObject({ email: newEmail, emailVerified: false })
    expect((await emailsTo(email)).map(({ text }) => text).join()).toContain(newEmail)
    expect(await outcome(verifyEmail(id, await lastCode(newEmail), 0))).toBe('done')
    expect((await userById(id))!.emailVerified).toBe(true)
    expect(await canSignIn(newEmail, PASSWORD)).toBe(true)
    expect(await canSignIn(email, PASSWORD)).toBe(false)
  })

  test('to a taken one is a conflict, even in concurrent requests', async () => {
    const taken = await newReader()
    const readers = await Promise.all([newReader(), newReader(), newReader()])
    const to = (newEmail: string) =>
      readers.map(({ id }) => changeEmail(id, { newEmail, password: PASSWORD }, SESSION))
    const conflict = 'conflict: An account with this email already exists.'
    expect(await outcomes(to(taken.email))).toEqual({ [conflict]: 3 })
    expect(await outcomes(to('wanted@example.com'))).toEqual({ [conflict]: 2, done: 1 })
    expect(await emailsTo('wanted@example.com')).toHaveLength(1)
  })

  test('is limited, so that nobody can flood mailboxes with it', async () => {
    const { id } = await newReader()
    for (let i = 0; i < 5; i++) {
      expect(
        await outcome(
          changeEmail(id, { newEmail: `victim-${i}@example.com`, password: PASSWORD }, SESSION),
        ),
      ).toBe('done')
    }
    expect(
      await outcome(
        changeEmail(id, { newEmail: 'victim-5@example.com', password: PASSWORD }, SESSION),
      ),
    ).toBe('too-many-requests: Too many attempts. Please try again in 60 minutes.')
    expect((await userById(id))!.email).toBe('victim-4@example.com')
    expect(await emailsTo('victim-5@example.com')).toEqual([])
  })

  test('is refused for accounts without a password', async () => {
    const { id } = await newReader({ passwordHash: null })
    const refused = 'forbidden: This account signs in with a provider and has no password.'
    expect(
      await outcome(changeEmail(id, { newEmail: 'x@example.com', password: '' }, SESSION)),
    ).toBe(refused)
    expect(
      await outcome(
        changePassword(
          id,
          { oldPassword: '', newPassword: NEW_PASSWORD, confirmNewPassword: NEW_PASSWORD },
          0,
        ),
      ),
    ).toBe(refused)
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
    await beginAppSession({ id, passwordGeneration: 0 }, 'x')
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

/** Creates a row of a reader in each table with a userId. */
const ROWS: Record<string, (userId: number) => Promise<unknown>> = {
  Session: (userId) => signIn(userId),
  PasswordReset: (userId) =>
    db().passwordReset.create({
      data: { userId, tokenHash: `hash-${userId}`, expiresAt: new Date(Date.now() + HOUR) },
    }),
  EmailCode: (userId) => resendCode(userId),
  IdentityLink: (userId) =>
    db().identityLink.create({
      data: { userId, provider: 'google', subject: `subject-${userId}` },
    }),
  TwoFactor: (userId) =>
    db().twoFactor.create({
      data: { userId, secret: 'encrypted', startedBy: 1, startedAt: new Date() },
    }),
  RecoveryCode: (userId) =>
    db().recoveryCode.create({ data: { userId, codeHash: `hash-${userId}` } }),
  SavedBook: async (userId) =>
    db().savedBook.create({ data: { userId, bookId: await bookId(), savedAt: new Date() } }),
  ReadBook: async (userId) =>
    db().readBook.create({ data: { userId, bookId: await bookId(), readAt: new Date() } }),
  OpenedBook: async (userId) =>
    db().openedBook.create({ data: { userId, bookId: await bookId(), openedAt: new Date() } }),
  ReadingPlace: async (userId) =>
    db().readingPlace.create({
      data: {
        userId,
        bookId: await bookId(),
        section: 'idea-1',
        paragraph: 0,
        share: 0.5,
        placedAt: new Date(),
      },
    }),
  MarkEvent: async (userId) =>
    db().markEvent.create({
      data: { userId, bookId: await bookId(), kind: 'saved', happenedAt: new Date() },
    }),
  MarkWord: async (userId) =>
    db().markWord.create({
      data: { userId, bookId: await bookId(), mark: 'saved', saidAt: new Date() },
    }),
  CountedMark: async (userId) =>
    db().countedMark.create({ data: { userId, bookId: await bookId(), place: 1 } }),
  BillingAccount: (userId) => db().billingAccount.create({ data: { userId, customerKey: 'key' } }),
  Subscription: (userId) =>
    db().subscription.create({
      data: { userId, ticket: 1, status: 'active', isSetUp: true, reconciledAt: new Date() },
    }),
  Charge: (userId) =>
    db().charge.create({
      data: {
        userId,
        invoiceId: `in_${userId}`,
        status: 'paid',
        amountCents: 1600,
        amountPaidCents: 1600,
        description: 'Readr Monthly',
        createdAt: new Date(),
      },
    }),
  SubscriptionAttempt: (userId) =>
    db().subscriptionAttempt.create({
      data: {
        userId,
        attemptId: `attempt-${userId}`,
        place: 'here',
        priceId: 'price_1',
        trialDays: 7,
        parametersHash: 'hash',
        createdAt: new Date(),
      },
    }),
  BillingNotice: (userId) =>
    db().billingNotice.create({
      data: { userId, kind: 'receipt', subject: 'in_1', title: 'Receipt', createdAt: new Date() },
    }),
}

async function bookId(): Promise<number> {
  await importBooks({ walden: { title: 'Walden' } })
  return (await findBook('walden'))!.id
}

/** Every model and whether its rows refer to a reader. */
function models(): { name: string; refersToReader: boolean }[] {
  const folder = 'prisma/models'
  return readdirSync(folder).flatMap((file) =>
    [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/^model (\w+) \{([^]*?)^\}/gm)].map(
      ([, name, body]) => ({
        name: name!,
        refersToReader: /^\s+(?:\w*(?:user|reader|account)Id\s|\w+\s+User\??\s)/im.test(body!),
      }),
    ),
  )
}

describe('deleting an account', () => {
  const rows = (model: string) => {
    const tables = db() as unknown as Record<
      string,
      { findMany(): Promise<Record<string, unknown>[]> }
    >
    return tables[model[0]!.toLowerCase() + model.slice(1)]!.findMany()
  }

  test('is tested with every table that refers to readers', () => {
    expect(models().length).toBeGreaterThan(8)
    const referring = models().filter((model) => model.refersToReader)
    expect(referring.map(({ name }) => name).toSorted()).toEqual(Object.keys(ROWS).toSorted())
  })

  test('deletes all rows of the reader and sends a last email', async () => {
    const stranger = await newReader()
    const user = await newReader({ name: 'Gone Forever' })
    for (const make of Object.values(ROWS)) {
      await make(user.id)
      await make(stranger.id)
    }
    await deleteAccount(user.id)
    for (const { name, refersToReader } of models()) {
      const left = await rows(name)
      expect(
        left.filter((row) => row['userId'] === user.id),
        name,
      ).toEqual([])
      if (refersToReader)
        expect(
          left.filter((row) => row['userId'] === stranger.id),
          name,
        ).toHaveLength(1)
      if (name === 'OutboxEmail') continue
      expect(JSON.stringify(left), name).not.toMatch(new RegExp(`${user.email}|Gone Forever`))
    }
    expect((await emailsTo(user.email)).map(({ subject }) => subject)).toEqual([
      'Your Readr account is deleted',
    ])
    expect(await emailsTo(stranger.email)).toHaveLength(1)
    expect(await userByEmail(user.email)).toBeNull()
    expect(await canSignIn(user.email, PASSWORD)).toBe(false)
  })

  test('works while its email is being sent', async () => {
    const user = await newReader()
    await resendCode(user.id)
    await Promise.all([deliverDueEmails(), deleteAccount(user.id)])
    await deliverDueEmails()
    expect((await emailsTo(user.email)).every(({ sentAt }) => sentAt !== null)).toBe(true)
  })

  test('twice concurrently is done once', async () => {
    const user = await newReader()
    const results = await outcomes([deleteAccount(user.id), deleteAccount(user.id)])
    expect(Object.keys(results).every((result) => /^done|^unauthenticated/.test(result))).toBe(true)
    expect(await outcome(deleteAccount(user.id))).toBe('unauthenticated: Authentication required')
    expect(await emailsTo(user.email)).toHaveLength(1)
  })

  test('makes the address available again', async () => {
    const user = await newReader()
    await deleteAccount(user.id)
    const again = await register(
      { name: 'Ada', email: user.email, password: PASSWORD },
      somewhere(),
    )
    expect(again.id).not.toBe(user.id)
  })
})

describe('expired rows', () => {
  test('are deleted automatically', async () => {
    const { id } = await newReader()
    await signIn(id)
    later(31 * 24 * HOUR)
    const current = await signIn(id)
    await deleteExpired()
    expect(await db().session.count({ where: { userId: id } })).toBe(1)
    expect(await resumeWebSession(current.secret)).not.toBeNull()
  })
})

describe('the free summary', () => {
  beforeEach(async () => {
    await emptyCatalogue()
    await importBooks({ one: {}, two: {}, locked: { locked: true } })
  })
  const choose = async (reader: UserRow, slug: string) =>
    chooseFreeBook(reader, (await findBook(slug))!)
  const CHOSEN = 'conflict: You have already chosen your free summary.'

  test('is one unlocked book, chosen once', async () => {
    const reader = await newReader()
    expect(await outcome(choose(reader, 'locked'))).toBe('forbidden: Subscription required')
    expect(await outcome(choose(reader, 'one'))).toBe('done')
    expect(await outcome(choose(reader, 'one'))).toBe('done')
    expect(await outcome(choose(reader, 'two'))).toBe(CHOSEN)
    const { freeBookId } = (await userById(reader.id))!
    const text = async (slug: string) =>
      JSON.stringify((await openSummary('free', slug, freeBookId)).summary)
    expect(await text('one')).toContain('The paid part.')
    expect(await text('two')).not.toContain('The paid part.')
  })

  test('accepts one of two concurrent choices', async () => {
    const reader = await newReader()
    expect(await outcomes([choose(reader, 'one'), choose(reader, 'two')])).toEqual({
      done: 1,
      [CHOSEN]: 1,
    })
  })

  test('can no longer be read when it is locked later', async () => {
    const reader = await newReader()
    await choose(reader, 'one')
    await db().book.update({ where: { slug: 'one' }, data: { locked: true } })
    const { freeBookId } = (await userById(reader.id))!
    expect((await openSummary('free', 'one', freeBookId)).summary).toBeNull()
  })
})
