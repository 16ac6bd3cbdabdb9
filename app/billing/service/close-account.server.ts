import { deleteAccount } from '../../accounts/service/delete-account.server.ts'
import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { now } from '../../platform/clock.server.ts'
import { log } from '../../platform/log.server.ts'
import { personHashes } from '../../platform/person-hash.server.ts'
import { askStripe, isMissing, stripe } from '../../platform/stripe.server.ts'
import { accountOf, rememberTrial } from '../store/state.server.ts'
import { reconcile } from './reconcile.server.ts'
import { readerById } from '../../accounts/service/find-reader.server.ts'
import { rememberUsedFreeBook } from '../../accounts/service/choose-free-book.server.ts'

/**
 * Deletes a reader's account: first the subscription at Stripe, with the customer and its cards,
 * then everything that is stored. The only way in which accounts are deleted.
 * @throws DomainError unauthenticated (no such account), provider-unavailable 'Failed to delete
 * account. Please try again later.': then nothing has been deleted
 */
export async function closeAccount(userId: number, alongside?: InTransaction): Promise<void> {
  const customer = (await accountOf(userId))?.customerId
  if (customer) {
    await askStripe('Failed to delete account. Please try again later.', async () => {
      // What has not come to us yet, a trial that was begun, say, is lost with the customer.
      await reconcile(userId)
      await deleteCustomer(customer)
    })
  }
  const account = await accountOf(userId)
  const reader = await readerById(userId)
  // Under the address of today: the trial was noted under the one that it began with.
  if (account?.trialUsedAt && reader) {
    await rememberTrial(personHashes(reader.email).remember, now())
  }
  await rememberUsedFreeBook(userId)
  await deleteAccount(userId, alongside)
}

/** Deletes a customer at Stripe, which ends all its subscriptions at once. */
async function deleteCustomer(customer: string): Promise<void> {
  try {
    await stripe().customers.del(customer)
  } catch (error) {
    if (!isMissing(error)) throw error
    log.warn({ customer }, 'the customer was deleted before')
  }
}
