import { closeAccount } from '../../billing/service/close-account.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { readerEntry } from '../../platform/audit/audit-log.server.ts'
import { requireAccount } from './find-readers.server.ts'

/**
 * Deletes a reader's account and data, after canceling the subscription at Stripe.
 * @param confirm the account's email address, entered again
 * @throws DomainError not-found, invalid-input (another address), conflict (an administrator),
 * provider-unavailable (Stripe cannot be reached, and nothing is deleted)
 */
export async function deleteReader(
  actorId: number,
  readerId: number,
  confirm: string,
): Promise<void> {
  const reader = await requireAccount(readerId)
  if (reader.role === 'admin') {
    throw new DomainError(
      'conflict',
      'Administrator accounts cannot be deleted here. Make this account a reader first, with `readr user promote --role reader`.',
    )
  }
  if (confirm !== reader.email) {
    const message = 'This is not the account’s email address. Please enter it as shown above.'
    throw new DomainError('invalid-input', message, { confirm: [message] })
  }
  await closeAccount(readerId, readerEntry(actorId, readerId, 'reader.delete'))
}
