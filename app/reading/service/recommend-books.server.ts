import { genreLabel } from '../../catalogue/rules/genres.ts'
import { type Access, sortUnlockedFirst } from '../../catalogue/rules/access.ts'
import { SHELF_SIZE } from '../../catalogue/rules/lists.ts'
import type { BookCard } from '../../catalogue/service/list-books.server.ts'
import { cardsOf } from '../../catalogue/service/cards.server.ts'
import { hiddenBooks } from '../../catalogue/service/version.server.ts'
import { hasTrend } from './list-trending.server.ts'
import { MAX_SOURCES, spreadOverGenres, suggest, type Suggestion } from '../rules/recommend.ts'
import { genreWeights, preferredGenres, type Taste } from '../rules/taste.ts'
import { type MarkedBook, markedBooks } from '../store/suggestions.server.ts'
import { findTaste } from '../store/taste.server.ts'
import { neighborsOf } from './neighbors-of.server.ts'
import { popularUnmarked } from './popular-books.server.ts'

/** A book and why it is shown: 'Because you read Walden'. */
export type Recommendation = BookCard & { reason: string }

/**
 * What a reader may like to read next: at most 30 books that they have neither read nor saved, nor
 * chosen on the taste page. First what readers of the same books also read, then popular books, of
 * their favorite genres first.
 * Without full access, unlocked books come first.
 * @param isTrend whether there are enough marks to call books popular
 */
export async function recommendBooks(
  userId: number,
  access: Access,
  limit = SHELF_SIZE,
  now = new Date(),
  isTrend: () => Promise<boolean> = () => hasTrend(now),
): Promise<Recommendation[]> {
  const [marked, taste] = await Promise.all([markedBooks(userId), findTaste(userId)])
  const hidden = await hiddenBooks()
  const suggested = await suggestFrom(marked, taste, hidden)
  const popular =
    suggested.length < SHELF_SIZE
      ? await addPopular(userId, taste, marked, suggested, SHELF_SIZE - suggested.length)
      : []
  const popularIn = popular.length > 0 && (await isTrend()) ? 'Popular in' : 'Explore'
  const sources = new Map(marked.map((mark) => [mark.bookId, mark]))
  const becauseOf = new Map(suggested.map(({ bookId, because }) => [bookId, because]))
  const ids = [...becauseOf.keys(), ...popular]
  const liked = taste.books.map(({ bookId }) => bookId)
  const cards = await cardsOf([...new Set([...ids, ...becauseOf.values(), ...liked])])
  const byId = new Map(cards.map((card) => [card.id, card]))
  const reasonFor = (book: BookCard): string => {
    const source = becauseOf.get(book.id)
    const title = source === undefined ? undefined : byId.get(source)?.title
    if (source !== undefined && title !== undefined) {
      const mark = sources.get(source)
      return `Because you ${mark ? (mark.isRead ? 'read' : 'saved') : 'liked'} ${title}`
    }
    if (taste.genres.includes(book.genre)) return `Because you like ${genreLabel(book.genre)}`
    const liked = taste.books.find(({ genre }) => genre === book.genre)
    const likedTitle = liked && byId.get(liked.bookId)?.title
    if (likedTitle !== undefined) return `Because you liked ${likedTitle}`
    return `${popularIn} ${genreLabel(book.genre)}`
  }
  const books = ids.flatMap((id) => byId.get(id) ?? [])
  return sortUnlockedFirst(access, books)
    .slice(0, limit)
    .map((book) => ({ ...book, reason: reasonFor(book) }))
}

async function suggestFrom(
  marked: MarkedBook[],
  taste: Taste,
  hidden: ReadonlySet<number>,
): Promise<Suggestion[]> {
  const known = [...new Set([...marked, ...taste.books].map(({ bookId }) => bookId))]
  const latest = known.slice(0, MAX_SOURCES)
  const neighbors = await neighborsOf(latest)
  return suggest(
    latest.map((bookId) => ({ bookId, neighbors: neighbors.get(bookId) ?? [] })),
    genreWeights(marked, taste),
    new Set([...known, ...hidden]),
    SHELF_SIZE,
  )
}

async function addPopular(
  userId: number,
  taste: Taste,
  marked: MarkedBook[],
  suggested: Suggestion[],
  missing: number,
): Promise<number[]> {
  const known = new Set([...suggested, ...taste.books].map(({ bookId }) => bookId))
  const markedIds = new Set(marked.map(({ bookId }) => bookId))
  // Some of them may already be suggested.
  const popular = await popularUnmarked(userId, markedIds, missing + known.size)
  const preferred = preferredGenres(taste)
  const unknown = popular.filter(({ id }) => !known.has(id))
  return [true, false]
    .flatMap((isPreferred) =>
      spreadOverGenres(
        unknown.filter(({ genre }) => preferred.has(genre) === isPreferred),
        missing,
      ),
    )
    .slice(0, missing)
    .map(({ id }) => id)
}
