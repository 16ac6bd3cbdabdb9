import { randomUUID } from 'node:crypto'
import { db, Prisma, type Queries } from '../../platform/database.server.ts'
import type { MailText } from '../../platform/mail/layout.ts'
import { insertMail } from '../../platform/mail/store.server.ts'
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
export type ChargeRow = Omit<Prisma.ChargeUncheckedCreateInput, 'userId' | 'refundedCents'> & {
  paidAt: Date | null
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
 */
export async function takeTicket(userId: number): Promise<number> {
  const { ticket } = await db().billingAccount.update({
    where: { userId },
    data: { ticket: { increment: 1 } },
    select: { ticket: true },
  })
  return ticket
}

/** The status of each invoice that is stored of a reader, by its id. */
export async function storedCharges(userId: number): Promise<Map<string, string>> {
  const rows = await db().charge.findMany({
    where: { userId },
    select: { invoiceId: true, status: true },
  })
  return new Map(rows.map(({ invoiceId, status }) => [invoiceId, status]))
}

export interface Written {
  state: StripeState
  charges: ChargeRow[]
  /** Cents that were paid back, by payment; null: nobody asked. */
  refunds: ReadonlyMap<string, number> | null
  /** A confirmed trial: the person has had it, under these hashed addresses too. */
  trial: { usedAt: Date; addressHash: string } | null
  /** The attempt has come to something, or to nothing. */
  closesAttempt: boolean
  nextCheckAt: Date | null
  recipient: string
  /** Mails that the reader is to have had; those that went out before are left out. */
  notices: { kind: string; subject: string; mail: () => MailText }[]
}

/**
 * Writes what Stripe said to this ticket, all of it or, when a later ticket has been written
 * already, nothing.
 * @returns whether it was written
 */
export function writeState(
  userId: number,
  ticket: number,
  { state, charges, refunds, trial, closesAttempt, nextCheckAt, recipient, notices }: Written,
  now: Date,
): Promise<boolean> {
  return db().$transaction(async (tx) => {
    await tx.$executeRaw(Prisma.sql`
      INSERT INTO "Subscription" ("userId", "ticket", "status", "isSetUp", "reconciledAt")
      VALUES (${userId}, 0, 'none', ${false}, ${now}) ON CONFLICT ("userId") DO NOTHING`)
    const { count } = await tx.subscription.updateMany({
      where: { userId, ticket: { lt: ticket } },
      data: { ...state, ticket, reconciledAt: now },
    })
    if (count === 0) return false
    for (const charge of charges) await putCharge(tx, userId, charge)
    if (refunds) {
      for (const [paymentIntentId, refundedCents] of refunds) {
        await tx.charge.updateMany({ where: { userId, paymentIntentId }, data: { refundedCents } })
      }
    }
    await tx.billingAccount.update({ where: { userId }, data: { nextCheckAt } })
    if (trial) await noteTrial(tx, userId, trial)
    if (closesAttempt) await tx.subscriptionAttempt.deleteMany({ where: { userId } })
    for (const { kind, subject, mail } of notices) {
      const known = await tx.billingNotice.count({ where: { userId, kind, subject } })
      if (known > 0) continue
      const text = mail()
      // Twice at once is refused by the index, and the whole writing with it: the next look mends that.
      await tx.billingNotice.create({
        data: { userId, kind, subject, title: text.subject, createdAt: now },
      })
      await insertMail(recipient, text, tx)
    }
    return true
  })
}

async function putCharge(tx: Queries, userId: number, charge: ChargeRow): Promise<void> {
  const { invoiceId, ...rest } = charge
  await tx.charge.upsert({
    where: { invoiceId },
    create: { ...rest, invoiceId, userId },
    update: rest,
  })
}

async function noteTrial(
  tx: Queries,
  userId: number,
  { usedAt, addressHash }: { usedAt: Date; addressHash: string },
): Promise<void> {
  await tx.billingAccount.updateMany({
    where: { userId, trialUsedAt: null },
    data: { trialUsedAt: usedAt },
  })
  await putUsedTrial(tx, addressHash, usedAt)
}

async function putUsedTrial(tx: Queries, addressHash: string, usedAt: Date): Promise<void> {
  await tx.$executeRaw(Prisma.sql`
    INSERT INTO "UsedTrial" ("addressHash", "usedAt") VALUES (${addressHash}, ${usedAt})
    ON CONFLICT ("addressHash") DO NOTHING`)
}

/** Notes that a person with this address has had the trial. */
export function noteUsedTrial(addressHash: string, usedAt: Date): Promise<void> {
  return putUsedTrial(db(), addressHash, usedAt)
}
