import { GENRES, genreLabel } from '../../catalogue/rules/genres.ts'
import { type Access, sortUnlockedFirst } from '../../catalogue/rules/access.ts'
import { SHELF_SIZE } from '../../catalogue/rules/lists.ts'
import type { BookCard } from '../../catalogue/service/list-books.server.ts'
import { cardsOf } from '../../catalogue/service/cards.server.ts'
import { hiddenBooks } from '../../catalogue/service/version.server.ts'
import { unpackNeighbours } from '../rules/neighbours.ts'
import { MARKS_LOOKED_AT, spreadOverGenres, suggest, type Suggestion } from '../rules/recommend.ts'
import {
  type OwnMark,
  ownMarks,
  packedNeighbours,
  popularUnmarked,
} from '../store/suggestions.server.ts'

/** A book with why it is shown: 'Because you read Walden'. */
export type Recommendation = BookCard & { reason: string }

/**
 * What a reader may like to read next, at most 30 books, none of them read or saved: what readers
 * of the same books also read, then popular books spread over the genres. Without full access the
 * unlocked among them come first.
 */
export async function recommendationsFor(
  userId: number,
  access: Access,
  limit = SHELF_SIZE,
): Promise<Recommendation[]> {
  const [marks, hidden] = [await ownMarks(userId), await hiddenBooks()]
  const suggested = await suggestFrom(marks, hidden)
  const popular =
    suggested.length < SHELF_SIZE
      ? await popularBesides(userId, hidden, suggested, SHELF_SIZE - suggested.length)
      : []
  const sources = new Map(marks.map((mark) => [mark.bookId, mark]))
  const becauses = new Map(suggested.map(({ bookId, because }) => [bookId, because]))
  const ids = [...becauses.keys(), ...popular]
  const cards = await cardsOf([...new Set([...ids, ...becauses.values()])])
  const byId = new Map(cards.map((card) => [card.id, card]))
  const reasonFor = (book: BookCard): string => {
    const source = becauses.get(book.id)
    const title = source === undefined ? undefined : byId.get(source)?.title
    if (source === undefined || title === undefined) return `Popular in ${genreLabel(book.genre)}`
    return `Because you ${sources.get(source)?.isRead ? 'read' : 'saved'} ${title}`
  }
  const books = ids.flatMap((id) => byId.get(id) ?? [])
  return sortUnlockedFirst(access, books)
    .slice(0, limit)
    .map((book) => ({ ...book, reason: reasonFor(book) }))
}

async function suggestFrom(marks: OwnMark[], hidden: ReadonlySet<number>): Promise<Suggestion[]> {
  const latest = marks.slice(0, MARKS_LOOKED_AT).map(({ bookId }) => bookId)
  const packed = await packedNeighbours(latest)
  const genres = new Map<string, number>()
  for (const { genre } of marks) genres.set(genre, (genres.get(genre) ?? 0) + 1)
  return suggest(
    latest.map((bookId) => ({ bookId, neighbours: unpackNeighbours(packed.get(bookId) ?? '[]') })),
    genres,
    new Set([...marks.map(({ bookId }) => bookId), ...hidden]),
    SHELF_SIZE,
  )
}

async function popularBesides(
  userId: number,
  hidden: ReadonlySet<number>,
  suggested: Suggestion[],
  missing: number,
): Promise<number[]> {
  const known = new Set(suggested.map(({ bookId }) => bookId))
  const slugs = GENRES.map(({ slug }) => slug)
  // Some of them may be suggested already.
  const popular = await popularUnmarked(userId, hidden, slugs, missing + known.size)
  return spreadOverGenres(
    popular.filter(({ id }) => !known.has(id)),
    missing,
  ).map(({ id }) => id)
}
