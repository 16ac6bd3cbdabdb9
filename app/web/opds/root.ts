import { cached } from '../../middleware/cache/caching.server.ts'
import { type FeedArgs, feedAnswer } from './respond.server.ts'

export const loader = cached({}, (args: FeedArgs) =>
  feedAnswer(args, {
    title: 'Readr',
    path: '',
    navigation: [
      {
        title: 'New',
        path: '/books?sort=newest',
        about: 'The latest summaries.',
        lists: true,
        rel: 'http://opds-spec.org/sort/new',
      },
      {
        title: 'Popular',
        path: '/books?sort=popular',
        about: 'The summaries that readers read most.',
        lists: true,
        rel: 'http://opds-spec.org/sort/popular',
      },
      {
        title: 'My List',
        path: '/my-list',
        about: 'The books you saved. Log in with an app password from your settings.',
        lists: true,
      },
      { title: 'Genres', path: '/genres', about: 'Books by genre.', lists: false },
      { title: 'Topics', path: '/topics', about: 'Books by topic.', lists: false },
      {
        title: 'Collections',
        path: '/collections',
        about: 'Books chosen by our editors.',
        lists: false,
      },
      { title: 'All books', path: '/books', about: 'Every summary, by title.', lists: true },
    ],
  }),
)
