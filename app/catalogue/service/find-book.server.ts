import { isSlug } from '../schema/book.ts'
import type { PublicQuestion } from '../rules/questions.ts'
import { answersOfBook, cardBySlug, hasBook } from '../store/books.server.ts'
import { hiddenBooks } from './version.server.ts'
import type { BookCard } from './list-books.server.ts'

export async function isBook(id: number): Promise<boolean> {
  return !(await hiddenBooks()).has(id) && hasBook(id)
}

/** The card of the book with this slug, or null. */
export async function findBook(slug: string): Promise<BookCard | null> {
  const book = isSlug(slug) ? await cardBySlug(slug) : null
  return book && !(await hiddenBooks()).has(book.id) ? book : null
}

/** The questions that a book answers. */
export const publicQuestions = (id: number): Promise<PublicQuestion[]> => answersOfBook(id)
