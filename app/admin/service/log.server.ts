import { emailsOf } from '../../accounts/service/find-reader.server.ts'
import { namesOfBooks } from '../../catalogue/service/editing.server.ts'
import { actionLabel, type SubjectKind } from '../rules/audit-actions.ts'
import { ROWS_PER_PAGE } from '../rules/dates.ts'
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
  const about = (kind: SubjectKind) =>
    page.flatMap(({ subjectKind, subjectId }) => (subjectKind === kind ? [subjectId] : []))
  const [addresses, names] = await Promise.all([
    emailsOf([...page.map(({ actorId }) => actorId), ...about('reader')]),
    namesOfBooks(about('book')),
  ])
  const books = new Map(names.map((book) => [book.id, book]))
  const subjectOf = (kind: string, id: number) => {
    const book = kind === 'book' ? books.get(id) : undefined
    if (kind === 'catalogue') return { subject: 'The catalogue', subjectPath: '/admin/books' }
    if (book) return { subject: book.title, subjectPath: `/admin/books/${book.slug}` }
    const reader = kind === 'reader' ? addresses.get(id) : undefined
    return { subject: reader ?? null, subjectPath: `/admin/readers/${id}` }
  }
  const lines = page.map(({ id, at, actorId, action, subjectKind, subjectId, detail }) => ({
    id,
    at,
    actorId,
    actor: addresses.get(actorId) ?? null,
    action: actionLabel(action),
    subjectId,
    ...subjectOf(subjectKind, subjectId),
    detail,
  }))
  return { lines, next: found.length > page.length ? page.at(-1)!.id : null }
}
