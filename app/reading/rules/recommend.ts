import type { Neighbor } from './neighbors.ts'

/** The neighbors of this many of the reader's latest marked books are suggested. */
export const MAX_SOURCES = 60
/** The weight of a mark, relative to the next later one. */
const DECAY_PER_MARK = 0.98
/** How much a book gains when all of the reader's marks are in its genre. */
const GENRE_BOOST = 1

export interface RecommendationSource {
  bookId: number
  neighbors: Neighbor[]
}

export interface RankedBook {
  bookId: number
  /** The marked book that adds most to its score. */
  because: number
}

/**
 * The books to suggest from a reader's marks, highest score first; equal ones by id.
 * @param sources the latest marked books, latest first
 * @param genres how many of the reader's marks each genre has
 * @param excluded books that are not suggested, such as those that are read or saved already
 */
export function rankBooks(
  sources: RecommendationSource[],
  genres: ReadonlyMap<string, number>,
  excluded: ReadonlySet<number>,
  limit: number,
): RankedBook[] {
  const total = [...genres.values()].reduce((sum, count) => sum + count, 0)
  const boost = (genre: string) =>
    1 + (total === 0 ? 0 : (GENRE_BOOST * (genres.get(genre) ?? 0)) / total)
  const found = new Map<number, RankedBook & { genre: string; score: number; most: number }>()
  for (const [age, { bookId: because, neighbors }] of sources.entries()) {
    const weight = DECAY_PER_MARK ** age
    for (const { bookId, genre, similarity } of neighbors) {
      if (excluded.has(bookId)) continue
      const score = weight * similarity
      const known = found.get(bookId)
      if (!known) {
        found.set(bookId, { bookId, because, genre, score, most: score })
        continue
      }
      known.score += score
      if (score <= known.most) continue
      known.because = because
      known.most = score
    }
  }
  for (const one of found.values()) one.score *= boost(one.genre)
  // Sorting all of them takes as long as finding them: sort only the numbers.
  const scores = Float64Array.from(found.values(), ({ score }) => score).toSorted()
  const least = scores.at(-limit) ?? 0
  return [...found.values()]
    .filter(({ score }) => score >= least)
    .toSorted((a, b) => b.score - a.score || a.bookId - b.bookId)
    .slice(0, limit)
    .map(({ bookId, because }) => ({ bookId, because }))
}

export interface PopularBook {
  id: number
  genre: string
  locked: boolean
}

/**
 * The most popular books that are not marked.
 * @param popular the most popular ones, as many as `known` of each genre and lock
 * @param limit of locked and of unlocked books of each genre
 * @returns null when marks hide so many that others are needed
 */
export function unmarkedOf(
  popular: readonly PopularBook[],
  known: number,
  marked: ReadonlySet<number>,
  limit: number,
): PopularBook[] | null {
  const parts = new Map<string, { all: number; taken: number }>()
  const found = popular.filter(({ id, genre, locked }) => {
    const key = `${genre} ${locked}`
    const part = parts.get(key) ?? { all: 0, taken: 0 }
    parts.set(key, part)
    part.all++
    if (part.taken === limit || marked.has(id)) return false
    part.taken++
    return true
  })
  const isCut = [...parts.values()].some(({ all, taken }) => all === known && taken < limit)
  return isCut ? null : found
}

/** Spreads books over their genres: the first book of each genre, then the second of each, … */
export function spreadOverGenres<B extends { genre: string }>(books: B[], limit: number): B[] {
  const taken = new Map<string, number>()
  return books
    .map((book, index) => {
      const round = taken.get(book.genre) ?? 0
      taken.set(book.genre, round + 1)
      return { book, round, index }
    })
    .toSorted((a, b) => a.round - b.round || a.index - b.index)
    .slice(0, limit)
    .map(({ book }) => book)
}
