import { randomUUID } from 'node:crypto'
import { db, Prisma, type Queries } from '../../platform/database.server.ts'
import type { StoredState } from '../rules/view.ts'

/** What Stripe says of a reader, as it is stored. */
export type StripeState = Omit<
  Prisma.SubscriptionUncheckedCreateInput,
  'userId' | 'ticket' | 'reconciledAt'
> & {
  subscriptionId: string | null
  isSetUp: boolean
  trialEnd: Date | null
  currentPeriodEnd: Date | null
  cancelAt: Date | null
  canceledAt: Date | null
  endedAt: Date | null
  accessUntil: Date | null
  plan: string | null
  pendingAt: Date | null
}

/** An invoice as it is stored. */
export type ChargeRow = Omit<
  Prisma.ChargeUncheckedCreateInput,
  'userId' | 'refundedCents' | 'isDisputed'
> & {
  paidAt: Date | null
}

/** What became of a payment afterwards. */
export interface TakenBack {
  /** Cents that we paid back. */
  refundedCents: number
  /** The reader's bank has taken it back. */
  isDisputed: boolean
}

/**
 * All that is stored of a reader's subscription.
 * @param addressHashes the hashes under which the reader's address may be remembered
 */
export async function storedState(userId: number, addressHashes: string[]): Promise<StoredState> {
  const [account, subscription, lastPayment, trials] = await Promise.all([
    db().billingAccount.findUnique({ where: { userId } }),
    db().subscription.findUnique({ where: { userId } }),
    db().charge.findFirst({
      where: { userId, status: 'paid' },
      orderBy: [{ paidAt: 'desc' }, { createdAt: 'desc' }],
      select: { amountPaidCents: true, paidAt: true },
    }),
    db().usedTrial.count({ where: { addressHash: { in: addressHashes } } }),
  ])
  const isTrialUsed = trials > 0 || !!account?.trialUsedAt
  return { account, subscription, lastPayment, isTrialUsed }
}

/** What Readr knows of a reader's billing, or null. */
export function accountOf(userId: number) {
  return db().billingAccount.findUnique({ where: { userId } })
}

/** The reader who is this customer, or null. */
export async function readerByCustomer(customerId: string): Promise<number | null> {
  const row = await db().billingAccount.findUnique({
    where: { customerId },
    select: { userId: true },
  })
  return row?.userId ?? null
}

/** When the first of the readers who are customers opened their billing account; null: there are none. */
export async function firstCustomerAt(): Promise<Date | null> {
  const { _min: first } = await db().billingAccount.aggregate({
    where: { customerId: { not: null } },
    _min: { createdAt: true },
  })
  return first.createdAt
}

/** Makes sure that a reader has a billing account. */
export async function ensureAccount(userId: number, now: Date): Promise<void> {
  await db().$executeRaw(Prisma.sql`
    INSERT INTO "BillingAccount" ("userId", "customerKey", "createdAt")
    VALUES (${userId}, ${randomUUID()}, ${now}) ON CONFLICT ("userId") DO NOTHING`)
}

/**
 * Notes the customer that Stripe made for a reader.
 * @param key what it was made with: a customer of another key is not the reader's any more
 */
export async function setCustomer(userId: number, key: string, customerId: string): Promise<void> {
  await db().billingAccount.updateMany({
    where: { userId, customerKey: key },
    data: { customerId },
  })
}

/** Lets go of a customer that was deleted at Stripe, so that a new one is made. */
export async function dropCustomer(userId: number, customerId: string): Promise<void> {
  await db().billingAccount.updateMany({
    where: { userId, customerId },
    data: { customerId: null, customerKey: randomUUID() },
  })
}

/**
 * Takes a ticket for a reader, before Stripe is asked: what was asked later is written over what
 * was asked earlier, whichever answer comes first.
 * @returns null for a reader who is no customer
 */
export async function takeTicket(
  userId: number,
): Promise<{ ticket: number; customer: string } | null> {
  const [row] = await db().billingAccount.updateManyAndReturn({
    where: { userId, customerId: { not: null } },
    data: { ticket: { increment: 1 } },
    select: { ticket: true, customerId: true },
  })
  return row?.customerId ? { ticket: row.ticket, customer: row.customerId } : null
}

/**
 * Notes that a person with this address has had the trial.
 * @param on the transaction that it is part of
 */
export async function noteUsedTrial(
  addressHash: string,
  usedAt: Date,
  on: Queries = db(),
): Promise<void> {
  await on.$executeRaw(Prisma.sql`
    INSERT INTO "UsedTrial" ("addressHash", "usedAt") VALUES (${addressHash}, ${usedAt})
    ON CONFLICT ("addressHash") DO NOTHING`)
}

/** What went back of the last payment for the subscription that a reader has or had; null: nothing was paid. */
export async function lastPaymentOf(
  userId: number,
): Promise<(TakenBack & { amountPaidCents: number }) | null> {
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
