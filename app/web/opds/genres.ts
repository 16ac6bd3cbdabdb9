import { cached } from '../../middleware/cache/caching.server.ts'
import { genresWithCounts } from '../../catalogue/service/count-books.server.ts'
import { booksPath } from './books-path.ts'
import { inWords } from './feed.ts'
import { type FeedArgs, feedAnswer } from './respond.server.ts'

export const loader = cached({}, async (args: FeedArgs): Promise<Response> => {
  const genres = await genresWithCounts()
  return feedAnswer(args, {
    title: 'Genres',
    path: '/genres',
    navigation: genres
      .filter(({ count }) => count > 0)
      .map(({ slug, label, count }) => ({
        title: label,
        path: booksPath({ genre: slug }),
        about: inWords(count),
        lists: true,
      })),
  })
})
