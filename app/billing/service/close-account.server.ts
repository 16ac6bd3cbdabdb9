import { deleteAccount } from '../../accounts/service/delete-account.server.ts'
import { readerById } from '../../accounts/service/find-reader.server.ts'
import { rememberUsedFreeBook } from '../../accounts/service/choose-free-book.server.ts'
import { now } from '../../platform/clock.server.ts'
import { DomainError } from '../../platform/errors.ts'
import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { log } from '../../platform/log.server.ts'
import { personHashes } from '../../platform/person-hash.server.ts'
import { askStripe, isMissing, stripe } from '../../platform/stripe.server.ts'
import { guaranteeRefundOf, rememberGuarantee } from '../store/guarantee.server.ts'
import { accountOf, rememberTrial } from '../store/state.server.ts'
import { reconcile } from './reconcile.server.ts'

const FAILED = 'Failed to delete account. Please try again later.'

/**
 * Deletes a reader's account: first the customer at Stripe with its subscriptions and cards, then
 * everything that is stored. The only way to delete an account.
 * @throws DomainError unauthenticated (no such account), provider-unavailable 'Failed to delete
 * account. Please try again later.': then nothing was deleted
 */
export async function closeAccount(userId: number, alongside?: InTransaction): Promise<void> {
  const customer = (await accountOf(userId))?.customerId
  if (customer) {
    await askStripe(FAILED, async () => {
      // A trial that just started must be remembered before the customer is gone.
      await reconcile(userId)
      // Without the customer, a refund that the reader has asked for could not be completed.
      const refund = await guaranteeRefundOf(userId)
      if (refund?.status === 'requested') throw new DomainError('provider-unavailable', FAILED)
      await deleteCustomer(customer)
    })
  }
  const account = await accountOf(userId)
  const reader = await readerById(userId)
  // Both were recorded under the address of that time; record today's as well.
  if (account?.trialUsedAt && reader) {
    await rememberTrial(personHashes(reader.email).remember, now())
  }
  if (reader && (await guaranteeRefundOf(userId))) {
    await rememberGuarantee(personHashes(reader.email).remember, now())
  }
  await rememberUsedFreeBook(userId)
  await deleteAccount(userId, alongside)
}

/** Deletes a customer at Stripe, which also ends its subscriptions. */
async function deleteCustomer(customer: string): Promise<void> {
  try {
    await stripe().customers.del(customer)
  } catch (error) {
    if (!isMissing(error)) throw error
    log.warn({ customer }, 'the customer had already been deleted')
  }
}
