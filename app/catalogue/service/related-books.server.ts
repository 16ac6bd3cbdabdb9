import { idsWithTopicsOf } from '../store/books.server.ts'
import { cardsOf } from './book-cards.server.ts'
import type { BookCard } from './list-books.server.ts'
import { hiddenBooks } from './version.server.ts'

/**
 * The books that have most topics in common with a book.
 * @param most how many to return
 */
export async function relatedBooks(bookId: number, most: number): Promise<BookCard[]> {
  return cardsOf(await idsWithTopicsOf(bookId, await hiddenBooks(), most))
}
