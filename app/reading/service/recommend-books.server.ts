import { GENRES, genreLabel } from '../../catalogue/rules/genres.ts'
import { type Access, sortUnlockedFirst } from '../../catalogue/rules/access.ts'
import { SHELF_SIZE } from '../../catalogue/rules/lists.ts'
import type { BookCard } from '../../catalogue/service/list-books.server.ts'
import { cardsOf } from '../../catalogue/service/cards.server.ts'
import { hiddenBooks } from '../../catalogue/service/version.server.ts'
import { hasTrend } from './list-trending.server.ts'
import { unpackNeighbors } from '../rules/neighbors.ts'
import { MAX_SOURCES, spreadOverGenres, suggest, type Suggestion } from '../rules/recommend.ts'
import {
  type MarkedBook,
  markedBooks,
  packedNeighbors,
  popularUnmarked,
} from '../store/suggestions.server.ts'

/** A book and why it is shown: 'Because you read Walden'. */
export type Recommendation = BookCard & { reason: string }

/**
 * What a reader may like to read next: at most 30 books that they have neither read nor saved.
 * First what readers of the same books also read, then popular books spread over the genres.
 * Without full access, unlocked books come first.
 */
export async function recommendBooks(
  userId: number,
  access: Access,
  limit = SHELF_SIZE,
  now = new Date(),
): Promise<Recommendation[]> {
  const [marked, hidden] = [await markedBooks(userId), await hiddenBooks()]
  const suggested = await suggestFrom(marked, hidden)
  const popular =
    suggested.length < SHELF_SIZE
      ? await addPopular(userId, hidden, suggested, SHELF_SIZE - suggested.length)
      : []
  const popularIn = popular.length > 0 && (await hasTrend(now)) ? 'Popular in' : 'Explore'
  const sources = new Map(marked.map((mark) => [mark.bookId, mark]))
  const becauseOf = new Map(suggested.map(({ bookId, because }) => [bookId, because]))
  const ids = [...becauseOf.keys(), ...popular]
  const cards = await cardsOf([...new Set([...ids, ...becauseOf.values()])])
  const byId = new Map(cards.map((card) => [card.id, card]))
  const reasonFor = (book: BookCard): string => {
    const source = becauseOf.get(book.id)
    const title = source === undefined ? undefined : byId.get(source)?.title
    if (source === undefined || title === undefined) return `${popularIn} ${genreLabel(book.genre)}`
    return `Because you ${sources.get(source)?.isRead ? 'read' : 'saved'} ${title}`
  }
  const books = ids.flatMap((id) => byId.get(id) ?? [])
  return sortUnlockedFirst(access, books)
    .slice(0, limit)
    .map((book) => ({ ...book, reason: reasonFor(book) }))
}

async function suggestFrom(
  marked: MarkedBook[],
  hidden: ReadonlySet<number>,
): Promise<Suggestion[]> {
  const latest = marked.slice(0, MAX_SOURCES).map(({ bookId }) => bookId)
  const packed = await packedNeighbors(latest)
  const genres = new Map<string, number>()
  for (const { genre } of marked) genres.set(genre, (genres.get(genre) ?? 0) + 1)
  return suggest(
    latest.map((bookId) => ({ bookId, neighbors: unpackNeighbors(packed.get(bookId) ?? '[]') })),
    genres,
    new Set([...marked.map(({ bookId }) => bookId), ...hidden]),
    SHELF_SIZE,
  )
}

async function addPopular(
  userId: number,
  hidden: ReadonlySet<number>,
  suggested: Suggestion[],
  missing: number,
): Promise<number[]> {
  const known = new Set(suggested.map(({ bookId }) => bookId))
  const slugs = GENRES.map(({ slug }) => slug)
  // Some of them may already be suggested.
  const popular = await popularUnmarked(userId, hidden, slugs, missing + known.size)
  return spreadOverGenres(
    popular.filter(({ id }) => !known.has(id)),
    missing,
  ).map(({ id }) => id)
}
