import { GENRES, type GenreSlug } from '../rules/genres.ts'
import { type Topic, TOPICS, type TopicSlug } from '../rules/topics.ts'
import { countBooks, countByTopic } from '../store/books.server.ts'
import { catalogueVersion, hiddenBooks } from './version.server.ts'

type Counts = Map<string, number>

/** Runs a count once per version of the catalogue. */
function oncePerVersion(count: (hidden: ReadonlySet<number>) => Promise<Counts>) {
  let cache = { version: -1, counts: new Map<string, number>() }
  return async () => {
    const version = await catalogueVersion()
    if (cache.version !== version) cache = { version, counts: await count(await hiddenBooks()) }
    return cache.counts
  }
}

/** The number of books per genre, by slug. */
const genreCounts = oncePerVersion(async (hidden) =>
  byGenre(await countBooks({ among: null, hidden })),
)

const topicCounts = oncePerVersion(countByTopic)

const byGenre = (groups: { genre: string; count: number }[]): Counts =>
  new Map(groups.map(({ genre, count }) => [genre, count]))

/** The number of books in a genre, or in the catalogue. */
export async function bookCount(genre: GenreSlug | null = null): Promise<number> {
  const counts = await genreCounts()
  if (genre) return counts.get(genre) ?? 0
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}

/** The topics that have books, in the order of their labels. */
export async function topicsWithCounts(): Promise<(Topic & { count: number })[]> {
  const counts = await topicCounts()
  return TOPICS.flatMap((topic) => {
    const count = counts.get(topic.slug)
    return count ? [{ ...topic, count }] : []
  })
}

/** All genres with their number of books, of a topic or of the catalogue. */
export async function genresWithCounts(
  topic?: TopicSlug,
): Promise<{ slug: GenreSlug; label: string; count: number }[]> {
  const counts = topic
    ? byGenre(await countBooks({ among: null, hidden: await hiddenBooks(), topic }))
    : await genreCounts()
  return GENRES.map((genre) => ({ ...genre, count: counts.get(genre.slug) ?? 0 }))
}
