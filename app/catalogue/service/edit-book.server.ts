import { DomainError } from '../../platform/errors.ts'
import { parseBookSource } from './parse-book-file.server.ts'
import { sourceOf } from './book-source.ts'
import { isSlug } from '../schema/book.ts'
import { saveBook, setWithdrawnAt } from '../store/save-book.server.ts'
import {
  revisionsOf,
  revisionSource,
  type StoredBook,
  storedBook,
} from '../store/revisions.server.ts'
import { booksById } from '../store/books.server.ts'
import { parseSummary, type Summary } from '../rules/summary/parse.ts'
import { forgetCatalogueVersion } from './version.server.ts'
import type { Change } from './book-change.ts'

/** Revisions that are shown of a book. */
const SHOWN_REVISIONS = 100

async function requireBook(slug: string): Promise<StoredBook> {
  const book = isSlug(slug) ? await storedBook(slug) : null
  if (!book) throw new DomainError('not-found', 'There is no such book.')
  return book
}

/**
 * A book to be edited, with its revisions, the latest first.
 * @throws DomainError not-found
 */
export async function bookToEdit(slug: string) {
  const book = await requireBook(slug)
  return {
    id: book.id,
    title: book.title,
    locked: book.locked,
    publishedAt: book.publishedAt,
    withdrawnAt: book.withdrawnAt,
    coverFile: book.coverFile,
    source: sourceOf(book),
    /** Tells this state of the book from all others. */
    since: book.sourceHash,
    revisions: await revisionsOf(book.id, SHOWN_REVISIONS),
  }
}

async function requireSound(slug: string, source: string) {
  if (!isSlug(slug)) {
    const message = 'Use small letters, digits and single hyphens, at most 120.'
    throw new DomainError('invalid-input', message, { slug: [message] })
  }
  const { books, problems } = await parseBookSource(slug, source, 'text', null)
  if (books[0]) return books[0].record
  const lines = problems.map(({ line, field, message }) => `Line ${line}, ${field}: ${message}.`)
  throw new DomainError('invalid-input', lines.join(' '), { source: lines })
}

/**
 * What readers would see of a book: the free part and the whole.
 * @throws DomainError invalid-input naming line and field of everything that is wrong
 */
export async function previewBook(
  slug: string,
  source: string,
): Promise<{ title: string; free: Summary; whole: Summary }> {
  const { title, text } = await requireSound(slug, source)
  return { title, free: parseSummary(text, 'free'), whole: parseSummary(text, 'whole') }
}

/**
 * Adds a book.
 * @throws DomainError invalid-input, conflict (its address is taken)
 */
export async function addBook(slug: string, source: string, change: Change): Promise<void> {
  const record = await requireSound(slug, source)
  if (!(await saveBook(record, null, change.inTransaction))) {
    const message = 'There is a book with this address. Choose another one.'
    throw new DomainError('conflict', message, { slug: [message] })
  }
  forgetCatalogueVersion()
}

/**
 * Changes a book; what it was is kept as a revision. A cover of its own stays.
 * @param since the state that the change was made from, as bookToEdit() gave it
 * @throws DomainError not-found, invalid-input, conflict (it has been changed meanwhile)
 */
export async function changeBook(
  slug: string,
  source: string,
  since: string,
  change: Change,
): Promise<void> {
  const [before, record] = [await requireBook(slug), await requireSound(slug, source)]
  const { coverFile, coverTag, sourceHash } = before
  const saved =
    sourceHash === since &&
    (await saveBook(
      coverFile ? { ...record, coverFile, coverTag } : record,
      { sourceHash, source: sourceOf(before), by: change.by },
      change.inTransaction,
    ))
  if (!saved) {
    throw new DomainError(
      'conflict',
      'The book has been changed since this form was opened. Your text is below: compare it with the book as it is now, in another window, and save it there.',
    )
  }
  forgetCatalogueVersion()
}

/**
 * Locks a book, or unlocks it.
 * @throws DomainError not-found, conflict (it was changed in this moment)
 */
export async function setLocked(slug: string, locked: boolean, change: Change): Promise<void> {
  const book = await requireBook(slug)
  await changeBook(slug, sourceOf({ ...book, locked }), book.sourceHash, change)
}

/**
 * Lets a book be in the catalogue from a moment on, which may be one to come.
 * @throws DomainError not-found, conflict (it was changed in this moment)
 */
export async function setPublishedAt(slug: string, at: Date, change: Change): Promise<void> {
  const book = await requireBook(slug)
  await changeBook(slug, sourceOf({ ...book, publishedAt: at }), book.sourceHash, change)
}

/**
 * Takes a book out of the catalogue, or puts it back. Done twice it is the same as once.
 * @throws DomainError not-found
 */
export async function setWithdrawn(
  slug: string,
  withdrawn: boolean,
  change: Change,
): Promise<void> {
  await requireBook(slug)
  if (await setWithdrawnAt(slug, withdrawn ? new Date() : null, change.inTransaction)) {
    forgetCatalogueVersion()
  }
}

/** Titles and slugs of books, hidden ones too. */
export async function namesOfBooks(
  ids: number[],
): Promise<{ id: number; slug: string; title: string }[]> {
  return (await booksById(ids)).map(({ id, slug, title }) => ({ id, slug, title }))
}

/**
 * Makes a book what it was before.
 * @throws DomainError not-found, conflict (it was changed in this moment)
 */
export async function restoreRevision(
  slug: string,
  revision: number,
  change: Change,
): Promise<void> {
  const book = await requireBook(slug)
  const source = await revisionSource(book.id, revision)
  if (source === null) throw new DomainError('not-found', 'There is no such revision.')
  await changeBook(slug, source, book.sourceHash, change)
}
