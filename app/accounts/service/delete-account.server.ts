import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { forgetMailTo, sendLastMail } from '../../platform/email/outbox.server.ts'
import { accountDeletedMail } from './emails.ts'
import { deleteUser } from '../store/users.server.ts'
import { requireUser, signedOut } from './require-password.server.ts'

/** Deletes a reader's account with all that hangs on it, and says goodbye. */
export async function deleteAccount(userId: number, alongside?: InTransaction): Promise<void> {
  const user = await requireUser(userId)
  if (!(await deleteUser(userId, alongside))) throw signedOut()
  await forgetMailTo(user.email)
  await sendLastMail(user.email, accountDeletedMail(user))
}
