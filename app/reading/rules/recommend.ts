import type { Neighbour } from './neighbours.ts'

/** A reader's latest marks whose neighbours are looked at. */
export const MARKS_LOOKED_AT = 60
/** How much less each mark says than the next later one. */
const FADING = 0.98
/** How much a genre of which all the reader's marks are is preferred to one with none. */
const GENRE_PULL = 1

/** One of the reader's marks, with what is read together with it. */
export interface Source {
  bookId: number
  neighbours: Neighbour[]
}

export interface Suggestion {
  bookId: number
  /** The mark that says most for it. */
  because: number
}

/**
 * The books that a reader's marks speak for, the most spoken for first; equal ones by id.
 * @param sources the latest marks, latest first
 * @param genres how many of the reader's marks each genre has
 * @param marked books that are read or saved already
 */
export function suggest(
  sources: Source[],
  genres: ReadonlyMap<string, number>,
  marked: ReadonlySet<number>,
  limit: number,
): Suggestion[] {
  const total = [...genres.values()].reduce((sum, count) => sum + count, 0)
  const found = new Map<number, { genre: string; score: number; because: number; most: number }>()
  for (const [age, { bookId: because, neighbours }] of sources.entries()) {
    const weight = FADING ** age
    for (const { bookId, genre, likeness } of neighbours) {
      if (marked.has(bookId)) continue
      const says = weight * likeness
      const known = found.get(bookId)
      if (!known) found.set(bookId, { genre, score: says, because, most: says })
      else {
        known.score += says
        if (says > known.most) Object.assign(known, { because, most: says })
      }
    }
  }
  const pull = (genre: string) =>
    1 + (total === 0 ? 0 : (GENRE_PULL * (genres.get(genre) ?? 0)) / total)
  return [...found]
    .map(([bookId, { genre, score, because }]) => ({ bookId, because, score: score * pull(genre) }))
    .toSorted((a, b) => b.score - a.score || a.bookId - b.bookId)
    .slice(0, limit)
    .map(({ bookId, because }) => ({ bookId, because }))
}

/**
 * Spreads books over their genres: the first of each genre in the order given, then the second of
 * each, and so on.
 */
export function spreadOverGenres<B extends { genre: string }>(books: B[], limit: number): B[] {
  const taken = new Map<string, number>()
  return books
    .map((book, place) => {
      const round = taken.get(book.genre) ?? 0
      taken.set(book.genre, round + 1)
      return { book, round, place }
    })
    .toSorted((a, b) => a.round - b.round || a.place - b.place)
    .slice(0, limit)
    .map(({ book }) => book)
}
