import { setImmediate } from 'node:timers/promises'
import { GENRES, type GenreSlug } from '../rules/genres.ts'
import { type Topic, TOPICS, type TopicSlug } from '../rules/topics.ts'
import { countAmong, countByGenre, countByTopic, idsOfTopic } from '../store/books.server.ts'
import { oncePerVersion } from './once-per-version.server.ts'
import { hiddenBooks } from './version.server.ts'

type Counts = Map<string, number>

/** Of 100,000 books, each of these steps takes some milliseconds. Requests are answered between two. */
const [TOPICS_PER_STEP, BOOKS_PER_STEP] = [20, 500]

/** Adds up what `count` finds in each part of a list. */
async function countInSteps<T>(
  all: readonly T[],
  perStep: number,
  count: (part: T[]) => Promise<Counts>,
): Promise<Counts> {
  const sums: Counts = new Map()
  for (let i = 0; i < all.length; i += perStep) {
    for (const [slug, n] of await count(all.slice(i, i + perStep))) {
      sums.set(slug, (sums.get(slug) ?? 0) + n)
    }
    await setImmediate()
  }
  return sums
}

const genreCounts = oncePerVersion(async () => {
  const filter = { among: null, hidden: await hiddenBooks() }
  return countInSteps(GENRES, 1, async ([genre]) => {
    const { slug } = genre!
    return new Map([[slug, await countAmong(filter, slug)]])
  })
})

const topicCounts = oncePerVersion(async () => {
  const hidden = await hiddenBooks()
  const slugs = TOPICS.map(({ slug }) => slug)
  return countInSteps(slugs, TOPICS_PER_STEP, (topics) => countByTopic(topics, hidden))
})

const genreCountsOfTopics = new Map(
  TOPICS.map(({ slug }) => [
    slug,
    oncePerVersion(async () => {
      const hidden = await hiddenBooks()
      const ids = await idsOfTopic(slug)
      return countInSteps(ids, BOOKS_PER_STEP, (among) => countByGenre({ among, hidden }))
    }),
  ]),
)

export async function bookCount(
  genre: GenreSlug | null = null,
  topic?: TopicSlug,
): Promise<number> {
  const counts = await countsOf(topic)
  if (genre) return counts.get(genre) ?? 0
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}

const countsOf = (topic: TopicSlug | undefined): Promise<Counts> =>
  topic ? genreCountsOfTopics.get(topic)!() : genreCounts()

/** The topics that have books, in the order of their labels. */
export async function topicsWithCounts(): Promise<(Topic & { count: number })[]> {
  const counts = await topicCounts()
  return TOPICS.flatMap((topic) => {
    const count = counts.get(topic.slug)
    return count ? [{ ...topic, count }] : []
  })
}

export async function biggestTopics(count: number): Promise<Topic[]> {
  const topics = await topicsWithCounts()
  return topics.toSorted((a, b) => b.count - a.count).slice(0, count)
}

export async function genresWithCounts(
  topic?: TopicSlug,
): Promise<{ slug: GenreSlug; label: string; count: number }[]> {
  const counts = await countsOf(topic)
  return GENRES.map((genre) => ({ ...genre, count: counts.get(genre.slug) ?? 0 }))
}
