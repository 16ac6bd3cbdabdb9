import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { db } from '../../platform/database.server.ts'
import type { Action, SubjectKind } from '../rules/audit-actions.ts'
import { ROWS_PER_PAGE } from '../rules/dates.ts'

/** What an entry says. */
export interface Entry {
  actorId: number
  action: Action
  subjectKind: SubjectKind
  subjectId: number
  detail: string
}

/** Writes an entry into the log in the transaction of the change that it speaks of. */
export function entryInTransaction(entry: Entry): InTransaction {
  return async (queries) => {
    await queries.auditEntry.create({ data: { ...entry, at: new Date() } })
  }
}

/** Writes an entry about something that changes nothing. */
export function writeEntry(entry: Entry): Promise<void> {
  return entryInTransaction(entry)(db())
}

/**
 * Entries of the log, the latest first.
 * @param after the id of the last entry of the page before; null: the first page
 * @param subject only what is about it; null: all
 * @returns up to one more than a page holds
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
