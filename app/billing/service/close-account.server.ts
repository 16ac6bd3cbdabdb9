import { deleteAccount } from '../../accounts/service.server.ts'

/**
 * Deletes a reader's account: first the subscription at Stripe, then everything that is stored.
 * The only way in which accounts are deleted.
 * @throws DomainError provider-unavailable 'Failed to delete account. Please try again later.':
 * then nothing has been deleted
 */
export async function closeAccount(userId: number): Promise<void> {
  await deleteAccount(userId)
}
