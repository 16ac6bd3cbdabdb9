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

/** How many books each genre has, by slug. */
export async function genreCounts(): Promise<Map<string, number>> {
  return (await catalogueCounts()).byGenre
}

/** How many books there are, of a genre or of all. */
export async function countAll(genre: GenreSlug | null): Promise<number> {
  const { byGenre, total } = await catalogueCounts()
  return genre ? (byGenre.get(genre) ?? 0) : total
}

/** How many books there are. */
export async function bookCount(): Promise<number> {
  return (await catalogueCounts()).total
}

/** The genre's label and count for each genre, in the order of the list. */
export async function genresWithCounts(): Promise<
  { slug: GenreSlug; label: string; count: number }[]
> {
  const { byGenre } = await catalogueCounts()
  return GENRES.map((genre) => ({ ...genre, count: byGenre.get(genre.slug) ?? 0 }))
}
