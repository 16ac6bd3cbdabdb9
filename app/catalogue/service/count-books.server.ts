import { GENRES, type GenreSlug } from '../rules/genres.ts'
import { countBooks } from '../store/books.server.ts'
import { catalogueVersion, hiddenBooks } from './version.server.ts'

let cache = { version: -1, counts: new Map<string, number>() }

/** The number of books per genre, by slug; read once per version of the catalogue. */
async function genreCounts(): Promise<Map<string, number>> {
  const version = await catalogueVersion()
  if (cache.version !== version) {
    const groups = await countBooks(await hiddenBooks())
    cache = { version, counts: new Map(groups.map(({ genre, count }) => [genre, count])) }
  }
  return cache.counts
}

/** The number of books in a genre, or in the catalogue. */
export async function bookCount(genre: GenreSlug | null = null): Promise<number> {
  const counts = await genreCounts()
  if (genre) return counts.get(genre) ?? 0
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}

/** All genres with their number of books. */
export async function genresWithCounts(): Promise<
  { slug: GenreSlug; label: string; count: number }[]
> {
  const counts = await genreCounts()
  return GENRES.map((genre) => ({ ...genre, count: counts.get(genre.slug) ?? 0 }))
}
