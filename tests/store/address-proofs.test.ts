import { beforeEach, describe, expect, test } from 'vitest'
import { beginAppSession } from '#app/accounts/service/begin-session.server.ts'
import { refreshTokens } from '#app/accounts/service/refresh-tokens.server.ts'
import { resumeAppSession } from '#app/accounts/service/resume-session.server.ts'
import { beginSignIn } from '#app/accounts/service/begin-sign-in.server.ts'
import { exchangeTicket } from '#app/accounts/service/complete-sign-in.server.ts'
import { signInWithProvider } from '#app/accounts/service/sign-in-with-provider.server.ts'
import { isResetLinkOpen, resetPassword } from '#app/accounts/service/reset-password.server.ts'
import { sendWelcomeEmail, register } from '#app/accounts/service/register.server.ts'
import { resendCode, verifyEmail } from '#app/accounts/service/verify-email.server.ts'
import { insertLinkedUser, linkedProviders } from '#app/accounts/store/identities.server.ts'
import { takeOverWithLink } from '#app/accounts/store/address-proofs.server.ts'
import { userById, type UserRow } from '#app/accounts/store/users.server.ts'
import { signTicket } from '#app/accounts/service/sign-in-tickets.server.ts'
import { db } from '#app/platform/database.server.ts'
import { moveTo, resetToken, somewhere } from './accounts.ts'
import { idOf, OWNERS_PASSWORD, person } from './people-at-providers.ts'
import { lastCode, emailsTo, newReader, newSession, outcome, PASSWORD } from './readers.ts'

beforeEach(async () => {
  await db().attemptCount.deleteMany()
})

let victims = 0

/**
 * An account that a squatter registered with a victim's address, with every kind of access that
 * earlier versions let them set up.
 */
async function squatted(email = `victim-${(victims += 1)}@example.com`) {
  const user = await register({ email, name: 'Mallory', password: PASSWORD }, somewhere())
  return { user, ...(await leaveAccess(user)) }
}

async function leaveAccess(user: UserRow) {
  const mallory = person()
  const { id } = user
  const { provider, subject } = mallory
  await db().identityLink.create({ data: { userId: id, provider, subject } })
  const web = await newSession(user)
  const app = await beginAppSession(user, 'an app')
  const ticket = await signTicket(user, true, new Date())
  const link = await resetToken(user.email)
  await db().twoFactor.create({
    data: {
      userId: id,
      secret: 'x',
      startedBy: web,
      startedAt: new Date(),
      confirmedAt: new Date(),
    },
  })
  await db().recoveryCode.create({ data: { userId: id, codeHash: `code-${id}` } })
  return { mallory, web, app, ticket, link }
}

type Squatted = Awaited<ReturnType<typeof squatted>>

/** Which of these still give access to the account. */
async function whatWorks({ user, mallory, web, app, ticket, link }: Squatted): Promise<string[]> {
  const now = (await userById(user.id))!
  const works: string[] = []
  if (idOf(await signInWithProvider(mallory, somewhere(), { mayTakeOver: false })) === user.id) {
    works.push('link')
  }
  const session = await db().session.findUnique({ where: { id: web } })
  if (session?.passwordGeneration === now.passwordGeneration) works.push('session')
  if (!('problem' in (await resumeAppSession(app.accessToken)))) works.push('access token')
  if (await refreshTokens(app.refreshToken)) works.push('refresh token')
  if (await isResetLinkOpen(link)) works.push('reset link')
  if ((await db().twoFactor.count({ where: { userId: user.id } })) > 0) works.push('factor')
  if ((await db().recoveryCode.count({ where: { userId: user.id } })) > 0) works.push('recovery')
  await db().twoFactor.deleteMany({ where: { userId: user.id } })
  const factor = { secret: 'x', startedBy: 0, startedAt: new Date(), confirmedAt: new Date() }
  await db().twoFactor.create({ data: { userId: user.id, ...factor } })
  const exchanged = await outcome(exchangeTicket(ticket, '0'.repeat(16)))
  if (!exchanged.includes('took too long')) works.push('ticket')
  await db().twoFactor.deleteMany({ where: { userId: user.id } })
  return works
}

const ALL = [
  'link',
  'session',
  'access token',
  'refresh token',
  'reset link',
  'factor',
  'recovery',
  'ticket',
]

