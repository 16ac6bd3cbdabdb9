import { emailsOf } from '../../accounts/service/find-reader.server.ts'
import { collectionNames } from '../../catalogue/service/edit-collection.server.ts'
import { namesOfBooks } from '../../catalogue/service/edit-book.server.ts'
import { actionLabel, type SubjectKind } from '../../platform/audit/actions.ts'
import { COMMAND_LINE, UNKNOWN_PERSON } from '../../platform/audit/audit-log.server.ts'
import { ROWS_PER_PAGE } from '../rules/limits.ts'
import { entries } from '../store/audit.server.ts'

/** Who acts without an account. */
const ACTORS = new Map([
  [COMMAND_LINE, 'Command line'],
  [UNKNOWN_PERSON, 'Unknown person'],
])

/**
 * A page of the log, latest first.
 * @param subject null: entries about anything
 */
export async function loadLog(
  after: number | null,
  subject: { subjectKind: SubjectKind; subjectId: number } | null = null,
) {
  const found = await entries(after, subject)
  const page = found.slice(0, ROWS_PER_PAGE)
  const about = (kind: SubjectKind) =>
    page.flatMap(({ subjectKind, subjectId }) => (subjectKind === kind ? [subjectId] : []))
  const [addresses, names, collectionTitles] = await Promise.all([
    emailsOf([...page.map(({ actorId }) => actorId), ...about('reader')]),
    namesOfBooks(about('book')),
    collectionNames(about('collection')),
  ])
  const books = new Map(names.map((book) => [book.id, book]))
  const collections = new Map(collectionTitles.map((one) => [one.id, one]))
  const subjectOf = (kind: string, id: number) => {
    const book = kind === 'book' ? books.get(id) : undefined
    if (kind === 'installation') return { subject: 'The installation', subjectPath: '/admin' }
    if (kind === 'catalogue') return { subject: 'The catalogue', subjectPath: '/admin/books' }
    if (kind === 'request')
      return { subject: `Book request ${id}`, subjectPath: `/admin/requests/${id}` }
    if (book) return { subject: book.title, subjectPath: `/admin/books/${book.slug}` }
    const collection = kind === 'collection' ? collections.get(id) : undefined
    if (collection) {
      return { subject: collection.title, subjectPath: `/admin/collections/${collection.slug}` }
    }
    const reader = kind === 'reader' ? addresses.get(id) : undefined
    return { subject: reader ?? null, subjectPath: `/admin/readers/${id}` }
  }
  const lines = page.map(({ id, at, actorId, action, subjectKind, subjectId, detail }) => ({
    id,
    at,
    actorId,
    /** The administrator's email address; null: the account was deleted. */
    actor: ACTORS.get(actorId) ?? addresses.get(actorId) ?? null,
    action: actionLabel(action),
    subjectId,
    /** The reader's email address or the title, or null if it was deleted; and its page. */
    ...subjectOf(subjectKind, subjectId),
    detail,
  }))
  return { lines, next: found.length > page.length ? page.at(-1)!.id : null }
}

export type LogLine = Awaited<ReturnType<typeof loadLog>>['lines'][number]
