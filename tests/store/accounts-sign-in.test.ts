import { RouterContextProvider } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { hashPassword, verifyPassword } from '#app/accounts/service/password-hash.server.ts'
import { LIMITS } from '#app/accounts/rules/rate-limits.ts'
import { action as login } from '#app/api/auth/login.ts'
import { changeEmail } from '#app/accounts/service/change-email.server.ts'
import { changePassword } from '#app/accounts/service/change-password.server.ts'
import { deleteAccount } from '#app/accounts/service/delete-account.server.ts'
import { register } from '#app/accounts/service/register.server.ts'
import { consumeAttempt } from '#app/accounts/service/rate-limits.server.ts'
import { createUser } from '#app/accounts/service/create-user.server.ts'
import { listUsers, readerByEmail } from '#app/accounts/service/find-reader.server.ts'
import { setRole } from '#app/accounts/service/set-role.server.ts'
import { beginAppSession, beginWebSession } from '#app/accounts/service/begin-session.server.ts'
import { checkPassword } from '#app/accounts/service/check-password.server.ts'
import { userByEmail } from '#app/accounts/store/users.server.ts'
import { db } from '#app/platform/database.server.ts'
import { later, somewhere, startAt } from './accounts.ts'
import { emailsTo, newReader, outcome, outcomes, PASSWORD } from './readers.ts'
import { statements } from './statements.ts'

const argon2 = vi.hoisted(() => ({ hashes: 0, last: {} }))

vi.mock('node:crypto', async (original) => {
  const actual = await original<typeof import('node:crypto')>()
  const counted: typeof actual.argon2 = (...args) => {
    argon2.hashes += 1
    argon2.last = { algorithm: args[0], ...args[1] }
    return actual.argon2(...args)
  }
  return { ...actual, argon2: counted }
})

const NOW = new Date('2026-11-21T12:00:00Z')
const WRONG = 'unauthenticated: Invalid email or password. Please try again.'
const wait = (minutes: number) =>
  `too-many-requests: Too many attempts. Please try again in ${minutes} minutes.`

startAt(NOW)

describe('a password', () => {
  test('is stored as argon2id with 19 MiB and two passes, salted', async () => {
    const stored = await hashPassword(PASSWORD)
    expect(stored).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
    )
    const computed = { algorithm: 'argon2id', memory: 19_456, passes: 2, parallelism: 1 }
    expect(argon2.last).toMatchObject(computed)
    expect(await hashPassword(PASSWORD)).not.toBe(stored)
    argon2.last = {}
    expect(await verifyPassword(stored, PASSWORD)).toBe(true)
    expect(argon2.last).toMatchObject(computed)
    expect(await verifyPassword(stored, `${PASSWORD} `)).toBe(false)
    expect(await verifyPassword(stored, '')).toBe(false)
  })

  test('is normalized, so that accents can be typed either way', async () => {
    expect(
      await verifyPassword(await hashPassword('zoe\u0308-zoe\u0308'), 'zo\u00eb-zo\u00eb'),
    ).toBe(true)
  })
})

describe('registration', () => {
  const input = (email: string) => ({ name: 'Ada', email, password: PASSWORD })

  test('creates the account and sends a welcome email with a code', async () => {
    const user = await register(input('ada@example.com'), somewhere())
    expect(user).toMatchObject({
      email: 'ada@example.com',
      name: 'Ada',
      role: 'reader',
      emailVerified: false,
      freeBookId: null,
    })
    expect(user.passwordHash).not.toContain(PASSWORD)
    const [email, ...others] = await emailsTo('ada@example.com')
    expect(others).toEqual([])
    expect(email!.text).toMatch(/Welcome to Readr\.[^]*\b\d{6}\b[^]*\/verify/)
  })

  test('twice concurrently creates one account', async () => {
    const attempts = Array.from({ length: 5 }, () =>
      register(input('twin@example.com'), somewhere()),
    )
    expect(await outcomes(attempts)).toEqual({
      done: 1,
      'conflict: An account with this email already exists.': 4,
    })
    expect(await db().user.count({ where: { email: 'twin@example.com' } })).toBe(1)
    expect(await emailsTo('twin@example.com')).toHaveLength(1)
  })

  test('is limited per network address', async () => {
    const from = somewhere()
    const { email } = await newReader()
    await outcomes(Array.from({ length: 10 }, () => register(input(email), from)))
    expect(await outcome(register(input('late@example.com'), from))).toBe(wait(60))
    expect(await userByEmail('late@example.com')).toBeNull()
    expect(await outcome(register(input('late@example.com'), somewhere()))).toBe('done')
  })
})

