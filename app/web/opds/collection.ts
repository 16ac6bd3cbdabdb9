import { cached } from '../../middleware/cache/caching.server.ts'
import { findCollection } from '../../catalogue/service/list-collections.server.ts'
import { type FeedArgs, feedAnswer, noSuchFeed, publicationsFor } from './respond.server.ts'

export const loader = cached(
  {},
  async (args: FeedArgs & { params: { collection: string } }): Promise<Response> => {
    const collection = await findCollection(args.params.collection)
    if (!collection) return noSuchFeed()
    const { slug, title, books } = collection
    return feedAnswer(args, {
      title,
      path: `/collections/${slug}`,
      books: publicationsFor(
        args.context,
        books.map(({ book }) => book),
      ),
    })
  },
)
