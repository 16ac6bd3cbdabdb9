import { queryValues } from '../../catalogue/schema/lists.ts'
import { factsOf } from '../../middleware/context.server.ts'
import { requestsPageQuery } from '../../reading/schema/requests.ts'
import { similarTo } from '../../reading/service/requests/find-similar.server.ts'
import type { Route } from './+types/suggestions'

/** Books and requests that a reader may mean, while they type the title of a request. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { search } = requestsPageQuery.parse(queryValues(url.searchParams))
  return Response.json(factsOf(context).signedIn ? await similarTo(search) : [])
}