describe('a sign-in', () => {
  const attempt = (email: string, password = PASSWORD, from = somewhere()) =>
    checkPassword({ email, password }, from)

  test('finds the reader by address and password', async () => {
    const user = await newReader()
    expect(await attempt(user.email)).toEqual({
      ...user,
      hasTwoFactor: false,
      subscribedUntil: null,
    })
  })

  test('gives the same error for a wrong password, an unknown address, and an account without a password', async () => {
    const { email } = await newReader()
    const provider = await newReader({ passwordHash: null })
    for (const [address, password] of [
      [email, 'wrong!'],
      ['nobody@example.com', PASSWORD],
      [provider.email, ''],
      ['nobody', PASSWORD],
    ] as const) {
      expect(await outcome(attempt(address, password))).toBe(WRONG)
    }
  })

  test('costs one hash for every address', async () => {
    const { email } = await newReader()
    const provider = await newReader({ passwordHash: null })
    for (const [address, password] of [
      [email, PASSWORD],
      [email, 'wrong!'],
      ['nobody@example.com', PASSWORD],
      [provider.email, PASSWORD],
    ] as const) {
      const before = argon2.hashes
      await outcome(attempt(address, password))
      expect(argon2.hashes - before, address).toBe(1)
    }
  })

  test.each(['web', 'app'] as const)('costs three statements with its %s session', async (kind) => {
    const { email } = await newReader()
    await attempt(email)
    const seen = await statements(async () => {
      const { id } = await attempt(email)
      if (kind === 'web')
        await beginWebSession(
          { id, passwordGeneration: 0, role: 'reader' },
          { remember: true, device: 'x' },
        )
      else await beginAppSession({ id, passwordGeneration: 0, role: 'reader' }, 'x')
    })
    expect(seen).toHaveLength(3)
  })

  test('through the API costs few statements, including the subscription status', async () => {
    const { email } = await newReader({ role: 'admin' })
    const url = new URL('http://localhost/api/auth/login')
    const signIn = async () => {
      const body = JSON.stringify({ email, password: PASSWORD })
      const request = new Request(url, { method: 'POST', body })
      const args = { request, url, params: {}, context: new RouterContextProvider(), pattern: '' }
      return login(args as never)
    }
    await signIn()
    let answer: Response
    const seen = await statements(async () => (answer = await signIn()))
    // One more checks the limit of the network address, and one marks the first device. Three are
    // for the transaction with the entry in the log, which only administrators have.
    expect(seen).toHaveLength(5 + 3)
    expect((await answer!.json()).data.user).toMatchObject({ email, isSubscribed: true })
  })

  test('that fails costs the same number of statements for known and unknown addresses', async () => {
    const { email } = await newReader()
    const counts = []
    for (const address of [email, 'nobody@example.com']) {
      counts.push((await statements(() => outcome(attempt(address, 'wrong!')))).length)
    }
    expect(counts).toEqual([3, 3])
  })

  test.each([
    ['a known', true],
    ['an unknown', false],
  ])(
    'may fail ten times in 15 minutes for %s address from one network, even concurrently',
    async (_, known) => {
      const email = known ? (await newReader()).email : 'guessed@example.com'
      const from = somewhere()
      const attempts = Array.from({ length: 25 }, () => attempt(email, 'wrong!', from))
      expect(await outcomes(attempts)).toEqual({ [WRONG]: 10, [wait(15)]: 15 })
      expect(await outcome(attempt(email, PASSWORD, from))).toBe(wait(15))
      later(14 * 60_000)
      expect(await outcome(attempt(email, PASSWORD, from))).toBe(wait(1))
      later(60_000)
      expect(await outcome(attempt(email, PASSWORD, from))).toBe(known ? 'done' : WRONG)
    },
  )

  test('does not count as a failure when it succeeds', async () => {
    const { email } = await newReader()
    for (let i = 0; i < 12; i++) expect(await outcome(attempt(email))).toBe('done')
  })

  test('is limited per network address, 30 in 15 minutes', async () => {
    const from = somewhere()
    for (let i = 0; i < 30; i++) await outcome(consumeAttempt([{ limit: LIMITS.signIn, by: from }]))
    const { email } = await newReader()
    expect(await outcome(attempt(email, PASSWORD, from))).toBe(wait(15))
    expect(await outcome(attempt(email, PASSWORD, somewhere()))).toBe('done')
    later(15 * 60_000)
    expect(await outcome(attempt(email, PASSWORD, from))).toBe('done')
  })
})

describe('a signed-in reader', () => {
  test.each(['changeEmail', 'changePassword'] as const)(
    'cannot guess the password at %s',
    async (useCase) => {
      const user = await newReader()
      const guess = (password: string) =>
        useCase === 'changeEmail'
          ? changeEmail(user.id, { newEmail: 'new@example.com', password }, 0)
          : changePassword(
              user.id,
              { oldPassword: password, newPassword: 'secret2', confirmNewPassword: 'secret2' },
              0,
            )
      const attempts = Array.from({ length: 15 }, () => guess('wrong!'))
      expect(await outcomes(attempts)).toEqual({
        'invalid-input: Incorrect password.': 10,
        [wait(15)]: 5,
      })
      expect(await outcome(guess(PASSWORD))).toBe(wait(15))
      expect(await userByEmail(user.email)).toEqual(user)
      // The count of the session does not block sign-ins.
      expect(
        await outcome(checkPassword({ email: user.email, password: PASSWORD }, somewhere())),
      ).toBe('done')
      later(15 * 60_000)
      expect(await outcome(guess(PASSWORD))).toBe('done')
    },
  )
})

describe('an operator', () => {
  test('creates, promotes, lists, and deletes accounts', async () => {
    const created = await createUser({
      email: ' Op@Example.com ',
      name: 'Op',
      password: PASSWORD,
      role: 'admin',
    })
    expect(created).toMatchObject({ email: 'op@example.com', role: 'admin', emailVerified: true })
    expect(
      await outcome(
        createUser({ email: 'op@example.com', name: 'Op', password: PASSWORD, role: 'reader' }),
      ),
    ).toBe('conflict: op@example.com already has an account.')
    await expect(
      createUser({ email: 'x', name: 'Op', password: '1', role: 'reader' }),
    ).rejects.toThrow('Please enter an email address')
    await setRole(' OP@example.com', 'reader')
    expect((await listUsers()).find(({ id }) => id === created.id)).toMatchObject({
      role: 'reader',
    })
    expect((await readerByEmail(' Op@example.com')).id).toBe(created.id)
    await deleteAccount(created.id)
    expect(await outcome(readerByEmail('op@example.com'))).toBe(
      'not-found: op@example.com has no account.',
    )
    expect(await outcome(setRole('op@example.com', 'admin'))).toBe(
      'not-found: op@example.com has no account.',
    )
  })
})
