import { DomainError } from '../../platform/errors.ts'
import { sendEmail } from '../../platform/email/outbox.server.ts'
import { passwordChangedEmail } from './account-emails.ts'
import { hashPassword } from './password-hash.server.ts'
import { requireAdminPassword } from './administrators.server.ts'
import { userById, type AuthenticatedReader } from '../store/users.server.ts'
import { findPasswordReset } from '../store/reset-links-and-codes.server.ts'
import { resetByLink } from '../store/address-proofs.server.ts'
import { secretHash } from './tokens.server.ts'
import { absoluteUrl } from '../../platform/site-address.server.ts'

const INVALID_LINK = 'This reset link is invalid or has expired.'

/** Whether a reset link still works. */
export async function isResetLinkOpen(token: string): Promise<boolean> {
  return (await findPasswordReset(secretHash(token), new Date())) !== null
}

/**
 * Sets a new password through a reset link and ends every session. The link also verifies the
 * address; if it was unverified, other sign-in methods are removed (see resetByLink).
 * @throws DomainError invalid-input when the link is used, expired, or unknown, or the password is
 * too short for an administrator
 */
export async function resetPassword(
  token: string,
  newPassword: string,
): Promise<AuthenticatedReader> {
  const userId = await findPasswordReset(secretHash(token), new Date())
  const reader = userId === null ? null : await userById(userId)
  if (!reader) throw new DomainError('invalid-input', INVALID_LINK)
  requireAdminPassword(reader.role, newPassword, 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  const user = await resetByLink(secretHash(token), passwordHash, new Date())
  if (!user) throw new DomainError('invalid-input', INVALID_LINK)
  // A stranger may have chosen the name of an account that was unverified until now.
  const { emailVerified } = reader
  const email = passwordChangedEmail({ ...user, emailVerified }, absoluteUrl('/reset-password'))
  await sendEmail(user.email, email)
  return user
}
