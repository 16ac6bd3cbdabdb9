import { cached } from '../../middleware/cache/caching.server.ts'
import { topicsWithCounts } from '../../catalogue/service/count-books.server.ts'
import { booksPath } from './books-path.ts'
import { inWords } from './feed.ts'
import { type FeedArgs, feedAnswer } from './respond.server.ts'

export const loader = cached({}, async (args: FeedArgs): Promise<Response> => {
  const topics = await topicsWithCounts()
  return feedAnswer(args, {
    title: 'Topics',
    path: '/topics',
    navigation: topics.map(({ slug, label, count }) => ({
      title: label,
      path: booksPath({ topic: slug }),
      about: inWords(count),
      lists: true,
    })),
  })
})
