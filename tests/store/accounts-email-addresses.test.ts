import { describe, expect, test } from 'vitest'
import { changeEmail } from '#app/accounts/service/change-email.server.ts'
import { changePassword } from '#app/accounts/service/change-password.server.ts'
import { checkPassword } from '#app/accounts/service/check-password.server.ts'
import { register } from '#app/accounts/service/register.server.ts'
import { resetPassword } from '#app/accounts/service/reset-password.server.ts'
import { resendCode, verifyEmail } from '#app/accounts/service/verify-email.server.ts'
import { userByEmail, userById } from '#app/accounts/store/users.server.ts'
import { db } from '#app/platform/database.server.ts'
import { EMAIL_CODE_TTL_MS } from '#app/accounts/rules/lifetimes.ts'
import { canSignIn, later, moveTo, resetToken, somewhere, startAt } from './accounts.ts'
import { lastCode, emailsTo, newReader, outcome, outcomes, PASSWORD, wrongCode } from './readers.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const NEW_PASSWORD = 'secret2'
/** The session whose password attempts are counted. */
const SESSION = 1

startAt(NOW)

describe('an email code', () => {
  const WRONG = 'invalid-input: That code is incorrect. Please check the email and try again.'
  const EXPIRED =
    'invalid-input: This code no longer works. Select “Send a new code” to get another one.'
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
    await moveTo({ id, passwordGeneration: 0 }, `moment-${email}`)
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
      'invalid-input: This is already your email address. Please enter a different one.',
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
    const refused =
      'forbidden: This account has no password. Use Apple, Google, or Facebook to sign in.'
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

describe('an account from before addresses had one form', () => {
  const WEIRD = ['ada@m\u00fcnchen-weird.de', 'ada@exa\u200bmple.com', '\uff41da@example.com']

  test.each(WEIRD)(
    'with %j signs in, resets its password, and keeps its address',
    async (email) => {
      const { id } = await newReader({ emailVerified: true })
      await db().user.update({ where: { id }, data: { email } })
      expect(await canSignIn(email, PASSWORD)).toBe(true)
      expect((await userByEmail(email))?.id).toBe(id)
      await resetPassword(await resetToken(email), NEW_PASSWORD)
      expect(await canSignIn(email, NEW_PASSWORD)).toBe(true)
    },
  )

  test('is found by its domain in ASCII, which nobody else can register', async () => {
    const { id } = await newReader()
    await db().user.update({ where: { id }, data: { email: 'bea@b\u00fccher.example' } })
    const ascii = 'bea@xn--bcher-kva.example'
    expect(await canSignIn(ascii, PASSWORD)).toBe(true)
    expect(
      await outcome(register({ email: ascii, name: 'B', password: PASSWORD }, somewhere())),
    ).toBe('conflict: An account with this email already exists.')
    const other = await newReader()
    expect(await moveTo(other, ascii)).toBe('taken')
  })

  test('comes first if another one has the other form', async () => {
    const [first, second] = [await newReader(), await newReader({ passwordHash: null })]
    await db().user.update({ where: { id: first.id }, data: { email: 'cy@z\u00fcrich.example' } })
    const ascii = 'cy@xn--zrich-kva.example'
    await db().user.update({ where: { id: second.id }, data: { email: ascii } })
    expect(await canSignIn('cy@z\u00fcrich.example', PASSWORD)).toBe(true)
    expect(await canSignIn(ascii, PASSWORD)).toBe(false)
  })

  test('gives nobody more attempts with other spellings', async () => {
    const { id } = await newReader()
    await db().user.update({ where: { id }, data: { email: 'dan@b\u00fccher.example' } })
    const spellings = ['dan@b\u00fccher.example', 'dan@xn--bcher-kva.example']
    const from = somewhere()
    const tries = Array.from({ length: 24 }, (_, i) => spellings[i % 2]!)
    const found: Record<string, number> = {}
    for (const email of tries) {
      const result = (await outcome(checkPassword({ email, password: 'wrong!' }, from))).split(
        ':',
      )[0]!
      found[result] = (found[result] ?? 0) + 1
    }
    expect(found).toEqual({ unauthenticated: 10, 'too-many-requests': 14 })
  })
})
