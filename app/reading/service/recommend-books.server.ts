import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { maxEntries } from '../../platform/cache-size.ts'
import { genreLabel } from '../../catalogue/rules/genres.ts'
import { type Access, sortUnlockedFirst } from '../../catalogue/rules/access.ts'
import { SHELF_SIZE } from '../../catalogue/rules/lists.ts'
import type { BookCard } from '../../catalogue/service/list-books.server.ts'
import { cardsOf } from '../../catalogue/service/book-cards.server.ts'
import { catalogueVersion, hiddenBooks } from '../../catalogue/service/version.server.ts'
import { hasTrend } from './list-trending.server.ts'
import type { MarkedBook } from '../rules/marks.ts'
import { unpackNeighbors } from '../rules/neighbors.ts'
import { MAX_SOURCES, spreadOverGenres, rankBooks, type RankedBook } from '../rules/recommend.ts'
import { genreWeights, preferredGenres, type Taste } from '../rules/taste.ts'
import { genresOf, markedBooks, packedNeighbors } from '../store/recommendation-sources.server.ts'
import { findTaste } from '../store/taste.server.ts'
import { popularUnmarked } from './popular-books.server.ts'

/** A book and why it is shown: 'Because you read Walden'. */
export type Recommendation = BookCard & { reason: string }

/**
 * What a reader may like to read next: at most 30 books that they have neither read nor saved, nor
 * chosen on the taste page. First what readers of the same books also read, then popular books, of
 * their favorite genres first.
 * Without full access, unlocked books come first.
 * @param known the reader's marked books, latest first, and whether there are enough marks to call
 *   books popular; found here if not given
 */
export async function recommendBooks(
  userId: number,
  access: Access,
  limit = SHELF_SIZE,
  now = new Date(),
  known: { marked?: MarkedBook[]; isTrend?: () => Promise<boolean> } = {},
): Promise<Recommendation[]> {
  const { isTrend = () => hasTrend(now) } = known
  const marked = known.marked ?? (await markedBooks(userId))
  const taste = await findTaste(userId)
  const suggestions = await suggestFrom(userId, marked, taste, now)
  const { suggested, recommended } = suggestions
  const before = recommended.get(access)
  if (before) return firstOf(before, limit)
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
  const all = sortUnlockedFirst(access, books).map((book) => ({ ...book, reason: reasonFor(book) }))
  // What is popular changes with what other readers do.
  if (popular.length === 0) recommended.set(access, all)
  return firstOf(all, limit)
}

const firstOf = <T>(list: T[], limit: number): T[] =>
  list.length > limit ? list.slice(0, limit) : list

/** How long a reader's suggestions stay, in ms. Neighbors change in the background all the time. */
const KEPT_MS = 10 * 60_000

interface Suggestions {
  /** A hash of what they come from. */
  from: string
  until: number
  suggested: RankedBook[]
  /** The books with their reasons by access, if they are all of these. */
  recommended: Map<Access, Recommendation[]>
}

/** The last suggestions of readers, about 8 kB of memory each. */
const kept = new LRUCache<number, Suggestions>(maxEntries(1000))

/** What readers of the same books also read. Computed when the reader's marks or taste change, and after a while. */
async function suggestFrom(
  userId: number,
  marked: MarkedBook[],
  taste: Taste,
  now: Date,
): Promise<Suggestions> {
  const [version, hidden] = [await catalogueVersion(), await hiddenBooks()]
  const liked = taste.books.map(({ bookId }) => bookId)
  const marks = marked.map(({ bookId, isRead }) => (isRead ? bookId : -bookId))
  const from = hash('sha1', JSON.stringify([version, marks, liked, taste.genres]))
  const last = kept.get(userId)
  if (last?.from === from && now.getTime() < last.until) return last
  const markedIds = marked.map(({ bookId }) => bookId)
  const known = [...new Set([...markedIds, ...liked])]
  const latest = known.slice(0, MAX_SOURCES)
  const [packed, genres] = await Promise.all([packedNeighbors(latest), genresOf(markedIds)])
  const neighbors = new Map(packed.map((row) => [row.bookId, unpackNeighbors(row.packed)]))
  const suggested = rankBooks(
    latest.map((bookId) => ({ bookId, neighbors: neighbors.get(bookId) ?? [] })),
    genreWeights([...genres.values()], taste),
    new Set([...known, ...hidden]),
    SHELF_SIZE,
  )
  const until = now.getTime() + KEPT_MS
  const suggestions = { from, until, suggested, recommended: new Map() }
  kept.set(userId, suggestions)
  return suggestions
}

async function addPopular(
  userId: number,
  taste: Taste,
  marked: MarkedBook[],
  suggested: RankedBook[],
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
