import { type Access, sortUnlockedFirst } from '../../catalogue/rules/access.ts'
import { SHELF_SIZE } from '../../catalogue/rules/lists.ts'
import type { BookCard } from '../../catalogue/service/list-books.server.ts'
import { cardsOf, newestCards } from '../../catalogue/service/book-cards.server.ts'
import { hiddenBooks } from '../../catalogue/service/version.server.ts'
import { isTrend } from '../rules/trending.ts'
import { trendingBooks } from '../store/trend.server.ts'

/** Whether there are enough marks to call books popular or trending. */
export async function hasTrend(now = new Date()): Promise<boolean> {
  const trending = await trendingBooks(now, await hiddenBooks(), SHELF_SIZE)
  return isTrend(trending.map(({ readers }) => readers))
}

/**
 * The trending books, at most 30, filled up with the newest, and whether there is a trend. Without
 * full access, unlocked books come first.
 */
export async function loadTrending(
  access: Access,
  now = new Date(),
): Promise<{ books: BookCard[]; isTrending: boolean }> {
  const trending = await trendingBooks(now, await hiddenBooks(), SHELF_SIZE)
  const books = await cardsOf(trending.map(({ id }) => id))
  if (books.length < SHELF_SIZE) {
    const known = new Set(books.map(({ id }) => id))
    const newest = await newestCards(SHELF_SIZE)
    books.push(...newest.filter(({ id }) => !known.has(id)).slice(0, SHELF_SIZE - books.length))
  }
  return {
    books: sortUnlockedFirst(access, books),
    isTrending: isTrend(trending.map(({ readers }) => readers)),
  }
}

export async function listTrending(
  access: Access,
  limit = SHELF_SIZE,
  now = new Date(),
): Promise<BookCard[]> {
  return (await loadTrending(access, now)).books.slice(0, limit)
}
