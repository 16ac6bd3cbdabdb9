import { randomUUID } from 'node:crypto'
import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { db, Prisma } from '../../platform/database.server.ts'

export type ChargeRefundStatus = 'requested' | 'sent' | 'refused'

export interface SentChargeRefund {
  id: string
  status: Exclude<ChargeRefundStatus, 'requested'>
  /** Why Stripe refused; null: it did not. */
  problem: string | null
}

export interface ChargeRefundRequest {
  invoiceId: string
  /** Which refund of the charge it is, from 1. */
  number: number
  amountCents: number
  requestedBy: number
}

/** A reader's charge with the refunds that administrators asked for, oldest first; null: none. */
export function chargeWithRefunds(userId: number, invoiceId: string) {
  return db().charge.findFirst({
    where: { userId, invoiceId, status: { not: 'draft' } },
    include: { refunds: { orderBy: { number: 'asc' } } },
  })
}

/** All charges of a reader except drafts, newest first, with these refunds. */
export function chargesWithRefunds(userId: number) {
  return db().charge.findMany({
    where: { userId, status: { not: 'draft' } },
    include: { refunds: { orderBy: { number: 'asc' } } },
    orderBy: [{ createdAt: 'desc' }, { invoiceId: 'desc' }],
  })
}

/** The refunds of a reader that are not at Stripe yet, with the payments they belong to. */
export function openChargeRefundsOf(userId: number) {
  return db().chargeRefund.findMany({
    where: { userId, status: 'requested' },
    select: { id: true, amountCents: true, charge: { select: { paymentIntentId: true } } },
    orderBy: [{ requestedAt: 'asc' }, { id: 'asc' }],
  })
}

/**
 * Records a refund, and that the reader is due to be reconciled: if this process dies now, the timer
 * sends it to Stripe. The statement itself checks what is left of the charge.
 * @returns false: this number is taken, or less than this amount is left; then nothing is recorded
 */
export function recordChargeRefund(
  userId: number,
  { invoiceId, number, amountCents, requestedBy }: ChargeRefundRequest,
  requestedAt: Date,
  inTransaction: InTransaction,
): Promise<boolean> {
  return db().$transaction(async (tx) => {
    const count = await tx.$executeRaw(Prisma.sql`
      INSERT INTO "ChargeRefund" ("id", "userId", "invoiceId", "number", "status", "amountCents", "requestedAt", "requestedBy")
      SELECT ${randomUUID()}, c."userId", c."invoiceId", ${number}, 'requested', ${amountCents}, ${requestedAt}, ${requestedBy}
      FROM "Charge" c
      WHERE c."invoiceId" = ${invoiceId} AND c."userId" = ${userId} AND c."status" = 'paid'
        AND c."paymentIntentId" IS NOT NULL AND NOT c."isDisputed"
        AND ${number} = 1 + (SELECT count(*) FROM "ChargeRefund" r WHERE r."invoiceId" = c."invoiceId")
        AND ${amountCents} <= c."amountPaidCents" - c."refundedCents" - (
          SELECT COALESCE(SUM(r."amountCents"), 0) FROM "ChargeRefund" r
          WHERE r."invoiceId" = c."invoiceId" AND r."status" = 'requested')
      ON CONFLICT ("invoiceId", "number") DO NOTHING`)
    if (count === 0) return false
    await inTransaction(tx)
    await tx.billingAccount.updateMany({ where: { userId }, data: { nextCheckAt: requestedAt } })
    return true
  })
}
