import { queryValues } from '../../catalogue/schema/lists.ts'
import { requestContextOf } from '../../middleware/request/context.server.ts'
import { bookRequestsPageQuery } from '../../reading/schema/book-requests.ts'
import { similarTo } from '../../reading/service/book-requests/find-similar-requests.server.ts'
import type { Route } from './+types/similar-requests'

/** Books and requests that a reader may mean, while they type the title of a request. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { search } = bookRequestsPageQuery.parse(queryValues(url.searchParams))
  return Response.json(requestContextOf(context).signedIn ? await similarTo(search) : [])
}
