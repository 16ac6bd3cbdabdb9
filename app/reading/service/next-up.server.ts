import type { Access } from '../../catalogue/rules/access.ts'
import { type BookCard, justArrived, listBooks } from '../../catalogue/service/list-books.server.ts'
import { genreLabel, GENRES } from '../../catalogue/rules/genres.ts'
import { recommendationsFor, type Recommendation } from './recommendations.server.ts'

/**
 * What to read after a book, with its reason: for readers the best recommendation that they may
 * open, for visitors another open book of its genre, else the newest. Null: there is no other.
 */
export async function nextUp(
  userId: number | null,
  access: Access,
  book: BookCard,
): Promise<Recommendation | null> {
  const isNext = (other: BookCard) => other.id !== book.id && (access === 'full' || !other.locked)
  if (userId !== null) {
    const suggested = (await recommendationsFor(userId, access)).find(isNext)
    if (suggested) return suggested
  }
  const genre = GENRES.find(({ slug }) => slug === book.genre)?.slug ?? null
  const { books } = await listBooks(access, { genre, sort: 'newest', page: 1, search: '' })
  const alike = books.find(isNext)
  if (alike) return { ...alike, reason: `More in ${genreLabel(book.genre)}` }
  const newest = (await justArrived(access)).find(isNext)
  return newest ? { ...newest, reason: 'Just arrived' } : null
}
