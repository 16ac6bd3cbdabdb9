import { db, type Queries } from '../database.server.ts'
import type { MailText } from './layout.ts'

export interface DueMail extends MailText {
  id: number
  recipient: string
  tries: number
}

/** Puts a mail in the outbox, together with what else a transaction writes. */
export async function insertMail(
  recipient: string,
  mail: MailText,
  queries: Queries = db(),
): Promise<void> {
  await queries.outboxMail.create({ data: { recipient, ...mail } })
}

/**
 * Takes the next mail that is due, so that no other process takes it meanwhile.
 * @param until when it is due again if this process does not come back
 */
export async function takeDueMail(now: Date, until: Date): Promise<DueMail | null> {
  const next = await db().outboxMail.findFirst({
    where: { sentAt: null, nextTryAt: { lte: now } },
    orderBy: [{ nextTryAt: 'asc' }, { id: 'asc' }],
  })
  if (!next) return null
  const { count } = await db().outboxMail.updateMany({
    where: { id: next.id, sentAt: null, tries: next.tries },
    data: { tries: { increment: 1 }, nextTryAt: until },
  })
  return count === 1 ? { ...next, tries: next.tries + 1 } : takeDueMail(now, until)
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

/** Removes every mail to an address. */
export async function deleteMailTo(recipient: string): Promise<void> {
  await db().outboxMail.deleteMany({ where: { recipient } })
}

/** Removes the traces of mail sent before. */
export async function deleteSentBefore(moment: Date): Promise<void> {
  await db().outboxMail.deleteMany({ where: { sentAt: { lt: moment } } })
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
