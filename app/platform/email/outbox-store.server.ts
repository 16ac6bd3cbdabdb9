import { db, execute, hasRow, Prisma, prepared, type Queries } from '../database.server.ts'
import type { EmailContent } from './layout.ts'

/** Emails of one kind to one recipient are counted together. A notice says what has changed in an account. */
export type EmailKind =
  'notice' | 'code' | 'reset' | 'billing' | 'kindle' | 'review' | 'digest' | 'request'

/** Reminders: thousands may be due at the same time, and nothing else waits for them. */
export const BULK_KINDS = ['review', 'digest', 'request'] as const satisfies EmailKind[]

export interface DueEmail extends EmailContent {
  id: number
  recipient: string
  kind: string | null
  attachment: string | null
  createdAt: Date
  tries: number
  isLast: boolean
}

/**
 * Puts an email in the outbox, in the same transaction as other writes if `queries` is given.
 * @param attachment from attachmentName()
 */
export async function insertEmail(
  recipient: string,
  email: EmailContent,
  kind: EmailKind,
  queries: Queries = db(),
  attachment: string | null = null,
): Promise<void> {
  await queries.outboxEmail.create({ data: { recipient, kind, attachment, ...email } })
}

/**
 * Puts emails in the outbox, each only if there was none with its key.
 * @param onceKey what it is, such as "digest 12 2026-11-27"
 */
export async function insertOnce(
  emails: { recipient: string; email: EmailContent; onceKey: string }[],
  kind: EmailKind,
  now: Date,
  queries: Queries,
): Promise<void> {
  if (emails.length === 0) return
  const rows = emails.map(
    ({ recipient, email: { subject, text, html, unsubscribeUrl = null }, onceKey }) =>
      Prisma.sql`(${recipient}, ${kind}, ${subject}, ${text}, ${html}, ${unsubscribeUrl}, ${onceKey}, ${now}, ${now})`,
  )
  await queries.$executeRaw`
    INSERT INTO "OutboxMail" ("recipient", "kind", "subject", "text", "html", "unsubscribeUrl",
      "onceKey", "createdAt", "nextTryAt")
    VALUES ${Prisma.join(rows)} ON CONFLICT ("onceKey") DO NOTHING`
}

/**
 * Puts the last email to an address in the outbox, in the same transaction as what it is about. Its
 * row is deleted after sending, except in the demo.
 */
export async function insertLastEmail(
  queries: Queries,
  recipient: string,
  email: EmailContent,
): Promise<void> {
  await queries.outboxEmail.create({ data: { recipient, ...email, isLast: true } })
}

export async function deleteEmail(id: number): Promise<void> {
  await db().outboxEmail.deleteMany({ where: { id } })
}

const isAnyDue = (now: Date) =>
  hasRow(
    Prisma.sql`"OutboxMail" WHERE "sentAt" IS NULL AND "givenUpAt" IS NULL AND "nextTryAt" <= ${now}`,
  )

const due = (now: Date) => ({ sentAt: null, failedAt: null, nextTryAt: { lte: now } })
const soonestFirst = [{ nextTryAt: 'asc' as const }, { id: 'asc' as const }]
const isBulk = { kind: { in: [...BULK_KINDS] } }

/**
 * Claims the next email that is due, except bulk email, so that no other process sends it.
 * @param until when it is due again if this process dies
 */
export async function claimDueEmail(now: Date, until: Date): Promise<DueEmail | null> {
  if (!(await isAnyDue(now))) return null
  const where = { ...due(now), OR: [{ kind: null }, { NOT: isBulk }] }
  const next = await db().outboxEmail.findFirst({ where, orderBy: soonestFirst })
  if (!next) return null
  const { count } = await db().outboxEmail.updateMany({
    where: { id: next.id, sentAt: null, failedAt: null, tries: next.tries },
    data: { tries: { increment: 1 }, nextTryAt: until },
  })
  return count === 1 ? { ...next, tries: next.tries + 1 } : claimDueEmail(now, until)
}

export async function claimBulkEmails(now: Date, until: Date, count: number): Promise<DueEmail[]> {
  if (!(await isAnyDue(now))) return []
  const next = await db().outboxEmail.findMany({
    where: { ...due(now), ...isBulk },
    orderBy: soonestFirst,
    take: count,
    select: { id: true },
  })
  if (next.length === 0) return []
  return db().outboxEmail.updateManyAndReturn({
    where: { ...due(now), id: { in: next.map(({ id }) => id) } },
    data: { tries: { increment: 1 }, nextTryAt: until },
  })
}

/** Notes that a mailbox does not exist, which stops reminders to the account with the address. */
export async function markAddressRefused(email: string, emailRefusedAt: Date): Promise<void> {
  await db().user.updateMany({ where: { email }, data: { emailRefusedAt } })
}

export async function countWaitingOf(kind: EmailKind): Promise<number> {
  const [row] = await prepared<{ n: number }>(Prisma.sql`
    SELECT count(*) AS "n" FROM "OutboxMail"
    WHERE "kind" = ${kind} AND "sentAt" IS NULL AND "givenUpAt" IS NULL`)
  return row!.n
}

