import { db, Prisma, type Queries } from '../../platform/database.server.ts'
import type { EmailContent } from '../../platform/email/layout.ts'
import { insertEmail } from '../../platform/email/outbox-store.server.ts'
import { recordUse } from '../../platform/used-offers.server.ts'
import { REFUND_CHECK_MS, type GuaranteeRefundStatus } from '../rules/guarantee.ts'
import type { StripeState } from '../rules/subscription-status.ts'
import type { SentChargeRefund } from './charge-refunds.server.ts'
import type { ChargeRow, Reversal } from './billing-state.server.ts'

/** What is stored about a reader, so that only changes are written. */
export interface StoredBilling {
  subscription: Prisma.SubscriptionModel | null
  charges: ReadonlyMap<string, Prisma.ChargeModel>
  /** The emails that were sent, as `kind subject`. */
  emails: ReadonlySet<string>
  trialUsedAt: Date | null
  cardHash: string | null
  nextCheckAt: Date | null
  hasAttempt: boolean
}

export async function storedBillingOf(userId: number): Promise<StoredBilling> {
  const [subscription, charges, emails, account, attempts] = await Promise.all([
    db().subscription.findUnique({ where: { userId } }),
    db().charge.findMany({ where: { userId } }),
    db().billingEmail.findMany({ where: { userId }, select: { kind: true, subject: true } }),
    db().billingAccount.findUnique({
      where: { userId },
      select: { trialUsedAt: true, cardHash: true, nextCheckAt: true },
    }),
    db().subscriptionAttempt.count({ where: { userId } }),
  ])
  return {
    subscription,
    charges: new Map(charges.map((charge) => [charge.invoiceId, charge])),
    emails: new Set(emails.map(({ kind, subject }) => `${kind} ${subject}`)),
    trialUsedAt: account?.trialUsedAt ?? null,
    cardHash: account?.cardHash ?? null,
    nextCheckAt: account?.nextCheckAt ?? null,
    hasAttempt: attempts > 0,
  }
}

export interface BillingChanges {
  state: StripeState
  charges: ChargeRow[]
  /** Refunds and disputes by payment intent; null: not fetched. */
  reversals: ReadonlyMap<string, Reversal> | null
  /** A trial that was confirmed or refused: the person has had it. */
  trial: UsedTrial | null
  /** The reader's use of the guarantee, as this fetch has seen it; null: none. */
  guarantee: GuaranteeRefundStatus | null
  /** How far the refund of the guarantee is; null: as it is stored. */
  refund: { status: GuaranteeRefundStatus; amountCents: number } | null
  refunds: SentChargeRefund[]
  closesAttempt: boolean
  nextCheckAt: Date | null
  recipient: string
  operator: string
  emails: {
    kind: string
    subject: string
    mail: () => EmailContent
    /** What the operator must know; null: nothing. */
    operatorMail: () => EmailContent | null
  }[]
}

export interface UsedTrial {
  usedAt: Date
  personHashes: string[]
  /** The card that it was started or refused with; null: unknown. */
  cardHash: string | null
  /** The trial starts now, if the person has had none before. */
  begins: boolean
}

/** Something has changed here since Stripe was asked: fetch again. */
export class OutdatedFetchError extends Error {}

/** A trial cannot start: the person has had one, maybe just now with another account. */
class TrialUsedError extends OutdatedFetchError {}

class GuaranteeChangedError extends OutdatedFetchError {}

function hasValues(row: object | null | undefined, values: object): boolean {
  return (
    !!row &&
    Object.entries(values).every(([key, value]) => {
      const stored = (row as Record<string, unknown>)[key]
      return value instanceof Date && stored instanceof Date
        ? value.getTime() === stored.getTime()
        : stored === value
    })
  )
}

/**
 * Writes the result of a fetch: all of it, or nothing if a later fetch was already written. Values
 * that are already stored are not written again.
 * @param known the stored values, read after the fetch got its sequence number
 * @returns whether it was written
 * @throws OutdatedFetchError when the trial that starts is the person's second, or when the refunds
 * that were found may belong to a use of the guarantee that was not; then nothing is written
 */
export async function writeBillingState(
  userId: number,
  fetchSequence: number,
  known: StoredBilling,
  changes: BillingChanges,
  now: Date,
): Promise<boolean> {
  const { state, trial, closesAttempt, nextCheckAt } = changes
  const fresh = unstored(changes, known)
  const hasChanges =
    fresh.charges.length > 0 ||
    fresh.emails.length > 0 ||
    changes.reversals !== null ||
    changes.refund !== null ||
    changes.refunds.length > 0 ||
    !hasValues(known.subscription, state) ||
    (trial !== null && known.trialUsedAt === null) ||
    (trial !== null && trial.cardHash !== null && known.cardHash === null) ||
    (closesAttempt && known.hasAttempt) ||
    known.nextCheckAt?.getTime() !== nextCheckAt?.getTime()
  const asKnown = { userId, fetchSequence: known.subscription?.fetchSequence ?? 0 }
  const data = { ...state, fetchSequence, reconciledAt: now }
  if (!hasChanges && asKnown.fetchSequence < fetchSequence) {
    const { count } = await db().subscription.updateMany({ where: asKnown, data })
    if (count > 0) return true
  }
  return db().$transaction(async (tx) => {
    if (!known.subscription) {
      await tx.$executeRaw(Prisma.sql`
        INSERT INTO "Subscription" ("userId", "ticket", "status", "isSetUp", "reconciledAt")
        VALUES (${userId}, 0, 'none', ${false}, ${now}) ON CONFLICT ("userId") DO NOTHING`)
    }
    const isOlder = { userId, fetchSequence: { lt: fetchSequence } }
    const isAsKnown =
      asKnown.fetchSequence < fetchSequence &&
      (await tx.subscription.updateMany({ where: asKnown, data })).count > 0
    if (!isAsKnown && (await tx.subscription.updateMany({ where: isOlder, data })).count === 0) {
      return false
    }
    // If another fetch was written in between, `fresh` is out of date: write everything.
    await putChanges(tx, userId, changes, isAsKnown ? fresh : changes, now)
    return true
  })
}

