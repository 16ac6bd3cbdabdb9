import { db, type Queries } from '../database.server.ts'
import type { MailText } from './layout.ts'

/** The topic of an email. Emails of one kind to one recipient are counted together. */
export type MailKind = 'notice' | 'code' | 'reset' | 'billing'

export interface DueMail extends MailText {
  id: number
  recipient: string
  kind: string | null
  createdAt: Date
  tries: number
  isLast: boolean
}

/** Puts an email into the outbox, also within a transaction. */
export async function insertMail(
  recipient: string,
  mail: MailText,
  kind: MailKind,
  queries: Queries = db(),
): Promise<void> {
  await queries.outboxMail.create({ data: { recipient, kind, ...mail } })
}

/** Puts the last email of an account into the outbox. Its row is deleted once it is sent. */
export async function insertLastMail(recipient: string, mail: MailText): Promise<void> {
  await db().outboxMail.create({ data: { recipient, ...mail, isLast: true } })
}

/** Deletes an email. */
export async function deleteMail(id: number): Promise<void> {
  await db().outboxMail.deleteMany({ where: { id } })
}

/**
 * Claims the next email that is due.
 * @param until when it is due again if this process dies
 */
export async function takeDueMail(now: Date, until: Date): Promise<DueMail | null> {
  const next = await db().outboxMail.findFirst({
    where: { sentAt: null, givenUpAt: null, nextTryAt: { lte: now } },
    orderBy: [{ nextTryAt: 'asc' }, { id: 'asc' }],
  })
  if (!next) return null
  const { count } = await db().outboxMail.updateMany({
    where: { id: next.id, sentAt: null, givenUpAt: null, tries: next.tries },
    data: { tries: { increment: 1 }, nextTryAt: until },
  })
  return count === 1 ? { ...next, tries: next.tries + 1 } : takeDueMail(now, until)
}

/** Whether an account has proved that it owns this address. */
export async function isProvedAddress(email: string): Promise<boolean> {
  return (await db().user.count({ where: { email, emailVerified: true } })) === 1
}

/** Whether another email with this subject waits for the recipient and was not tried yet. */
export async function isWaitingTwice(
  { id, recipient, subject }: DueMail,
  now: Date,
): Promise<boolean> {
  const twin = await db().outboxMail.findFirst({
    where: { id: { not: id }, recipient, subject, sentAt: null, tries: 0, nextTryAt: { gt: now } },
    select: { id: true },
  })
  return twin !== null
}

/** What becomes of an email that was not sent. */
export async function updateMail(
  id: number,
  data: { tries?: number; nextTryAt?: Date; problem?: string; givenUpAt?: Date },
): Promise<void> {
  await db().outboxMail.updateMany({ where: { id }, data })
}

/** Marks an email as sent, if its row still exists, and by default deletes its text. */
export async function markSent(id: number, sentAt: Date, keepBody: boolean): Promise<void> {
  await db().outboxMail.updateMany({
    where: { id },
    data: { sentAt, problem: null, ...(keepBody ? {} : { text: '', html: '' }) },
  })
}

/** The emails that were not sent, oldest first. */
export function unsentMail() {
  return db().outboxMail.findMany({
    where: { sentAt: null },
    select: {
      id: true,
      recipient: true,
      createdAt: true,
      tries: true,
      nextTryAt: true,
      givenUpAt: true,
      problem: true,
    },
    orderBy: { id: 'asc' },
  })
}

/**
 * Queues emails that were given up again, as if they were new.
 * @param id one of them; null: all
 * @returns how many were queued
 */
export async function reviveMail(id: number | null, now: Date): Promise<number> {
  const { count } = await db().outboxMail.updateMany({
    where: { sentAt: null, givenUpAt: { not: null }, ...(id === null ? {} : { id }) },
    data: { givenUpAt: null, problem: null, tries: 0, createdAt: now, nextTryAt: now },
  })
  return count
}

/**
 * Deletes every email to an address except waiting last emails, which may belong to another account
 * and delete themselves when they are sent.
 */
export async function deleteMailTo(recipient: string): Promise<void> {
  await db().outboxMail.deleteMany({
    where: { recipient, NOT: { isLast: true, sentAt: null, givenUpAt: null } },
  })
}

/** Deletes emails that were sent or given up before a moment. */
export async function deleteSettledBefore(moment: Date): Promise<void> {
  await db().outboxMail.deleteMany({
    where: { OR: [{ sentAt: { lt: moment } }, { givenUpAt: { lt: moment } }] },
  })
}

/** The latest emails, newest first. */
export function recentMail(count: number) {
  return db().outboxMail.findMany({ orderBy: { id: 'desc' }, take: count })
}

/** One email, or null. */
export function mailById(id: number) {
  return db().outboxMail.findUnique({ where: { id } })
}

/** How many emails wait, how many of them have failed before, and since when the oldest waits. */
export async function waitingMail(): Promise<{
  waiting: number
  refused: number
  since: Date | null
}> {
  const [all, refused] = await Promise.all([
    db().outboxMail.aggregate({
      where: { sentAt: null },
      _count: { _all: true },
      _min: { createdAt: true },
    }),
    db().outboxMail.count({ where: { sentAt: null, problem: { not: null } } }),
  ])
  return { waiting: all._count._all, refused, since: all._min.createdAt }
}
