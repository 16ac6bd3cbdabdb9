import { db } from '../../platform/database.server.ts'
import type { SubjectKind } from '../../platform/audit/actions.ts'
import { ROWS_PER_PAGE } from '../rules/limits.ts'

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