/** The charges and emails that are not stored yet. */
function unstored(
  { charges, emails }: BillingChanges,
  known: StoredBilling,
): Pick<BillingChanges, 'charges' | 'emails'> {
  return {
    charges: charges.filter((charge) => !hasValues(known.charges.get(charge.invoiceId), charge)),
    emails: emails.filter(({ kind, subject }) => !known.emails.has(`${kind} ${subject}`)),
  }
}

async function putChanges(
  tx: Queries,
  userId: number,
  {
    reversals,
    trial,
    guarantee,
    refund,
    refunds,
    closesAttempt,
    nextCheckAt,
    recipient,
    operator,
  }: BillingChanges,
  { charges, emails }: Pick<BillingChanges, 'charges' | 'emails'>,
  now: Date,
): Promise<void> {
  for (const charge of charges) await putCharge(tx, userId, charge)
  for (const [paymentIntentId, data] of reversals ?? []) {
    await tx.charge.updateMany({ where: { userId, paymentIntentId }, data })
  }
  for (const { id, ...data } of refunds) {
    await tx.chargeRefund.updateMany({ where: { id, status: 'requested' }, data })
  }
  await tx.billingAccount.updateMany({ where: { userId }, data: { nextCheckAt } })
  if (reversals) await requireSameGuarantee(tx, userId, guarantee)
  if (refund) await tx.guaranteeRefund.updateMany({ where: { userId }, data: refund })
  await checkOpenRefund(tx, userId, now)
  if (trial) await recordTrial(tx, userId, trial)
  if (closesAttempt) await tx.subscriptionAttempt.deleteMany({ where: { userId } })
  for (const { kind, subject, mail, operatorMail } of emails) {
    // No race: this transaction has locked the reader's row.
    if ((await tx.billingEmail.count({ where: { userId, kind, subject } })) > 0) continue
    const text = mail()
    await tx.billingEmail.create({
      data: { userId, kind, subject, title: text.subject, createdAt: now },
    })
    await insertEmail(recipient, text, 'billing', tx)
    const note = operatorMail()
    if (note) await insertEmail(operator, note, 'billing', tx)
  }
}

/**
 * A fetch that saw a refund but not its request would report it as another refund. Runs after
 * nextCheckAt is written: a request that is recorded later is not at Stripe yet.
 */
async function requireSameGuarantee(
  tx: Queries,
  userId: number,
  seen: GuaranteeRefundStatus | null,
): Promise<void> {
  const row = await tx.guaranteeRefund.findUnique({ where: { userId }, select: { status: true } })
  if ((row?.status ?? null) !== seen) throw new GuaranteeChangedError()
}

/**
 * Follows up a refund that is not complete. Runs after nextCheckAt is written, which waits for a
 * request that is being recorded.
 */
async function checkOpenRefund(tx: Queries, userId: number, now: Date): Promise<void> {
  const open = [
    ...Object.entries(REFUND_CHECK_MS).map(([status, wait]) => ({
      user: { guaranteeRefund: { status } },
      wait,
    })),
    {
      user: { chargeRefunds: { some: { status: 'requested' } } },
      wait: REFUND_CHECK_MS.requested,
    },
  ]
  for (const { user, wait } of open) {
    const soon = new Date(now.getTime() + wait)
    await tx.billingAccount.updateMany({
      where: {
        userId,
        user,
        OR: [{ nextCheckAt: null }, { nextCheckAt: { gt: soon } }],
      },
      data: { nextCheckAt: soon },
    })
  }
}

async function putCharge(tx: Queries, userId: number, charge: ChargeRow): Promise<void> {
  const { invoiceId, ...rest } = charge
  await tx.charge.upsert({
    where: { invoiceId },
    create: { ...rest, invoiceId, userId },
    update: rest,
  })
}

async function recordTrial(
  tx: Queries,
  userId: number,
  { usedAt, personHashes, cardHash, begins }: UsedTrial,
): Promise<void> {
  const { count } = await tx.billingAccount.updateMany({
    where: { userId, trialUsedAt: null },
    data: { trialUsedAt: usedAt },
  })
  const isFirst = await recordUse('UsedTrial', personHashes, usedAt, tx)
  if (begins && (count === 0 || !isFirst)) throw new TrialUsedError()
  if (cardHash === null) return
  await tx.billingAccount.updateMany({ where: { userId, cardHash: null }, data: { cardHash } })
  // From now on the card also identifies the person's free summary.
  const hasChosen = await tx.user.count({ where: { id: userId, freeBookId: { not: null } } })
  if (hasChosen > 0) await recordUse('UsedFreeSummary', [cardHash], usedAt, tx)
}
