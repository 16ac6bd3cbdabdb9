import { listPageQuery, queryValues } from '../../catalogue/schema/lists.ts'
import { suggest } from '../../catalogue/service/suggest.server.ts'
import { sameForAllVisitors } from '../../middleware/context.server.ts'
import type { Route } from './+types/suggestions'

/** What the search box suggests while the reader types. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { search } = listPageQuery.parse(queryValues(url.searchParams))
  const suggestions = await suggest(search)
  sameForAllVisitors(context)
  return Response.json(suggestions)
}
