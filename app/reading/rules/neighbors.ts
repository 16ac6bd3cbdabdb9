/**
 * Which books are read together. The similarity of two books is the cosine of their readers,
 * shrunk for pairs with few readers: together / √(readers · readers) × seen / (seen + 5).
 */

/** The sample: this many of a book's latest readers. */
export const SAMPLED_READERS = 400
/** Two books of a reader count as read together when at most this many marks lie between them. */
export const MAX_MARKS_BETWEEN = 30
/** Neighbors stored for a book. */
export const MAX_NEIGHBORS = 60
/** A pair that this many readers share counts half of its cosine. */
export const SHRINKAGE = 5

export interface Neighbor {
  bookId: number
  genre: string
  /** 0 to 1. */
  similarity: number
}

export interface CoOccurrence {
  bookId: number
  genre: string
  /** Readers in the sample who marked both. */
  seen: number
  readers: number
}

/**
 * The neighbors of a book, most similar first; equal ones by id.
 * @param readers all readers of the book
 * @param sampled how many of them are in the sample
 */
export function nearestNeighbors(
  readers: number,
  sampled: number,
  candidates: CoOccurrence[],
): Neighbor[] {
  return candidates
    .map(({ bookId, genre, seen, readers: others }) => ({
      bookId,
      genre,
      similarity: similarity(readers, sampled, seen, others),
    }))
    .filter((neighbor) => neighbor.similarity > 0)
    .toSorted((a, b) => b.similarity - a.similarity || a.bookId - b.bookId)
    .slice(0, MAX_NEIGHBORS)
}

function similarity(readers: number, sampled: number, seen: number, others: number): number {
  if (readers <= 0 || sampled <= 0 || others <= 0 || seen <= 0) return 0
  // The counts may grow while the sample is taken, so cap the estimate at both of them.
  const together = Math.min((seen * readers) / sampled, readers, others)
  return (together / Math.sqrt(readers * others)) * (seen / (seen + SHRINKAGE))
}

/** Neighbors as they are stored: as compact JSON. */
export function packNeighbors(neighbors: Neighbor[]): string {
  return JSON.stringify(
    neighbors.map(({ bookId, genre, similarity: value }) => [
      bookId,
      Number(value.toFixed(4)),
      genre,
    ]),
  )
}

export function unpackNeighbors(packed: string): Neighbor[] {
  return (JSON.parse(packed) as [number, number, string][]).map(([bookId, value, genre]) => ({
    bookId,
    similarity: value,
    genre,
  }))
}
