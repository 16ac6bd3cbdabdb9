import { DomainError } from '../../platform/errors.ts'
import { isSlug } from '../schema/book.ts'
import { type StoredBook, storedBook } from '../store/revisions.server.ts'

/**
 * A book by its slug, hidden or not, with everything from its file.
 * @throws DomainError not-found
 */
export async function requireBook(slug: string): Promise<StoredBook> {
  const book = isSlug(slug) ? await storedBook(slug) : null
  if (!book) throw new DomainError('not-found', 'Book not found.')
  return book
}
