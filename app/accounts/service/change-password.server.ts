import { sendMail } from '../../platform/email/outbox.server.ts'
import { passwordChangedMail } from './emails.ts'
import { hashPassword } from './password.server.ts'
import type { ChangePasswordInput } from '../schema/settings.ts'
import { requireAdminPassword } from './administrators.server.ts'
import { updatePassword, type ProvedReader } from '../store/users.server.ts'
import { requirePassword, wrongPassword, address } from './require-password.server.ts'

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
