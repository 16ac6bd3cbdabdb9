/**
 * Which books are read together. The likeness of two books is the cosine of their readers, shrunk
 * for pairs that few readers vouch for: together / √(readers · readers) × seen / (seen + 5).
 */

/** Readers of a book whose other books are looked at, the latest; more would change little. */
export const SAMPLED_READERS = 400
/** A reader's books count as read together when at most so many marks lie between them. */
export const TOGETHER_WITHIN_MARKS = 30
/** Books that are kept as a book's neighbours. */
export const NEIGHBOURS_KEPT = 60
/** So many readers make half of a likeness believed. */
const SHRINKAGE = 5

/** A book that is read together with another. */
export interface Neighbour {
  bookId: number
  genre: string
  /** 0 to 1. */
  likeness: number
}

/** How often a book occurs beside another, in the sample of the other's readers. */
export interface Together {
  bookId: number
  genre: string
  /** Readers of the sample who marked both. */
  seen: number
  /** All readers who marked this book. */
  readers: number
}

/**
 * The nearest books, nearest first; equal ones by id.
 * @param readers of the book whose neighbours are asked for, all of them
 * @param sampled readers among them whose books were looked at
 */
export function nearest(readers: number, sampled: number, together: Together[]): Neighbour[] {
  return together
    .map(({ bookId, genre, seen, readers: others }) => ({
      bookId,
      genre,
      likeness: likeness(readers, sampled, seen, others),
    }))
    .filter((neighbour) => neighbour.likeness > 0)
    .toSorted((a, b) => b.likeness - a.likeness || a.bookId - b.bookId)
    .slice(0, NEIGHBOURS_KEPT)
}

function likeness(readers: number, sampled: number, seen: number, others: number): number {
  if (readers <= 0 || sampled <= 0 || others <= 0 || seen <= 0) return 0
  // Both counts grow while the sample is taken: a pair cannot be read together more than alone.
  const together = Math.min((seen * readers) / sampled, readers, others)
  return (together / Math.sqrt(readers * others)) * (seen / (seen + SHRINKAGE))
}

/** Neighbours as they are stored: small, and read at a stroke. */
export function packNeighbours(neighbours: Neighbour[]): string {
  return JSON.stringify(
    neighbours.map(({ bookId, genre, likeness }) => [bookId, Number(likeness.toFixed(4)), genre]),
  )
}

/** The neighbours in a stored text. */
export function unpackNeighbours(packed: string): Neighbour[] {
  return (JSON.parse(packed) as [number, number, string][]).map(([bookId, likeness, genre]) => ({
    bookId,
    likeness,
    genre,
  }))
}
