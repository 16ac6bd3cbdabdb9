import { LRUCache } from 'lru-cache'
import { type Neighbor, unpackNeighbors } from '../rules/neighbors.ts'
import { packedNeighbors } from '../store/suggestions.server.ts'

/** Unpacked neighbors take about 4 kB of memory, and five times as long to unpack as to read. */
const unpacked = new LRUCache<number, { packed: string; neighbors: Neighbor[] }>({ max: 1500 })

/** The stored neighbors of some books, by id. */
export async function neighborsOf(bookIds: number[]): Promise<Map<number, Neighbor[]>> {
  const rows = await packedNeighbors(bookIds)
  return new Map(
    rows.map(({ bookId, packed }) => {
      const known = unpacked.get(bookId)
      if (known?.packed === packed) return [bookId, known.neighbors]
      const neighbors = unpackNeighbors(packed)
      unpacked.set(bookId, { packed, neighbors })
      return [bookId, neighbors]
    }),
  )
}
