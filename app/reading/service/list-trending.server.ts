import { type Access, sortUnlockedFirst } from '../../catalogue/rules/access.ts'
import { SHELF_SIZE } from '../../catalogue/rules/lists.ts'
import type { BookCard } from '../../catalogue/service/list-books.server.ts'
import { cardsOf, newestCards } from '../../catalogue/service/cards.server.ts'
import { hiddenBooks } from '../../catalogue/service/version.server.ts'
import { trendingIds } from '../store/suggestions.server.ts'

/**
 * The trending books, at most 30, filled up with the newest. Without full access, unlocked books
 * come first.
 */
export async function listTrending(
  access: Access,
  limit = SHELF_SIZE,
  now = new Date(),
): Promise<BookCard[]> {
  const books = await cardsOf(await trendingIds(now, await hiddenBooks(), SHELF_SIZE))
  if (books.length < SHELF_SIZE) {
    const known = new Set(books.map(({ id }) => id))
    const newest = await newestCards(SHELF_SIZE)
    books.push(...newest.filter(({ id }) => !known.has(id)).slice(0, SHELF_SIZE - books.length))
  }
  return sortUnlockedFirst(access, books).slice(0, limit)
}
