import { randomUUID } from 'node:crypto'
import { db, Prisma, prepared } from '../../platform/database.server.ts'
import { recordUse, wasUsed } from '../../platform/used-offers.server.ts'
import { hasStarted } from '../rules/refused-trial.ts'
import type { StoredState } from '../rules/subscription-view.ts'

export type ChargeRow = Omit<
  Prisma.ChargeUncheckedCreateInput,
  'userId' | 'refundedCents' | 'failedRefundCents' | 'isDisputed' | 'refunds'
> & {
  paidAt: Date | null
}

export interface Reversal {
  /** Cents that we refunded. */
  refundedCents: number
  /** Cents of our refunds that the bank sent back. */
  failedRefundCents: number
  /** The reader's bank reversed the payment. */
  isDisputed: boolean
}

/**
 * Everything that is stored about a reader's subscription.
 * @param personHashes the hashes by which an earlier trial is recognized
 */
export async function storedBillingState(
  userId: number,
  personHashes: string[],
): Promise<StoredState> {
  const [[account], [subscription], [lastPayment], wasTrialUsed] = await Promise.all([
    prepared<NonNullable<StoredState['account']> & { trialUsedAt: Date | null }>(Prisma.sql`
      SELECT * FROM "BillingAccount" WHERE "userId" = ${userId}`),
    prepared<NonNullable<StoredState['subscription']>>(Prisma.sql`
      SELECT * FROM "Subscription" WHERE "userId" = ${userId}`),
    prepared<NonNullable<StoredState['lastPayment']>>(Prisma.sql`
      SELECT "amountPaidCents", "paidAt" FROM "Charge"
      WHERE "userId" = ${userId} AND "status" = 'paid'
      ORDER BY "paidAt" DESC, "createdAt" DESC LIMIT 1`),
    wasUsed('UsedTrial', { hashes: personHashes }),
  ])
  return {
    account: account ?? null,
    subscription: subscription ?? null,
    lastPayment: lastPayment ?? null,
    isTrialUsed: wasTrialUsed || !!account?.trialUsedAt,
  }
}

/** A reader's billing account, or null. */
export function accountOf(userId: number) {
  return db().billingAccount.findUnique({ where: { userId } })
}

/** The reader with this customer id, or null. */
export async function readerByCustomer(customerId: string): Promise<number | null> {
  const row = await db().billingAccount.findUnique({
    where: { customerId },
    select: { userId: true },
  })
  return row?.userId ?? null
}

/** When the oldest billing account with a customer was created; null: none. */
export async function firstCustomerAt(): Promise<Date | null> {
  const [first] = await prepared<{ createdAt: Date }>(Prisma.sql`
    SELECT "createdAt" FROM "BillingAccount" WHERE "customerId" IS NOT NULL
    ORDER BY "createdAt" LIMIT 1`)
  return first?.createdAt ?? null
}

/** Creates a reader's billing account, unless it exists. */
export async function ensureAccount(userId: number, now: Date): Promise<void> {
  await db().$executeRaw(Prisma.sql`
    INSERT INTO "BillingAccount" ("userId", "customerKey", "createdAt")
    VALUES (${userId}, ${randomUUID()}, ${now}) ON CONFLICT ("userId") DO NOTHING`)
}

/**
 * Stores the customer that Stripe created for a reader.
 * @param key the key it was created with; with another key, it is no longer the reader's
 */
export async function setCustomer(userId: number, key: string, customerId: string): Promise<void> {
  await db().billingAccount.updateMany({
    where: { userId, customerKey: key },
    data: { customerId },
  })
}

/** Removes a customer that was deleted at Stripe, so that a new one is created. */
export async function dropCustomer(userId: number, customerId: string): Promise<void> {
  await db().billingAccount.updateMany({
    where: { userId, customerId },
    data: { customerId: null, customerKey: randomUUID() },
  })
}

/**
 * Numbers a fetch before Stripe is asked: the answer to a later fetch replaces that of an earlier
 * one, whichever arrives first.
 * @returns null for a reader who is not a customer
 */
export async function nextFetchSequence(
  userId: number,
): Promise<{ fetchSequence: number; customer: string } | null> {
  const [row] = await db().billingAccount.updateManyAndReturn({
    where: { userId, customerId: { not: null } },
    data: { fetchSequence: { increment: 1 } },
    select: { fetchSequence: true, customerId: true },
  })
  if (!row?.customerId) return null
  return { fetchSequence: row.fetchSequence, customer: row.customerId }
}

/** The card with which a reader's trial was refused; null: none. */
export async function refusedCardOf(userId: number): Promise<string | null> {
  const stored = await db().subscription.findUnique({
    where: { userId },
    select: { refusedCard: true },
  })
  return stored?.refusedCard ?? null
}

/** Whether a subscription is known to have started. */
export async function isSubscriptionStarted(
  userId: number,
  subscriptionId: string,
): Promise<boolean> {
  const stored = await db().subscription.findUnique({ where: { userId } })
  return hasStarted(stored, subscriptionId)
}

/**
 * Whether a trial may start, or has already started.
 * @param personHashes the hashes by which an earlier trial is recognized
 */
export async function mayStartTrial(
  userId: number,
  subscriptionId: string,
  personHashes: string[],
): Promise<boolean> {
  const [isUsed, account] = await Promise.all([
    wasUsed('UsedTrial', { hashes: personHashes }),
    accountOf(userId),
  ])
  if (!isUsed && !account?.trialUsedAt) return true
  // Checked last: another process may have just started this same trial.
  return isSubscriptionStarted(userId, subscriptionId)
}

/** Remembers, beyond the deletion of the account, that a person has had the trial. */
export async function rememberTrial(personHashes: string[], usedAt: Date): Promise<void> {
  await recordUse('UsedTrial', personHashes, usedAt, db())
}

/** The last payment for a reader's current or past subscription; null: none. */
export async function lastPaymentOf(
  userId: number,
): Promise<(Omit<Reversal, 'failedRefundCents'> & { amountPaidCents: number }) | null> {
  const subscription = await db().subscription.findUnique({
    where: { userId },
    select: { subscriptionId: true },
  })
  if (!subscription?.subscriptionId) return null
  return db().charge.findFirst({
    where: { userId, subscriptionId: subscription.subscriptionId, status: 'paid' },
    orderBy: [{ paidAt: 'desc' }, { createdAt: 'desc' }],
    select: { amountPaidCents: true, refundedCents: true, isDisputed: true },
  })
}
