import { cached } from '../../middleware/cache/caching.server.ts'
import { genreLabel } from '../../catalogue/rules/genres.ts'
import { SORTS } from '../../catalogue/rules/lists.ts'
import { type Topic, topicBySlug } from '../../catalogue/rules/topics.ts'
import { type ListQuery, listPageQuery, queryValues } from '../../catalogue/schema/lists.ts'
import { genresWithCounts, topicsWithCounts } from '../../catalogue/service/count-books.server.ts'
import { listBooks } from '../../catalogue/service/list-books.server.ts'
import { limitSearches } from '../../middleware/limit-searches.server.ts'
import { errorPageOnDomainError } from '../shell/error-page-on-domain-error.ts'
import { accessOf } from '../../middleware/request/context.server.ts'
import { BOOKS_PARAMETERS, booksPath, type FeedQuery } from './books-path.ts'
import type { FacetGroup } from './feed.ts'
import { type FeedArgs, feedAnswer, noSuchFeed, publicationsFor } from './respond.server.ts'

const SORT_LABELS = { title: 'Title', author: 'Author', newest: 'New', popular: 'Popular' }

/** Topics among the facets; all of them have a separate feed. */
const TOPIC_FACETS = 20

export const loader = cached(
  { parameters: BOOKS_PARAMETERS },
  async (args: FeedArgs): Promise<Response> => {
    const {
      query: search = '',
      topic: topicSlug = '',
      ...values
    } = queryValues(args.url.searchParams)
    const { genre, ...rest } = listPageQuery.parse({ ...values, search })
    const topic = topicSlug === '' ? null : topicBySlug(topicSlug)
    if (genre === undefined || topic === undefined) return noSuchFeed()
    const query = { ...rest, from: null, genre }
    if (query.search) await errorPageOnDomainError(limitSearches(args.context))
    const { books, total, page } = await listBooks(accessOf(args.context), query, null, topic?.slug)
    const path: FeedQuery = {
      query: query.search,
      genre,
      topic: topic?.slug ?? null,
      sort: query.sort,
    }
    return feedAnswer(args, {
      title: titleOf(query, topic),
      path: booksPath({ ...path, page }),
      books: publicationsFor(args.context, books),
      pages: { page, total, pathOf: (other) => booksPath({ ...path, page: other }) },
      facets: await facetsOf(query, topic, path),
    })
  },
)

function titleOf({ search, genre, sort }: ListQuery, topic: Topic | null): string {
  const named = [topic?.label, genre && genreLabel(genre)].filter(Boolean).join(', ')
  if (search) return named ? `“${search}” in ${named}` : `“${search}”`
  if (named) return named
  return sort === null ? 'All books' : `All books, by ${SORT_LABELS[sort].toLowerCase()}`
}

async function facetsOf(
  { search, genre, sort }: ListQuery,
  topic: Topic | null,
  path: FeedQuery,
): Promise<FacetGroup[]> {
  const [genres, topics] = await Promise.all([genresWithCounts(topic?.slug), topicsWithCounts()])
  // In a search, the numbers would be others.
  const counted = (count: number) => (search ? {} : { count })
  const largest = new Set(
    topics
      .toSorted((a, b) => b.count - a.count)
      .slice(0, TOPIC_FACETS)
      .map(({ slug }) => slug),
  )
  return [
    {
      title: 'Sort',
      links: [
        ...(search
          ? [{ title: 'Best match', path: booksPath({ ...path, sort: null }), isActive: !sort }]
          : []),
        ...SORTS.map((name) => ({
          title: SORT_LABELS[name],
          path: booksPath({ ...path, sort: name }),
          isActive: name === (sort ?? (search ? null : 'title')),
        })),
      ],
    },
    {
      title: 'Genre',
      links: [
        { title: 'All genres', path: booksPath({ ...path, genre: null }), isActive: !genre },
        ...genres
          .filter(({ slug, count }) => count > 0 || slug === genre)
          .map(({ slug, label, count }) => ({
            title: label,
            path: booksPath({ ...path, genre: slug }),
            isActive: slug === genre,
            ...counted(count),
          })),
      ],
    },
    {
      title: 'Topic',
      links: [
        { title: 'All topics', path: booksPath({ ...path, topic: null }), isActive: !topic },
        ...topics
          .filter(({ slug }) => largest.has(slug) || slug === topic?.slug)
          .map(({ slug, label, count }) => ({
            title: label,
            path: booksPath({ ...path, topic: slug }),
            isActive: slug === topic?.slug,
            ...(genre ? {} : counted(count)),
          })),
      ],
    },
  ]
}
