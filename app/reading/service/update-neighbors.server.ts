import { nearestNeighbors, packNeighbors } from '../rules/neighbors.ts'
import {
  coOccurrences,
  type NeighborUpdate,
  staleBooks,
  writeNeighbors,
} from '../store/neighbors.server.ts'

/** Books per pass; the others wait for the next. */
export const BOOKS_PER_PASS = 10
/** A book's neighbors are recomputed once this share of its readers has made them stale. */
const STALE_SHARE = 0.1

/**
 * Recomputes the neighbors of the most stale books.
 * @returns how many books there were; null: another process holds the lease
 */
export async function updateNeighbors(
  maxBooks = BOOKS_PER_PASS,
  staleShare = STALE_SHARE,
): Promise<number | null> {
  const books = await staleBooks(staleShare, maxBooks)
  if (books.length === 0) return 0
  const updates: NeighborUpdate[] = []
  for (const { bookId, readers, staleCount } of books) {
    const { sampled, candidates } = await coOccurrences(bookId)
    const packed = packNeighbors(nearestNeighbors(readers, sampled, candidates))
    updates.push({ bookId, staleCount, packed })
  }
  return (await writeNeighbors(updates)) ? books.length : null
}
