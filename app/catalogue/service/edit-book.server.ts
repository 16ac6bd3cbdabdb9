import { DomainError } from '../../platform/errors.ts'
import { parseBookSource } from './parse-book-file.server.ts'
import { sourceOf } from './book-source.ts'
import { isSlug, SLUG_RULE } from '../schema/book.ts'
import { saveBook, setWithdrawnAt } from '../store/save-book.server.ts'
import { revisionsOf, revisionSource } from '../store/revisions.server.ts'
import { booksById } from '../store/books.server.ts'
import { requireBook } from './require-book.server.ts'
import { forgetCatalogueVersion } from './version.server.ts'
import type { Change } from './book-change.ts'

const SHOWN_REVISIONS = 100

/**
 * A book for the editor, with its revisions, latest first.
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
    /** Identifies this state of the book. */
    since: book.sourceHash,
    revisions: await revisionsOf(book.id, SHOWN_REVISIONS),
  }
}

/** How a book could be better, by line of its file. */
export async function warningsOf(slug: string, source: string): Promise<string[]> {
  const { books } = await parseBookSource(slug, source, slug, null)
  const warnings = books[0]?.warnings() ?? []
  return warnings.map(({ line, field, message }) => `Line ${line}, ${field}: ${message}.`)
}

async function requireValid(slug: string, source: string) {
  if (!isSlug(slug)) {
    const message = `Use ${SLUG_RULE}.`
    throw new DomainError('invalid-input', message, { slug: [message] })
  }
  const { books, problems } = await parseBookSource(slug, source, 'text', null)
  if (books[0]) return books[0].record
  const lines = problems.map(({ line, field, message }) => `Line ${line}, ${field}: ${message}.`)
  // "sources.2" is an item of the list in that field.
  const byField = Map.groupBy(problems, ({ field }) => field.split('.')[0]!)
  const messages = [...byField].map(([field, found]) => [field, found.map((one) => one.message)])
  throw new DomainError('invalid-input', lines.join(' '), {
    ...Object.fromEntries(messages),
    source: lines,
  })
}

/**
 * The title and the text of a book file, which is not saved.
 * @throws DomainError invalid-input with the line and field of each problem
 */
export async function readBookFile(
  slug: string,
  source: string,
): Promise<{ title: string; text: string }> {
  const { title, text } = await requireValid(slug, source)
  return { title, text }
}

/**
 * Adds a book.
 * @throws DomainError invalid-input, conflict (the address is taken)
 */
export async function addBook(slug: string, source: string, change: Change): Promise<void> {
  const record = await requireValid(slug, source)
  if (!(await saveBook(record, null, change.inTransaction))) {
    const message = 'Another book has this address. Choose a different one.'
    throw new DomainError('conflict', message, { slug: [message] })
  }
  forgetCatalogueVersion()
}

/**
 * Changes a book and keeps its previous state as a revision. Its own cover stays.
 * @param since the state that was edited, from bookToEdit()
 * @throws DomainError not-found, invalid-input, conflict (someone else changed the book)
 */
export async function changeBook(
  slug: string,
  source: string,
  since: string,
  change: Change,
): Promise<void> {
  const [before, record] = [await requireBook(slug), await requireValid(slug, source)]
  const { coverFile, coverTag, sourceHash } = before
  const saved =
    sourceHash === since &&
    (await saveBook(
      coverFile ? { ...record, coverFile, coverTag } : record,
      { sourceHash, source: sourceOf(before), by: change.by, correction: change.correction },
      change.inTransaction,
    ))
  if (!saved) {
    throw new DomainError(
      'conflict',
      'Someone changed this book after you opened the form. Your text is below. Open the book in another window, compare, and save your changes there.',
    )
  }
  forgetCatalogueVersion()
}

/**
 * Locks or unlocks a book.
 * @throws DomainError not-found, conflict (changed at the same time)
 */
export async function setLocked(slug: string, locked: boolean, change: Change): Promise<void> {
  const book = await requireBook(slug)
  await changeBook(slug, sourceOf({ ...book, locked }), book.sourceHash, change)
}

/**
 * Sets when a book appears in the catalogue, in the past or in the future.
 * @throws DomainError not-found, conflict (changed at the same time)
 */
export async function setPublishedAt(slug: string, at: Date, change: Change): Promise<void> {
  const book = await requireBook(slug)
  await changeBook(slug, sourceOf({ ...book, publishedAt: at }), book.sourceHash, change)
}

/**
 * Removes a book from the catalogue or returns it. Repeating a call changes nothing.
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

/** Titles and slugs of books, including hidden ones. */
export async function namesOfBooks(
  ids: number[],
): Promise<{ id: number; slug: string; title: string }[]> {
  return (await booksById(ids)).map(({ id, slug, title }) => ({ id, slug, title }))
}

/**
 * Restores a previous state of a book.
 * @throws DomainError not-found, conflict (changed at the same time)
 */
export async function restoreRevision(
  slug: string,
  revision: number,
  change: Change,
): Promise<void> {
  const book = await requireBook(slug)
  const source = await revisionSource(book.id, revision)
  if (source === null)
    throw new DomainError('not-found', 'This version no longer exists. Reload the page.')
  await changeBook(slug, source, book.sourceHash, change)
}
