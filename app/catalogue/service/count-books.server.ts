import { GENRES, type GenreSlug } from '../rules/genres.ts'
import { countBooks } from '../store/books.server.ts'
import { catalogueVersion, hiddenBooks } from './version.server.ts'

let counts: { version: number; total: number; byGenre: Map<string, number> } = {
  version: -1,
  total: 0,
  byGenre: new Map(),
}

async function catalogueCounts() {
  const version = await catalogueVersion()
  if (counts.version !== version) {
    const groups = await countBooks(await hiddenBooks())
    const byGenre = new Map<string, number>(GENRES.map((genre) => [genre.slug, 0]))
    let total = 0
    for (const { genre, count } of groups) {
      byGenre.set(genre, (byGenre.get(genre) ?? 0) + count)
      total += count
    }
    counts = { version, total, byGenre }
  }
  return counts
}

/** The number of books per genre, by slug. */
export async function genreCounts(): Promise<Map<string, number>> {
  return (await catalogueCounts()).byGenre
}

/** The number of books in a genre, or in the catalogue. */
export async function countAll(genre: GenreSlug | null): Promise<number> {
  const { byGenre, total } = await catalogueCounts()
  return genre ? (byGenre.get(genre) ?? 0) : total
}

/** The number of books in the catalogue. */
export async function bookCount(): Promise<number> {
  return (await catalogueCounts()).total
}

/** All genres with their number of books. */
export async function genresWithCounts(): Promise<
  { slug: GenreSlug; label: string; count: number }[]
> {
  const { byGenre } = await catalogueCounts()
  return GENRES.map((genre) => ({ ...genre, count: byGenre.get(genre.slug) ?? 0 }))
}
