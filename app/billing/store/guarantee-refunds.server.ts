import { db, Prisma, prepared } from '../../platform/database.server.ts'
import { recordUse, wasUsed } from '../../platform/used-offers.server.ts'
import type { GuaranteeRefundStatus } from '../rules/guarantee.ts'

export interface GuaranteeRefund {
  status: GuaranteeRefundStatus
  amountCents: number
  requestedAt: Date
}

/** A reader's use of the guarantee, or null. */
export async function guaranteeRefundOf(userId: number): Promise<GuaranteeRefund | null> {
  const [row] = await prepared<GuaranteeRefund>(Prisma.sql`
    SELECT "status", "amountCents", "requestedAt" FROM "GuaranteeRefund" WHERE "userId" = ${userId}`)
  return row ?? null
}

/** Whether a person has used the guarantee, with any account. */
export function wasGuaranteeUsed(userId: number, personHashes: string[]): Promise<boolean> {
  return wasUsed('UsedGuarantee', { hashes: personHashes, cardOf: userId })
}

class UsedBefore extends Error {}

/**
 * Records that a reader asks for their money back, and that they are due to be reconciled: if this
 * process dies now, the timer completes the refund.
 * @returns false: the person has used the guarantee with another account; then nothing is recorded
 */
export async function recordGuaranteeRefund(
  userId: number,
  { amountCents, requestedAt }: Omit<GuaranteeRefund, 'status'>,
  personHashes: string[],
): Promise<boolean> {
  try {
    await db().$transaction(async (tx) => {
      const count = await tx.$executeRaw(Prisma.sql`
        INSERT INTO "GuaranteeRefund" ("userId", "status", "amountCents", "requestedAt")
        VALUES (${userId}, 'requested', ${amountCents}, ${requestedAt})
        ON CONFLICT ("userId") DO NOTHING`)
      // Another tab was faster.
      if (count === 0) return
      if (!(await recordUse('UsedGuarantee', personHashes, requestedAt, tx))) throw new UsedBefore()
      await tx.billingAccount.updateMany({
        where: { userId },
        data: { nextCheckAt: requestedAt },
      })
    })
    return true
  } catch (error) {
    if (error instanceof UsedBefore) return false
    throw error
  }
}

/** Remembers, beyond the deletion of the account, that a person has used the guarantee. */
export async function rememberGuarantee(personHashes: string[], usedAt: Date): Promise<void> {
  await recordUse('UsedGuarantee', personHashes, usedAt, db())
}
