import { data } from 'react-router'
import type { BookCard } from '../../catalogue/service/list-books.server.ts'
import { findBook } from '../../catalogue/service/find-book.server.ts'

/**
 * The published book of a page.
 * @throws a response with status 404 if no such book is published
 */
export async function bookOr404(slug: string): Promise<BookCard> {
  const book = await findBook(slug)
  if (!book) throw data(null, { status: 404 })
  return book
}
