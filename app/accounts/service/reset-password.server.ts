import { DomainError } from '../../platform/errors.ts'
import { sendMail } from '../../platform/email/outbox.server.ts'
import { noPasswordMail, passwordChangedMail, resetMail } from './emails.ts'
import { hashPassword } from './password.server.ts'
import { LIMITS } from '../rules/limits.ts'
import { RESET_LINK_MS } from '../rules/lifetimes.ts'
import { PROVIDER_LABELS } from '../rules/social.ts'
import { requireAdminPassword } from './administrators.server.ts'
import { spendAttempt } from './limits.server.ts'
import { userByEmail, userById, type ProvedReader } from '../store/users.server.ts'
import { linkedProviders } from '../store/identities.server.ts'
import { insertPasswordReset, openPasswordReset } from '../store/mailed-proofs.server.ts'
import { resetByLink } from '../store/ownership.server.ts'
import { newSecret, secretHash } from './tokens.server.ts'
import { afterTheAnswer } from './after-response.server.ts'
import { address } from './require-password.server.ts'

const DEAD_LINK = 'This reset link is invalid or has expired.'

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
  // Before this proof somebody else may have chosen the account's name.
  const { emailVerified } = reader
  const mail = passwordChangedMail({ ...user, emailVerified }, address('/reset-password'))
  await sendMail(user.email, mail)
  return user
}
