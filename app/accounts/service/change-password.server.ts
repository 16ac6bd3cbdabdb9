import { sendEmail } from '../../platform/email/outbox.server.ts'
import { passwordChangedEmail } from './account-emails.ts'
import { hashPassword } from './password-hash.server.ts'
import type { ChangePasswordInput } from '../schema/settings.ts'
import { requireAdminPassword } from './administrators.server.ts'
import { updatePassword, type AuthenticatedReader } from '../store/users.server.ts'
import { absoluteUrl } from '../../platform/site-address.server.ts'
import { requirePassword, wrongPassword } from './require-password.server.ts'

/**
 * Changes a reader's password and ends every other session. Entering the current password again
 * changes nothing and sends no email.
 * @param currentSession the session that stays
 * @returns the reader with the new password; null when it is the current one
 * @throws DomainError invalid-input (old password, or a new one too short for an administrator),
 * forbidden (no password), too-many-requests
 */
export async function changePassword(
  userId: number,
  { oldPassword, newPassword }: ChangePasswordInput,
  currentSession: number,
): Promise<AuthenticatedReader | null> {
  const user = await requirePassword(userId, oldPassword, 'oldPassword', currentSession)
  // Passwords are normalized before they are hashed.
  if (newPassword.normalize('NFC') === oldPassword.normalize('NFC')) return null
  requireAdminPassword(user.role, newPassword, 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  const { passwordGeneration } = user
  const updated = await updatePassword(userId, passwordHash, {
    passwordGeneration,
    keepSession: currentSession,
  })
  if (!updated) throw wrongPassword('oldPassword')
  await sendEmail(user.email, passwordChangedEmail(user, absoluteUrl('/reset-password')))
  return { id: userId, passwordGeneration: passwordGeneration + 1 }
}
