import { db, Prisma, type Queries } from '../../platform/database.server.ts'
import type { EmailContent } from '../../platform/email/layout.ts'
import { insertEmail } from '../../platform/email/store.server.ts'
import { rememberUse } from '../../platform/used-offers.server.ts'
import { type ChargeRow, type StripeState, type TakenBack } from './state.server.ts'

/** What is stored of a reader and would be written again. */
export interface Known {
  subscription: Prisma.SubscriptionModel | null
  charges: ReadonlyMap<string, Prisma.ChargeModel>
  /** The mails that went out, as `kind subject`. */
  notices: ReadonlySet<string>
  trialUsedAt: Date | null
  cardHash: string | null
  nextCheckAt: Date | null
  hasAttempt: boolean
}

/** What is stored of a reader, so that only what is new is written. */
export async function knownOf(userId: number): Promise<Known> {
  const [subscription, charges, notices, account, attempts] = await Promise.all([
    db().subscription.findUnique({ where: { userId } }),
    db().charge.findMany({ where: { userId } }),
    db().billingNotice.findMany({ where: { userId }, select: { kind: true, subject: true } }),
    db().billingAccount.findUnique({
      where: { userId },
      select: { trialUsedAt: true, cardHash: true, nextCheckAt: true },
    }),
    db().subscriptionAttempt.count({ where: { userId } }),
  ])
  return {
    subscription,
    charges: new Map(charges.map((charge) => [charge.invoiceId, charge])),
    notices: new Set(notices.map(({ kind, subject }) => `${kind} ${subject}`)),
    trialUsedAt: account?.trialUsedAt ?? null,
    cardHash: account?.cardHash ?? null,
    nextCheckAt: account?.nextCheckAt ?? null,
    hasAttempt: attempts > 0,
  }
}

export interface Written {
  state: StripeState
  charges: ChargeRow[]
  /** The payments of which something went back, by their intents; null: nobody asked. */
  takenBack: ReadonlyMap<string, TakenBack> | null
  /** A trial that was confirmed, or refused: the person has had it. */
  trial: UsedTrial | null
  /** The attempt has come to something, or to nothing. */
  closesAttempt: boolean
  nextCheckAt: Date | null
  recipient: string
  /** Mails that the reader is to have had; those that went out before are left out. */
  notices: { kind: string; subject: string; mail: () => EmailContent }[]
}

/** A trial, and who has had it. */
export interface UsedTrial {
  usedAt: Date
  personHashes: string[]
  /** The card that it was begun or refused with; null: it is not known. */
  cardHash: string | null
  /** It begins only now, and only if the person has had none. */
  begins: boolean
}

/** A trial cannot begin: the person has had one, or another account of theirs was faster. */
export class TrialUsedError extends Error {}

/** Whether a row holds these values already. */
function holds(row: object | null | undefined, values: object): boolean {
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
 * Writes what Stripe said to this ticket, all of it or, when a later ticket has been written
 * already, nothing. What is stored already is not written again.
 * @param known what was stored after the ticket was taken
 * @returns whether it was written
 * @throws TrialUsedError when a trial begins that is the person's second; nothing is written then
 */
export async function writeState(
  userId: number,
  ticket: number,
  known: Known,
  said: Written,
  now: Date,
): Promise<boolean> {
  const { state, trial, closesAttempt, nextCheckAt } = said
  const fresh = newsIn(said, known)
  const isNews =
    fresh.charges.length > 0 ||
    fresh.notices.length > 0 ||
    said.takenBack !== null ||
    !holds(known.subscription, state) ||
    (trial !== null && known.trialUsedAt === null) ||
    (trial !== null && trial.cardHash !== null && known.cardHash === null) ||
    (closesAttempt && known.hasAttempt) ||
    known.nextCheckAt?.getTime() !== nextCheckAt?.getTime()
  const asKnown = { userId, ticket: known.subscription?.ticket ?? 0 }
  const data = { ...state, ticket, reconciledAt: now }
  if (!isNews && known.subscription!.ticket < ticket) {
    const { count } = await db().subscription.updateMany({ where: asKnown, data })
    if (count > 0) return true
  }
  return db().$transaction(async (tx) => {
    if (!known.subscription) {
      await tx.$executeRaw(Prisma.sql`
        INSERT INTO "Subscription" ("userId", "ticket", "status", "isSetUp", "reconciledAt")
        VALUES (${userId}, 0, 'none', ${false}, ${now}) ON CONFLICT ("userId") DO NOTHING`)
    }
    const isOlder = { userId, ticket: { lt: ticket } }
    const isAsKnown =
      asKnown.ticket < ticket &&
      (await tx.subscription.updateMany({ where: asKnown, data })).count > 0
    if (!isAsKnown && (await tx.subscription.updateMany({ where: isOlder, data })).count === 0) {
      return false
    }
    // An earlier look that was written in between may have put anything back.
    await putNews(tx, userId, said, isAsKnown ? fresh : said, now)
    return true
  })
}

/** What is not stored yet. */
function newsIn({ charges, notices }: Written, known: Known): Pick<Written, 'charges' | 'notices'> {
  return {
    charges: charges.filter((charge) => !holds(known.charges.get(charge.invoiceId), charge)),
    notices: notices.filter(({ kind, subject }) => !known.notices.has(`${kind} ${subject}`)),
  }
}

async function putNews(
  tx: Queries,
  userId: number,
  { takenBack, trial, closesAttempt, nextCheckAt, recipient }: Written,
  { charges, notices }: Pick<Written, 'charges' | 'notices'>,
  now: Date,
): Promise<void> {
  for (const charge of charges) await putCharge(tx, userId, charge)
  for (const [paymentIntentId, data] of takenBack ?? []) {
    await tx.charge.updateMany({ where: { userId, paymentIntentId }, data })
  }
  await tx.billingAccount.updateMany({ where: { userId }, data: { nextCheckAt } })
  if (trial) await noteTrial(tx, userId, trial)
  if (closesAttempt) await tx.subscriptionAttempt.deleteMany({ where: { userId } })
  for (const { kind, subject, mail } of notices) {
    // The reader's row is this transaction's by now: nobody else writes mails to the reader.
    if ((await tx.billingNotice.count({ where: { userId, kind, subject } })) > 0) continue
    const text = mail()
    await tx.billingNotice.create({
      data: { userId, kind, subject, title: text.subject, createdAt: now },
    })
    await insertEmail(recipient, text, 'billing', tx)
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

async function noteTrial(
  tx: Queries,
  userId: number,
  { usedAt, personHashes, cardHash, begins }: UsedTrial,
): Promise<void> {
  const { count } = await tx.billingAccount.updateMany({
    where: { userId, trialUsedAt: null },
    data: { trialUsedAt: usedAt },
  })
  const isFirst = await rememberUse('UsedTrial', personHashes, usedAt, tx)
  if (begins && (count === 0 || !isFirst)) throw new TrialUsedError()
  if (cardHash === null) return
  await tx.billingAccount.updateMany({ where: { userId, cardHash: null }, data: { cardHash } })
  // What the person has read for free is known by the card from now on.
  const hasChosen = await tx.user.count({ where: { id: userId, freeBookId: { not: null } } })
  if (hasChosen > 0) await rememberUse('UsedFreeSummary', [cardHash], usedAt, tx)
}
