import { randomUUID } from 'node:crypto'
import { db, Prisma } from '../../platform/database.server.ts'
import { recordUse, wasUsed } from '../../platform/used-offers.server.ts'
import * as oneTrial from '../rules/one-trial.ts'
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
  refusedCard: string | null
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
 * @param personHashes the hashes under which the reader may be remembered
 */
export async function storedState(userId: number, personHashes: string[]): Promise<StoredState> {
  const [account, subscription, lastPayment, wasTrialUsed] = await Promise.all([
    db().billingAccount.findUnique({ where: { userId } }),
    db().subscription.findUnique({ where: { userId } }),
    db().charge.findFirst({
      where: { userId, status: 'paid' },
      orderBy: [{ paidAt: 'desc' }, { createdAt: 'desc' }],
      select: { amountPaidCents: true, paidAt: true },
    }),
    wasUsed('UsedTrial', personHashes),
  ])
  const isTrialUsed = wasTrialUsed || !!account?.trialUsedAt
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

/** The card with which the trial of a reader was refused; null: nothing waits for an answer. */
export async function refusedCardOf(userId: number): Promise<string | null> {
  const stored = await db().subscription.findUnique({
    where: { userId },
    select: { refusedCard: true },
  })
  return stored?.refusedCard ?? null
}

/** Whether a subscription is known to have begun. */
export async function hasBegun(userId: number, subscriptionId: string): Promise<boolean> {
  const stored = await db().subscription.findUnique({ where: { userId } })
  return oneTrial.hasBegun(stored, subscriptionId)
}

/**
 * Whether a trial may begin, or has begun already.
 * @param personHashes the hashes under which the reader may be remembered
 */
export async function mayBeginTrial(
  userId: number,
  subscriptionId: string,
  personHashes: string[],
): Promise<boolean> {
  const [isUsed, account] = await Promise.all([
    wasUsed('UsedTrial', personHashes),
    accountOf(userId),
  ])
  if (!isUsed && !account?.trialUsedAt) return true
  // Looked at last: another process may have begun this very trial, which is written all at once.
  return hasBegun(userId, subscriptionId)
}

/** Remembers a reader who has had the trial, for when their account is gone. */
export async function rememberTrial(personHashes: string[], usedAt: Date): Promise<void> {
  await recordUse('UsedTrial', personHashes, usedAt, db())
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
