import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { db } from '../../platform/database.server.ts'
import type { Action, SubjectKind } from '../rules/audit-actions.ts'
import { ROWS_PER_PAGE } from '../rules/limits.ts'

/** A new log entry. */
interface Entry {
  actorId: number
  action: Action
  subjectKind: SubjectKind
  subjectId: number
  detail: string
}

/** Writes a log entry in the transaction of the change that it describes. */
export function entryInTransaction(entry: Entry): InTransaction {
  return async (queries) => {
    await queries.auditEntry.create({ data: { ...entry, at: new Date() } })
  }
}

/** The same, for something that administrators do to a reader. */
export const readerEntry = (
  actorId: number,
  readerId: number,
  action: Action,
  detail = '',
): InTransaction =>
  entryInTransaction({ actorId, action, subjectKind: 'reader', subjectId: readerId, detail })

/** Writes a log entry about something that changes nothing. */
export function writeEntry(entry: Entry): Promise<void> {
  return entryInTransaction(entry)(db())
}

/**
 * Log entries, latest first, and one more than a page holds.
 * @param after the id of the last entry on the page before; null: the first page
 * @param subject null: entries about anything
 */
export function entries(
  after: number | null,
  subject: { subjectKind: SubjectKind; subjectId: number } | null,
) {
  return db().auditEntry.findMany({
    where: subject ?? {},
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: ROWS_PER_PAGE + 1,
    ...(after === null ? {} : { cursor: { id: after }, skip: 1 }),
  })
}
