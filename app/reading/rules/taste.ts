/** Books that a reader may choose on the taste page. */
export const MAX_LIKED_BOOKS = 12

export const OFFERED_BOOKS = 18

export interface Taste {
  genres: readonly string[]
  books: readonly { bookId: number; genre: string }[]
}

/** A favorite genre counts as much as this many marked books in it. */
const FAVORITE_WEIGHT = 3

/**
 * How much a reader cares about each genre: their marked and liked books in it, and more for a
 * favorite.
 * @param marked the genre of each marked book
 */
export function genreWeights(marked: readonly string[], taste: Taste): Map<string, number> {
  const weights = new Map<string, number>()
  const add = (genre: string, weight: number) =>
    weights.set(genre, (weights.get(genre) ?? 0) + weight)
  for (const genre of [...marked, ...taste.books.map((book) => book.genre)]) add(genre, 1)
  for (const genre of taste.genres) add(genre, FAVORITE_WEIGHT)
  return weights
}

/** The genres to suggest popular books from first: favorites, then those of liked books. */
export const preferredGenres = ({ genres, books }: Taste): Set<string> =>
  new Set([...genres, ...books.map(({ genre }) => genre)])