describe('the access of a squatter', () => {
  test('works until somebody verifies the address', async () => {
    expect(await whatWorks(await squatted())).toEqual(ALL)
  })

  test('ends when the owner resets the password', async () => {
    const left = await squatted()
    const { user } = left
    await resetPassword(await resetToken(user.email), OWNERS_PASSWORD)
    expect(await userById(user.id)).toMatchObject({ emailVerified: true })
    const input = { email: user.email, password: OWNERS_PASSWORD }
    expect(await beginSignIn(input, somewhere(), { remember: false })).toHaveProperty('user')
    expect(await whatWorks(left)).toEqual([])
  })

  test('ends when a session verifies the address with its code; that session stays', async () => {
    const left = await squatted()
    const { user } = left
    const session = await newSession((await userById(user.id))!)
    await sendWelcomeEmail(user)
    await verifyEmail(user.id, await lastCode(user.email), session)
    const { passwordGeneration } = (await userById(user.id))!
    expect(await db().session.findMany({ where: { userId: user.id } })).toMatchObject([
      { id: session, passwordGeneration },
    ])
    expect(await whatWorks(left)).toEqual([])
  })

  test('ends, including the password, when a provider has verified the owner’s address', async () => {
    const left = await squatted()
    const { user } = left
    const owner = person(user.email)
    expect(await signInWithProvider(owner, somewhere(), { mayTakeOver: false })).toBe('must-agree')
    expect(await userById(user.id)).toEqual(user)
    expect(idOf(await signInWithProvider(owner, somewhere(), { mayTakeOver: true }))).toBe(user.id)
    expect(await userById(user.id)).toMatchObject({ emailVerified: true, passwordHash: null })
    expect(await whatWorks(left)).toEqual([])
  })

  test('ends, except for its own link, when a linked provider verifies the address', async () => {
    const left = await squatted()
    const { user } = left
    const owner = person(user.email)
    const { provider, subject } = owner
    await db().identityLink.create({ data: { userId: user.id, provider, subject } })
    const found = await signInWithProvider(owner, somewhere(), { mayTakeOver: false })
    expect(found).toMatchObject({ id: user.id, emailVerified: true })
    // The result can begin a valid session.
    await newSession(found as UserRow)
    expect(await whatWorks(left)).toEqual([])
    expect(await linkedProviders(user.id)).toEqual(['google'])
  })

  /** An account whose squatter has verified another address, moved to the victim's. */
  async function moved() {
    const own = await newReader({ emailVerified: true })
    const left = { user: own, ...(await leaveAccess(own)) }
    const victim = `moved-onto-${own.id}@example.com`
    await moveTo(own, victim)
    return { left, victim }
  }

  test('ends even if the squatter had verified another address before', async () => {
    const { left, victim } = await moved()
    await resetPassword(await resetToken(victim), OWNERS_PASSWORD)
    expect(await whatWorks(left)).toEqual(['factor', 'recovery'])
  })

  test('keeps a provider out, which would have to remove the factor', async () => {
    const { left, victim } = await moved()
    for (const mayTakeOver of [false, true]) {
      const attempt = signInWithProvider(person(victim), somewhere(), { mayTakeOver })
      expect(await outcome(attempt)).toMatch(/^forbidden: .*has not been confirmed there/)
    }
    expect(await takeOverWithLink({ id: left.user.id, email: victim }, person(), new Date())).toBe(
      false,
    )
    expect(await linkedProviders(left.user.id)).toEqual(['google'])
  })

  test('through a provider that verifies nothing ends after a reset', async () => {
    const email = `facebook-${(victims += 1)}@example.com`
    const link = { provider: 'facebook', subject: email }
    const user = (await insertLinkedUser({ email, name: 'M', emailVerified: false }, link))!
    await resetPassword(await resetToken(email), OWNERS_PASSWORD)
    expect(await linkedProviders(user.id)).toEqual([])
    const input = { email, password: OWNERS_PASSWORD }
    expect(await beginSignIn(input, somewhere(), { remember: false })).toHaveProperty('user')
  })
})

describe('a later verification', () => {
  async function verifiedWithAccess() {
    const user = await newReader({ emailVerified: true })
    return { user, ...(await leaveAccess(user)) }
  }

  test('of a changed address removes nothing', async () => {
    const left = await verifiedWithAccess()
    const newEmail = `later-${left.user.email}`
    await moveTo(left.user, newEmail)
    await resendCode(left.user.id)
    await verifyEmail(left.user.id, await lastCode(newEmail), left.web)
    // The reset link was sent to the old address.
    expect(await whatWorks(left)).toEqual(ALL.filter((access) => access !== 'reset link'))
  })

  test('by a reset of a changed address keeps the factor and its recovery codes', async () => {
    const left = await verifiedWithAccess()
    const newEmail = `reset-${left.user.email}`
    await moveTo(left.user, newEmail)
    await resetPassword(await resetToken(newEmail), OWNERS_PASSWORD)
    expect(await userById(left.user.id)).toMatchObject({ email: newEmail, emailVerified: true })
    expect(await whatWorks(left)).toEqual(['factor', 'recovery'])
  })

  test('by a reset ends sessions and keeps links and factors', async () => {
    const left = await verifiedWithAccess()
    await resetPassword(left.link, OWNERS_PASSWORD)
    expect(await whatWorks(left)).toEqual(['link', 'factor', 'recovery'])
  })

  test('by a provider adds its link and keeps everything', async () => {
    const left = await verifiedWithAccess()
    const owner = person(left.user.email)
    expect(idOf(await signInWithProvider(owner, somewhere(), { mayTakeOver: false }))).toBe(
      left.user.id,
    )
    expect(await whatWorks(left)).toEqual(ALL)
  })

  test('by code keeps the only link of an account without a password', async () => {
    const email = `only-${(victims += 1)}@example.com`
    const link = { provider: 'facebook', subject: email }
    const user = (await insertLinkedUser({ email, name: 'F', emailVerified: false }, link))!
    await sendWelcomeEmail(user)
    await verifyEmail(user.id, await lastCode(email), await newSession(user))
    expect(await linkedProviders(user.id)).toEqual(['facebook'])
  })
})

describe('the email about a reset that verifies an address', () => {
  test('does not repeat the name, which a stranger may have entered', async () => {
    const user = await newReader({ name: 'You won! evil.example' })
    await resetPassword(await resetToken(user.email), OWNERS_PASSWORD)
    const email = (await emailsTo(user.email)).at(-1)!
    expect(email.subject).toBe('Your Readr password was changed')
    expect(email.text).not.toContain('evil')
    await resetPassword(await resetToken(user.email), PASSWORD)
    expect((await emailsTo(user.email)).at(-1)!.text).toContain('Hello You won!')
  })
})