/** Whether this is the verified address of an account. */
export async function isVerifiedAddress(email: string): Promise<boolean> {
  return (await db().user.count({ where: { email, emailVerified: true } })) === 1
}

export async function postponeEmail(id: number, until: Date): Promise<void> {
  await db().outboxEmail.updateMany({ where: { id }, data: { tries: 0, nextTryAt: until } })
}

/** Whether another untried email with this subject is waiting for the recipient. */
export async function hasWaitingDuplicate(
  { id, recipient, subject }: DueEmail,
  now: Date,
): Promise<boolean> {
  const duplicate = await db().outboxEmail.findFirst({
    where: { id: { not: id }, recipient, subject, sentAt: null, tries: 0, nextTryAt: { gt: now } },
    select: { id: true },
  })
  return duplicate !== null
}

/** Marks an email as sent, and deletes its body unless `keepBody`. */
export async function markSent(id: number, sentAt: Date, keepBody: boolean): Promise<void> {
  await db().outboxEmail.updateMany({
    where: { id },
    data: {
      sentAt,
      lastError: null,
      ...(keepBody ? {} : { text: '', html: '', unsubscribeUrl: null }),
    },
  })
}

export async function scheduleRetry(id: number, lastError: string, nextTryAt: Date): Promise<void> {
  await db().outboxEmail.updateMany({ where: { id }, data: { lastError, nextTryAt } })
}

/** Marks an email as failed; it stays for the operator. */
export async function markFailed(id: number, lastError: string, failedAt: Date): Promise<void> {
  await db().outboxEmail.updateMany({ where: { id }, data: { lastError, failedAt } })
}

/** Unsent emails, oldest first. */
export function unsentEmails() {
  return db().outboxEmail.findMany({
    where: { sentAt: null },
    select: {
      id: true,
      recipient: true,
      createdAt: true,
      tries: true,
      nextTryAt: true,
      failedAt: true,
      lastError: true,
    },
    orderBy: { id: 'asc' },
  })
}

/**
 * Queues failed emails again as if they were new.
 * @param id one of them; null for all
 * @returns their number
 */
export async function retryFailedEmails(id: number | null, now: Date): Promise<number> {
  const { count } = await db().outboxEmail.updateMany({
    where: { sentAt: null, failedAt: { not: null }, ...(id === null ? {} : { id }) },
    data: { failedAt: null, lastError: null, tries: 0, createdAt: now, nextTryAt: now },
  })
  return count
}

/**
 * Deletes all emails to an address, except waiting last emails: they belong to another account and
 * are deleted after sending.
 */
export async function deleteEmailsTo(queries: Queries, recipient: string): Promise<void> {
  await queries.outboxEmail.deleteMany({
    where: { recipient, NOT: { isLast: true, sentAt: null, failedAt: null } },
  })
}

/** Deletes emails that were sent or failed before a moment, at most `limit`. */
export async function deleteFinishedBefore(moment: Date, limit: number): Promise<void> {
  await execute(Prisma.sql`
    DELETE FROM "OutboxMail" WHERE "id" IN (
      SELECT "id" FROM "OutboxMail" WHERE "sentAt" < ${moment} OR "givenUpAt" < ${moment}
      LIMIT ${limit})`)
}

/** The latest emails, newest first. */
export function recentEmails(count: number) {
  return db().outboxEmail.findMany({ orderBy: { id: 'desc' }, take: count })
}

export function emailById(id: number) {
  return db().outboxEmail.findUnique({ where: { id } })
}

/**
 * The emails that are not sent, for administrators.
 * @param overdueSince emails that were due before are overdue
 */
export async function emailBacklog(overdueSince: Date) {
  const waiting = { sentAt: null, failedAt: null }
  const [all, refused, overdue, failed] = await Promise.all([
    db().outboxEmail.aggregate({
      where: waiting,
      _count: { _all: true },
      _min: { createdAt: true },
    }),
    db().outboxEmail.count({ where: { ...waiting, lastError: { not: null } } }),
    db().outboxEmail.count({ where: { ...waiting, nextTryAt: { lt: overdueSince } } }),
    db().outboxEmail.count({ where: { sentAt: null, failedAt: { not: null } } }),
  ])
  return {
    waiting: all._count._all,
    since: all._min.createdAt,
    refused,
    overdue,
    failed,
  }
}

/** Counts waiting emails, those that were refused before, and the age of the oldest. */
export async function countWaitingEmails(): Promise<{
  waiting: number
  refused: number
  since: Date | null
}> {
  const [all, refused] = await Promise.all([
    db().outboxEmail.aggregate({
      where: { sentAt: null },
      _count: { _all: true },
      _min: { createdAt: true },
    }),
    db().outboxEmail.count({ where: { sentAt: null, lastError: { not: null } } }),
  ])
  return { waiting: all._count._all, refused, since: all._min.createdAt }
}
