import { generateTOTP, verifyTOTP } from '@epic-web/totp'
import type { Alongside } from '../platform/in-transaction.server.ts'
import { DomainError } from '../platform/errors.ts'
import { env } from '../platform/env.server.ts'
import { log } from '../platform/log.server.ts'
import { forgetMailTo, sendLastMail, sendMail } from '../platform/email/outbox.server.ts'
import { inBackground } from '../platform/work.server.ts'
import {
  accountDeletedMail,
  addressLeftMail,
  codeMail,
  noPasswordMail,
  passwordChangedMail,
  resetMail,
  welcomeMail,
} from './service/emails.ts'
import { hashPassword } from './service/password.server.ts'
import { EMAIL_CODE_MS, EMAIL_CODE_TRIES, LIMITS, RESET_LINK_MS } from './rules.ts'
import { PROVIDER_LABELS } from './rules/social.ts'
import type { ChangePasswordInput, RegisterInput, UpdateEmailInput } from './schema.ts'
import { requireAdminPassword } from './service/administrators.server.ts'
import { spendAttempt } from './service/limits.server.ts'
import { tryOwnPassword } from './service/sign-in.server.ts'
import {
  deleteUser,
  insertUser,
  updateEmail,
  updateName,
  updatePassword,
  userByEmail,
  userById,
  type ProvedReader,
  type UserRow,
} from './store.server.ts'
import { linkedProviders } from './store/identities.server.ts'
import {
  insertPasswordReset,
  openPasswordReset,
  putEmailCode,
  tryEmailCode,
} from './store/mailed-proofs.server.ts'
import { proveByCode, resetByLink } from './store/ownership.server.ts'
import { newSecret, secretHash } from './service/tokens.server.ts'

export type { UserRow }

const TAKEN = 'An account with this email already exists.'
const WRONG_PASSWORD = 'Incorrect password.'
const DEAD_LINK = 'This reset link is invalid or has expired.'
const SPENT_CODE = 'This code no longer works. Please ask for a new one.'
const PROVIDER_ACCOUNT = 'This account signs in with a provider and has no password here.'

const address = (path: string) => env().appUrl + path

/**
 * Opens an account and sends the welcome with its code.
 * @throws DomainError conflict when the address has an account; too-many-requests
 */
export async function register(input: RegisterInput, clientAddress: string): Promise<UserRow> {
  await spendAttempt([{ limit: LIMITS.register, by: clientAddress }])
  const passwordHash = await hashPassword(input.password)
  const user = await insertUser({ email: input.email, name: input.name, passwordHash })
  if (!user) throw new DomainError('conflict', TAKEN, { email: [TAKEN] })
  await greetNewReader(user)
  return user
}

/** Welcomes a reader whose address is not proved, with the code that proves it. */
export async function greetNewReader(user: UserRow): Promise<void> {
  const code = await newEmailCode(user)
  if (code) await sendMail(user.email, welcomeMail(code, address('/verify')), 'code')
}

/** SHA-256 over ten minutes; the code lives from the moment it is made. */
const CODE_FORMAT = { digits: 6, algorithm: 'SHA-256', charSet: '0123456789' } as const
const CODE_PERIOD_S = EMAIL_CODE_MS / 1000

/** A code for this address; null when it is no longer the account's. */
async function newEmailCode(user: Pick<UserRow, 'id' | 'email'>): Promise<string | null> {
  const { otp, secret } = await generateTOTP({ ...CODE_FORMAT, period: CODE_PERIOD_S })
  const sentAt = new Date()
  const expiresAt = new Date(sentAt.getTime() + EMAIL_CODE_MS)
  const code = { secret, sentAt, expiresAt, triesLeft: EMAIL_CODE_TRIES }
  return (await putEmailCode(user, code)) ? otp : null
}

/**
 * Sends another code to a reader whose address is not proved.
 * @throws DomainError conflict when it is; too-many-requests
 */
