import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { deleteEmailsTo, sendLastEmail } from '../../platform/email/outbox.server.ts'
import { accountDeletedEmail } from './emails.ts'
import { deleteUser } from '../store/users.server.ts'
import { requireUser, signedOut } from './require-password.server.ts'

/**
 * Deletes a reader's account with all its data and sends a last email.
 * @param note what the email also says
 */
export async function deleteAccount(
  userId: number,
  inTransaction?: InTransaction,
  note?: string,
): Promise<void> {
  const user = await requireUser(userId)
  if (!(await deleteUser(userId, inTransaction))) throw signedOut()
  await deleteEmailsTo(user.email)
  await sendLastEmail(user.email, accountDeletedEmail(user, note))
}
