import type { InTransaction } from '../../platform/in-transaction.server.ts'
import {
  deleteEmailsTo,
  insertLastEmail,
  sendDueEmails,
} from '../../platform/email/outbox.server.ts'
import { accountDeletedEmail } from './account-emails.ts'
import { deleteUser, isLastAdministrator } from '../store/manage-account.server.ts'
import { lastAdministrator } from './manage-account.server.ts'
import { requireUser, signedOut } from './require-password.server.ts'

/** @throws DomainError conflict: the account is the last administrator, and cannot be deleted */
export async function refuseLastAdministrator(userId: number): Promise<void> {
  const user = await requireUser(userId)
  if (await isLastAdministrator(userId)) throw lastAdministrator(user.email)
}

/**
 * Deletes a reader's account with all its data and sends a last email.
 * @param note what the email also says
 * @throws DomainError unauthenticated (no such account); conflict: it is the last administrator
 */
export async function deleteAccount(
  userId: number,
  inTransaction?: InTransaction,
  note?: string,
): Promise<void> {
  const user = await requireUser(userId)
  const result = await deleteUser(userId, async (tx) => {
    await deleteEmailsTo(tx, user.email)
    await insertLastEmail(tx, user.email, accountDeletedEmail(user, note))
    await inTransaction?.(tx)
  })
  if (result === 'last') throw lastAdministrator(user.email)
  if (result === 'missing') throw signedOut()
  sendDueEmails.wake()
}