export async function resendCode(userId: number): Promise<void> {
  const user = await requireUser(userId)
  if (user.emailVerified) throw new DomainError('conflict', 'Your address is confirmed already.')
  await spendAttempt([{ limit: LIMITS.codeMailTo, by: String(userId) }])
  await mailCode(user)
}

async function mailCode(user: Pick<UserRow, 'id' | 'email'>): Promise<void> {
  const code = await newEmailCode(user)
  if (code) await sendMail(user.email, codeMail(code, address('/verify')), 'code')
}

/**
 * Proves a reader's address by the code that was mailed there. The first proof of an account ends
 * everything that was set up before it (see proveByCode).
 * @param session the one that goes on
 * @throws DomainError invalid-input, also after five tries
 */
export async function verifyEmail(userId: number, code: string, session: number): Promise<void> {
  // Known before the code is: a code never proves an address that came after it.
  const { email } = await requireUser(userId)
  const sent = await tryEmailCode(userId, new Date())
  if (!sent) throw new DomainError('invalid-input', SPENT_CODE, { code: [SPENT_CODE] })
  // The window on either side covers a code made just before its period ended.
  const result = await verifyTOTP({
    ...CODE_FORMAT,
    otp: code,
    secret: sent.secret,
    period: CODE_PERIOD_S,
    window: 1,
  })
  if (!result) {
    const wrong = 'That is not the code. Please look at the mail again.'
    throw new DomainError('invalid-input', wrong, { code: [wrong] })
  }
  if (!(await proveByCode({ id: userId, email }, session, new Date()))) {
    throw new DomainError('invalid-input', SPENT_CODE, { code: [SPENT_CODE] })
  }
}

/** Work that goes on after an answer, so that the answer's time does not tell what there was to do. */
const afterwards = new Set<Promise<void>>()

/** Waits for work that goes on after answers. */
export async function settleAfterwards(): Promise<void> {
  await Promise.all(afterwards)
}

function afterTheAnswer(work: () => Promise<void>): void {
  const done: Promise<void> = new Promise<void>((resolve) => setImmediate(resolve))
    .then(() => inBackground(work))
    .catch((error: unknown) => log.error({ err: error }, 'work after an answer failed'))
    .finally(() => afterwards.delete(done))
  afterwards.add(done)
}

/**
 * Mails a reset link, if the address has an account; one without a password is told how it signs
 * in, unless its address is not verified: then the owner may be somebody else. Says nothing of
 * whether it has.
 * @throws DomainError too-many-requests
 */
export async function askForReset(email: string, clientAddress: string): Promise<void> {
  await spendAttempt([
    { limit: LIMITS.resetMail, by: clientAddress },
    { limit: LIMITS.resetMailTo, by: email },
  ])
  afterTheAnswer(async () => {
    const user = await userByEmail(email)
    if (!user) return
    if (user.passwordHash === null && user.emailVerified) {
      const names = (await linkedProviders(user.id)).map((name) => PROVIDER_LABELS[name])
      const text = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names)
      await sendMail(user.email, noPasswordMail(user, text, address('/login')), 'reset')
      return
    }
    const token = newSecret()
    const expiresAt = new Date(Date.now() + RESET_LINK_MS)
    if (!(await insertPasswordReset(user, { tokenHash: secretHash(token), expiresAt }))) return
    await sendMail(user.email, resetMail(user, address(`/reset-password/${token}`)), 'reset')
  })
}

/** Whether a reset link still works. */
export async function isResetLinkOpen(token: string): Promise<boolean> {
  return (await openPasswordReset(secretHash(token), new Date())) !== null
}

/**
 * Sets a new password by a reset link, and ends every session. The link proves the address, so it is
 * verified then; if it was not before, sign-in ways that were set up until now end (see resetByLink).
 * @returns the reader, whom the link has proved
 * @throws DomainError invalid-input when the link was used, is too old or never was, or the password
 * is too short for an administrator
 */
