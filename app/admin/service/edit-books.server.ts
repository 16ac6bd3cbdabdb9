import {
  warningsOf,
  addBook,
  bookToEdit,
  changeBook,
  readBookFile,
  restoreRevision,
  setLocked,
  setPublishedAt,
  setWithdrawn,
} from '../../catalogue/service/edit-book.server.ts'
import type { Change } from '../../catalogue/service/book-change.ts'
import { removeCover, setCover } from '../../catalogue/service/covers.server.ts'
import type { AuditAction } from '../../platform/audit/actions.ts'
import { isoMinute } from '../rules/dates.ts'
import { freeAndPaidParts } from '../rules/preview.ts'
import { formOf } from './book-form.server.ts'
import { entryInTransaction } from '../../platform/audit/audit-log.server.ts'
import { namedRevisions } from './named-revisions.server.ts'

/**
 * A change of a book by an administrator, and its log entry.
 * @param correction what it corrects, for readers; null: it is no correction
 */
export function changeBy(
  actorId: number,
  action: AuditAction,
  detail = '',
  correction: string | null = null,
): Change {
  return {
    by: actorId,
    correction,
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
  const read = formOf(book.source)
  return {
    ...book,
    warnings: await warningsOf(slug, book.source),
    /** Why the form cannot represent the book; null: it can. */
    notInForm: 'reason' in read ? read.reason : null,
    revisions: await namedRevisions(book.revisions),
  }
}

/**
 * What readers would see of a book.
 * @throws DomainError invalid-input with the line and field of each problem
 */
export async function previewBook(slug: string, source: string) {
  const { title, text } = await readBookFile(slug, source)
  return { title, parts: freeAndPaidParts(text) }
}

// Each of the following throws what the catalogue's function throws.

export const createBook = (actorId: number, slug: string, source: string) =>
  addBook(slug, source, changeBy(actorId, 'book.create', slug))

/** A change of a book that an administrator has made, and its log entry. */
export const editedBy = (actorId: number, correction: string | null): Change =>
  changeBy(actorId, correction === null ? 'book.edit' : 'book.correct', '', correction)

interface Edit {
  source: string
  /** The version that it was made from. */
  since: string
  /** What it corrects, for readers; null: it is no correction. */
  correction?: string | null
}

export const editBook = (
  actorId: number,
  slug: string,
  { source, since, correction = null }: Edit,
) => changeBook(slug, source, since, editedBy(actorId, correction))

export const lockBook = (actorId: number, slug: string, locked: boolean) =>
  setLocked(slug, locked, changeBy(actorId, locked ? 'book.lock' : 'book.unlock'))

export const publishBook = (actorId: number, slug: string, at: Date) =>
  setPublishedAt(slug, at, changeBy(actorId, 'book.publish', `from ${isoMinute(at)} UTC`))

export const withdrawBook = (actorId: number, slug: string, withdrawn: boolean) =>
  setWithdrawn(slug, withdrawn, changeBy(actorId, withdrawn ? 'book.withdraw' : 'book.put-back'))

export const coverBook = (actorId: number, slug: string, bytes: Uint8Array) =>
  setCover(slug, bytes, changeBy(actorId, 'book.cover'))

export const uncoverBook = (actorId: number, slug: string) =>
  removeCover(slug, changeBy(actorId, 'book.cover-off'))

export const restoreBook = (actorId: number, slug: string, revision: number) =>
  restoreRevision(slug, revision, changeBy(actorId, 'book.restore', `version ${revision}`))
