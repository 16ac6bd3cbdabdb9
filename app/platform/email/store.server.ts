import { db, type Queries } from '../database.server.ts'
import type { MailText } from './layout.ts'

/** What a mail is about; the mails of one kind to one recipient are counted together. */
export type MailKind = 'notice' | 'code' | 'reset' | 'billing'

export interface DueMail extends MailText {
  id: number
  recipient: string
  kind: string | null
  createdAt: Date
  tries: number
  isLast: boolean
}

/** Puts a mail in the outbox, together with what else a transaction writes. */
export async function insertMail(
  recipient: string,
  mail: MailText,
  kind: MailKind,
  queries: Queries = db(),
): Promise<void> {
  await queries.outboxMail.create({ data: { recipient, kind, ...mail } })
}

/** Puts the last mail of an account in the outbox: no row of it stays once it is sent. */
export async function insertLastMail(recipient: string, mail: MailText): Promise<void> {
  await db().outboxMail.create({ data: { recipient, ...mail, isLast: true } })
}

/** Removes a mail. */
export async function deleteMail(id: number): Promise<void> {
  await db().outboxMail.deleteMany({ where: { id } })
}

/**
 * Takes the next mail that is due, so that no other process takes it meanwhile.
 * @param until when it is due again if this process does not come back
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

/** Whether an account has proved that this address is its own. */
export async function isProvedAddress(email: string): Promise<boolean> {
  return (await db().user.count({ where: { email, emailVerified: true } })) === 1
}

/** Has a mail wait that has not been tried yet. */
export async function postponeMail(id: number, until: Date): Promise<void> {
  await db().outboxMail.updateMany({ where: { id }, data: { tries: 0, nextTryAt: until } })
}

/** Whether another mail with this subject waits for the recipient, not tried yet. */
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

/** Removes a mail that is not to be sent. */
export async function dropMail(id: number): Promise<void> {
  await db().outboxMail.deleteMany({ where: { id } })
}

/** The server has taken a mail: what it said is not kept. The mail may be gone meanwhile. */
export async function markSent(id: number, sentAt: Date, keepBody: boolean): Promise<void> {
  await db().outboxMail.updateMany({
    where: { id },
    data: { sentAt, problem: null, ...(keepBody ? {} : { text: '', html: '' }) },
  })
}

/** The server has refused a mail, for now. */
export async function markRefused(id: number, problem: string, nextTryAt: Date): Promise<void> {
  await db().outboxMail.updateMany({ where: { id }, data: { problem, nextTryAt } })
}

/** The server will not have a mail; it stays to be looked at. */
export async function markGivenUp(id: number, problem: string, givenUpAt: Date): Promise<void> {
  await db().outboxMail.updateMany({ where: { id }, data: { problem, givenUpAt } })
}

/** Mail that has not been sent, the oldest first. */
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
 * Sends mail that was given up on its way again, as if it were new.
 * @param id one of them; null: all
 * @returns how many there were
 */
export async function reviveMail(id: number | null, now: Date): Promise<number> {
  const { count } = await db().outboxMail.updateMany({
    where: { sentAt: null, givenUpAt: { not: null }, ...(id === null ? {} : { id }) },
    data: { givenUpAt: null, problem: null, tries: 0, createdAt: now, nextTryAt: now },
  })
  return count
}

/**
 * Removes every mail to an address, but for last mails that wait: they are news of another account,
 * and leave no row once they are sent.
 */
export async function deleteMailTo(recipient: string): Promise<void> {
  await db().outboxMail.deleteMany({
    where: { recipient, NOT: { isLast: true, sentAt: null, givenUpAt: null } },
  })
}

/** Removes the traces of mail sent before, and mail given up before. */
export async function deleteSettledBefore(moment: Date): Promise<void> {
  await db().outboxMail.deleteMany({
    where: { OR: [{ sentAt: { lt: moment } }, { givenUpAt: { lt: moment } }] },
  })
}

/** The last mails, newest first. */
export function recentMail(count: number) {
  return db().outboxMail.findMany({ orderBy: { id: 'desc' }, take: count })
}

/** One mail, or null. */
export function mailById(id: number) {
  return db().outboxMail.findUnique({ where: { id } })
}

/** How many mails wait, how many of them have been refused before, and since when the oldest does. */
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
