import { cached } from '../../middleware/cache/caching.server.ts'
import { listCollections } from '../../catalogue/service/list-collections.server.ts'
import { type FeedArgs, feedAnswer } from './respond.server.ts'

export const loader = cached({}, async (args: FeedArgs): Promise<Response> => {
  const collections = await listCollections()
  return feedAnswer(args, {
    title: 'Collections',
    path: '/collections',
    navigation: collections.map(({ slug, title, blurb }) => ({
      title,
      path: `/collections/${slug}`,
      about: blurb,
      lists: true,
    })),
  })
})