export async function resetPassword(token: string, newPassword: string): Promise<ProvedReader> {
  const userId = await openPasswordReset(secretHash(token), new Date())
  const reader = userId === null ? null : await userById(userId)
  if (!reader) throw new DomainError('invalid-input', DEAD_LINK)
  requireAdminPassword(reader.role, newPassword, 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  const user = await resetByLink(secretHash(token), passwordHash, new Date())
  if (!user) throw new DomainError('invalid-input', DEAD_LINK)
  await sendMail(user.email, passwordChangedMail(user, address('/reset-password')))
  return user
}

async function requireUser(userId: number): Promise<UserRow> {
  const user = await userById(userId)
  if (!user) throw signedOut()
  return user
}

const signedOut = () => new DomainError('unauthenticated', 'Authentication required')

/**
 * The reader, if the password is right. Tries are counted by session.
 * @param field where the form has the password
 * @throws DomainError invalid-input, forbidden (no password), too-many-requests
 */
export async function requirePassword(
  userId: number,
  password: string,
  field: string,
  sessionId: number,
): Promise<UserRow> {
  const user = await requireUser(userId)
  if (user.passwordHash === null) throw new DomainError('forbidden', PROVIDER_ACCOUNT)
  if (!(await tryOwnPassword(user, password, sessionId))) throw wrongPassword(field)
  return user
}

const wrongPassword = (field: string) =>
  new DomainError('invalid-input', WRONG_PASSWORD, { [field]: [WRONG_PASSWORD] })

/**
 * Changes a reader's address. The new one is unproved and gets a code; the old one is told.
 * @throws DomainError invalid-input (password), forbidden (no password), conflict (address taken),
 * too-many-requests: the codes to new addresses count like those that are sent again
 */
export async function changeEmail(
  userId: number,
  { newEmail, password }: UpdateEmailInput,
  sessionId: number,
): Promise<void> {
  const before = await requirePassword(userId, password, 'password', sessionId)
  if (newEmail === before.email) {
    const same = 'This is your address already.'
    throw new DomainError('invalid-input', same, { newEmail: [same] })
  }
  await spendAttempt([{ limit: LIMITS.codeMailTo, by: String(userId) }])
  const user = await updateEmail(before, newEmail)
  if (user === 'taken') throw new DomainError('conflict', TAKEN, { newEmail: [TAKEN] })
  if (user === 'outdated') throw wrongPassword('password')
  await mailCode(user)
  await sendMail(before.email, addressLeftMail(before, newEmail, env().supportEmail))
}

/**
 * Changes a reader's password and ends every other session. The password that the account has
 * already changes nothing, and no mail is sent.
 * @param currentSession the session that goes on
 * @returns the reader as proved by the new password; null: it is the old one
 * @throws DomainError invalid-input (old password, or a new one too short for an administrator),
 * forbidden (no password), too-many-requests
 */
export async function changePassword(
  userId: number,
  { oldPassword, newPassword }: ChangePasswordInput,
  currentSession: number,
): Promise<ProvedReader | null> {
  const user = await requirePassword(userId, oldPassword, 'oldPassword', currentSession)
  // The old one has just been proved; passwords are compared in this form.
  if (newPassword.normalize('NFC') === oldPassword.normalize('NFC')) return null
  requireAdminPassword(user.role, newPassword, 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  const proved = { since: user.passwordGeneration, keepSession: currentSession }
  if (!(await updatePassword(userId, passwordHash, proved))) throw wrongPassword('oldPassword')
  await sendMail(user.email, passwordChangedMail(user, address('/reset-password')))
  return { id: userId, passwordGeneration: user.passwordGeneration + 1 }
}

/** Corrects a reader's name. */
export async function changeName(userId: number, name: string): Promise<void> {
  if (!(await updateName(userId, name))) throw signedOut()
}

/** Deletes a reader's account with all that hangs on it, and says goodbye. */
export async function deleteAccount(userId: number, alongside?: Alongside): Promise<void> {
  const user = await requireUser(userId)
  if (!(await deleteUser(userId, alongside))) throw signedOut()
  await forgetMailTo(user.email)
  await sendLastMail(user.email, accountDeletedMail(user))
}
