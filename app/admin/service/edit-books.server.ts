import { emailsOf } from '../../accounts/service/find-reader.server.ts'
import {
  addBook,
  bookToEdit,
  changeBook,
  restoreRevision,
  setLocked,
  setPublishedAt,
  setWithdrawn,
} from '../../catalogue/service/edit-book.server.ts'
import type { Change } from '../../catalogue/service/book-change.ts'
import { removeCover, setCover } from '../../catalogue/service/covers.server.ts'
import type { Action } from '../rules/audit-actions.ts'
import { isoMinute } from '../rules/dates.ts'
import { entryInTransaction } from '../store/audit.server.ts'

/** A change of a book by an administrator, and its log entry. */
function changeBy(actorId: number, action: Action, detail = ''): Change {
  return {
    by: actorId,
    inTransaction: (subjectId) =>
      entryInTransaction({ actorId, action, subjectKind: 'book', subjectId, detail }),
  }
}

/**
 * A book to edit, with its earlier versions.
 * @throws DomainError not-found
 */
export async function bookDetails(slug: string) {
  const book = await bookToEdit(slug)
  const names = await emailsOf(book.revisions.flatMap(({ replacedBy }) => replacedBy ?? []))
  return {
    ...book,
    revisions: book.revisions.map(({ id, replacedAt, replacedBy }) => ({
      id,
      replacedAt,
      by:
        replacedBy === null
          ? 'Import on the server'
          : (names.get(replacedBy) ?? `Account ${replacedBy} (deleted)`),
    })),
  }
}

/** @throws DomainError as addBook() does */
export function createBook(actorId: number, slug: string, source: string): Promise<void> {
  return addBook(slug, source, changeBy(actorId, 'book.create', slug))
}

/** @throws DomainError as changeBook() does */
export function editBook(
  actorId: number,
  slug: string,
  { source, since }: { source: string; since: string },
): Promise<void> {
  return changeBook(slug, source, since, changeBy(actorId, 'book.edit'))
}

/** @throws DomainError as setLocked() does */
export function lockBook(actorId: number, slug: string, locked: boolean): Promise<void> {
  return setLocked(slug, locked, changeBy(actorId, locked ? 'book.lock' : 'book.unlock'))
}

/** @throws DomainError as setPublishedAt() does */
export function publishBook(actorId: number, slug: string, at: Date): Promise<void> {
  const change = changeBy(actorId, 'book.publish', `from ${isoMinute(at)} UTC`)
  return setPublishedAt(slug, at, change)
}

/** @throws DomainError as setWithdrawn() does */
export function withdrawBook(actorId: number, slug: string, withdrawn: boolean): Promise<void> {
  return setWithdrawn(
    slug,
    withdrawn,
    changeBy(actorId, withdrawn ? 'book.withdraw' : 'book.put-back'),
  )
}

/** @throws DomainError as setCover() does */
export function coverBook(actorId: number, slug: string, bytes: Uint8Array): Promise<void> {
  return setCover(slug, bytes, changeBy(actorId, 'book.cover'))
}

/** @throws DomainError as removeCover() does */
export function uncoverBook(actorId: number, slug: string): Promise<void> {
  return removeCover(slug, changeBy(actorId, 'book.cover-off'))
}

/** @throws DomainError as restoreRevision() does */
export function restoreBook(actorId: number, slug: string, revision: number): Promise<void> {
  return restoreRevision(slug, revision, changeBy(actorId, 'book.restore', `revision ${revision}`))
}
