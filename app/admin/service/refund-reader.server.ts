import { money } from '../../billing/rules/format-money.ts'
import { longDate } from '../../platform/long-date.ts'
import {
  refundableCharge,
  refundCharge,
  requireLeft,
} from '../../billing/service/refund-charge.server.ts'
import type { ChargeRefundInput } from '../schema/readers.ts'
import { readerEntry } from '../../platform/audit/audit-log.server.ts'
import { requireAccount } from './find-readers.server.ts'

/**
 * A reader and one of their charges, for the page that refunds it.
 * @throws DomainError not-found
 */
export async function refundPage(readerId: number, invoiceId: string) {
  const reader = await requireAccount(readerId)
  return { reader, charge: await refundableCharge(readerId, invoiceId) }
}

/**
 * Checks a refund before it is confirmed.
 * @throws DomainError not-found, invalid-input (more than is left)
 */
export async function reviewRefund(readerId: number, invoiceId: string, amountCents: number) {
  const { leftCents } = await refundableCharge(readerId, invoiceId)
  requireLeft(amountCents, leftCents)
}

/**
 * Refunds a charge, with its reason in the log.
 * @returns 'sent', or 'requested' when Stripe did not answer
 * @throws see refundCharge()
 */
export async function refundReader(
  actorId: number,
  readerId: number,
  invoiceId: string,
  { amount: amountCents, reason, number }: ChargeRefundInput,
): Promise<'sent' | 'requested'> {
  await requireAccount(readerId)
  const request = { invoiceId, number, amountCents, requestedBy: actorId }
  return refundCharge(readerId, request, ({ amountPaidCents, at }) =>
    readerEntry(
      actorId,
      readerId,
      'reader.refund',
      `${money(amountCents)} of the ${money(amountPaidCents)} paid on ${longDate(at)}: ${reason}`,
    ),
  )
}
