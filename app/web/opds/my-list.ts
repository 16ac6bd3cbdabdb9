import { listPageQuery, queryValues } from '../../catalogue/schema/lists.ts'
import { challenge } from '../../middleware/app-passwords.server.ts'
import { accessOf, requestContextOf } from '../../middleware/request/context.server.ts'
import { loadMyList } from '../../reading/service/load-my-list.server.ts'
import { type FeedArgs, feedAnswer, publicationsFor } from './respond.server.ts'

/** My List, for readers. Others are asked for an app password. */
export async function loader(args: FeedArgs): Promise<Response> {
  const { signedIn } = requestContextOf(args.context)
  if (!signedIn) return challenge()
  const { page } = listPageQuery.parse(queryValues(args.url.searchParams))
  const { books, total } = await loadMyList(signedIn.user.id, accessOf(args.context), page)
  const pathOf = (other: number) => (other > 1 ? `/my-list?page=${other}` : '/my-list')
  return feedAnswer(args, {
    title: 'My List',
    path: pathOf(page),
    books: publicationsFor(args.context, books),
    pages: { page, total, pathOf },
  })
}
