import { db } from '../database.server.ts'
import type { InTransaction } from '../in-transaction.server.ts'
import { ifWritable } from '../unavailable.server.ts'
import type { AuditAction, SubjectKind } from './actions.ts'

/** The actors that are no account. */
export const COMMAND_LINE = 0
export const UNKNOWN_PERSON = -1

/** A refusal that repeats is recorded once in this time, so that nobody can fill the log. */
const REFUSED_AGAIN_AFTER_MS = 600_000

export interface AuditEntry {
  actorId: number
  action: AuditAction
  subjectKind: SubjectKind
  subjectId: number
  detail: string
}

/** Writes a log entry in the transaction of the change that it describes. */
export function entryInTransaction(entry: AuditEntry): InTransaction {
  return async (queries) => {
    await queries.auditEntry.create({ data: { ...entry, at: new Date() } })
  }
}

/** The same, for something that is done to a reader. */
export const readerEntry = (
  actorId: number,
  readerId: number,
  action: AuditAction,
  detail = '',
): InTransaction =>
  entryInTransaction({ actorId, action, subjectKind: 'reader', subjectId: readerId, detail })

export function writeEntry(entry: AuditEntry): Promise<void> {
  return entryInTransaction(entry)(db())
}

/**
 * Writes a log entry about something that was refused, unless there is a recent one like it. While
 * nothing can be written, it is refused without an entry.
 */
export async function writeRefusal(entry: AuditEntry, now = new Date()): Promise<void> {
  const { actorId, action, subjectKind, subjectId, detail } = entry
  const since = new Date(now.getTime() - REFUSED_AGAIN_AFTER_MS)
  const same = { actorId, action, subjectKind, subjectId, detail, at: { gt: since } }
  const write = async () => {
    if ((await db().auditEntry.count({ where: same })) === 0) await writeEntry(entry)
  }
  await ifWritable(write())
}
