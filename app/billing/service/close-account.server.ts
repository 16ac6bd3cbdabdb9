import {
  deleteAccount,
  refuseLastAdministrator,
} from '../../accounts/service/delete-account.server.ts'
import { readerById } from '../../accounts/service/find-reader.server.ts'
import { rememberUsedFreeSummary } from '../../accounts/service/choose-free-summary.server.ts'
import { now } from '../../platform/clock.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { insertEmail } from '../../platform/email/outbox-store.server.ts'
import { env } from '../../platform/env.server.ts'
import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { log } from '../../platform/log.server.ts'
import { personHashes } from '../../platform/person-hash.server.ts'
import { askStripe, isMissing, stripe } from '../../platform/stripe.server.ts'
import { refundContinues } from '../rules/refund-text.ts'
import {
  type GuaranteeRefund,
  guaranteeRefundOf,
  rememberGuarantee,
} from '../store/guarantee-refunds.server.ts'
import { openChargeRefundsOf } from '../store/charge-refunds.server.ts'
import { accountOf, rememberTrial } from '../store/billing-state.server.ts'
import { refundDeletedCustomer } from './complete-guarantee-refund.server.ts'
import { openRefundNote } from './billing-emails.ts'
import { reconcile } from './reconcile.server.ts'

const FAILED = 'Failed to delete account. Please try again later.'

/**
 * Deletes a reader's account: first the customer at Stripe with its subscriptions and cards, then
 * everything that is stored. The only way to delete an account. A refund that the reader has asked
 * for is completed first or, if Stripe refuses it, left to the operator.
 * @throws DomainError unauthenticated (no such account), conflict (the last administrator),
 * provider-unavailable 'Failed to delete
 * account. Please try again later.': then nothing was deleted
 */
export async function closeAccount(userId: number, alongside?: InTransaction): Promise<void> {
  // Before anything changes at Stripe.
  await refuseLastAdministrator(userId)
  const customer = (await accountOf(userId))?.customerId
  const asked = await guaranteeRefundOf(userId)
  const left = customer ? await askStripe(FAILED, () => leaveStripe(userId, customer)) : null
  const account = await accountOf(userId)
  const reader = await readerById(userId)
  // Both were recorded under the address of that time; record today's as well.
  if (account?.trialUsedAt && reader) {
    await rememberTrial(personHashes(reader.email).remember, now())
  }
  const refund = await guaranteeRefundOf(userId)
  if (reader && refund) await rememberGuarantee(personHashes(reader.email).remember, now())
  await rememberUsedFreeSummary(userId)
  const wasOpen = asked?.status === 'requested' || asked?.status === 'pending'
  const isComing = wasOpen && refund && refund.status !== 'failed' && refund.status !== 'returned'
  await deleteAccount(
    userId,
    async (tx) => {
      await alongside?.(tx)
      if (!left || !reader) return
      const note = openRefundNote({ ...left, address: reader.email, customer: customer! })
      await insertEmail(env().supportEmail, note, 'billing', tx)
    },
    isComing ? refundContinues(refund.amountCents) : undefined,
  )
}

/** @returns the reader's refund if it could not be completed */
async function leaveStripe(userId: number, customer: string): Promise<GuaranteeRefund | null> {
  // A trial that just started must be remembered before the customer is gone.
  const subscriptions = await reconcile(userId)
  if ((await openChargeRefundsOf(userId)).length > 0)
    throw new DomainError('provider-unavailable', FAILED)
  await deleteCustomer(customer)
  const refund = await guaranteeRefundOf(userId)
  if (refund?.status !== 'requested') return null
  return (await refundDeletedCustomer(refund, subscriptions, customer)) ? null : refund
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
