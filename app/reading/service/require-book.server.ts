import { isBook } from '../../catalogue/service/find-book.server.ts'
import { hiddenBooks } from '../../catalogue/service/version.server.ts'
import { DomainError } from '../../platform/errors.ts'

const noSuchBook = () => new DomainError('not-found', 'Book not found.')

/** @throws DomainError not-found when there is no such book */
export async function requireBookId(bookId: number): Promise<void> {
  if (!(await isBook(bookId))) throw noSuchBook()
}

/**
 * Readers get the same answer for a hidden book as for one that does not exist.
 * @throws DomainError not-found when the book is hidden
 */
export async function requireVisibleBook(bookId: number): Promise<void> {
  if ((await hiddenBooks()).has(bookId)) throw noSuchBook()
}
