import type { Access } from '../../catalogue/rules/access.ts'
import { genreLabel, GENRES } from '../../catalogue/rules/genres.ts'
import { type BookCard, justArrived, listBooks } from '../../catalogue/service/list-books.server.ts'
import { recommendBooks, type Recommendation } from './recommend-books.server.ts'

/**
 * What to read after a book, and why. Readers get their best recommendation that they may open;
 * visitors, and readers without one, get the newest open book of the genre, or else the newest of
 * all. Null: there is no other book.
 */
export async function suggestNextBook(
  userId: number | null,
  access: Access,
  book: BookCard,
): Promise<Recommendation | null> {
  const isNext = (other: BookCard) => other.id !== book.id && (access === 'full' || !other.locked)
  if (userId !== null) {
    // Unlocked books come first, and one of the two is not this book.
    const recommended = (await recommendBooks(userId, access, 2)).find(isNext)
    if (recommended) return recommended
  }
  const genre = GENRES.find(({ slug }) => slug === book.genre)?.slug ?? null
  const { books } = await listBooks(access, { genre, sort: 'newest', page: 1, search: '' })
  const sameGenre = books.find(isNext)
  if (sameGenre) return { ...sameGenre, reason: `More in ${genreLabel(book.genre)}` }
  const newest = (await justArrived(access)).find(isNext)
  return newest ? { ...newest, reason: 'Just arrived' } : null
}
