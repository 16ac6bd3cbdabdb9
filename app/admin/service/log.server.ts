import { addressesOf } from '../../accounts/service/find-reader.server.ts'
import { actionLabel, ROWS_PER_PAGE, type SubjectKind } from '../rules.ts'
import { entries } from '../store/audit.server.ts'

/** One line of the log, as it is shown. */
export interface LogLine {
  id: number
  at: Date
  /** The administrator's address; null: the account is gone. */
  actor: string | null
  actorId: number
  action: string
  /** The subject as people know it; null: it is gone. */
  subject: string | null
  subjectId: number
  /** Where the subject is looked at. */
  subjectPath: string
  detail: string
}

/**
 * A page of what administrators did, the latest first.
 * @param subject only what is about it; null: all
 */
export async function logPage(
  after: number | null,
  subject: { subjectKind: SubjectKind; subjectId: number } | null = null,
): Promise<{ lines: LogLine[]; next: number | null }> {
  const found = await entries(after, subject)
  const page = found.slice(0, ROWS_PER_PAGE)
  const addresses = await addressesOf(
    page.flatMap(({ actorId, subjectId }) => [actorId, subjectId]),
  )
  const lines = page.map(({ id, at, actorId, action, subjectId, detail }) => ({
    id,
    at,
    actorId,
    actor: addresses.get(actorId) ?? null,
    action: actionLabel(action),
    subjectId,
    subject: addresses.get(subjectId) ?? null,
    subjectPath: `/admin/readers/${subjectId}`,
    detail,
  }))
  return { lines, next: found.length > page.length ? page.at(-1)!.id : null }
}
