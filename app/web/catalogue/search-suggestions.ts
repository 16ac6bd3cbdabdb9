import { listPageQuery, queryValues } from '../../catalogue/schema/lists.ts'
import { suggestForSearch } from '../../catalogue/service/search-suggestions.server.ts'
import { sameForAllVisitors } from '../../middleware/context.server.ts'
import type { Route } from './+types/search-suggestions'

/** What the search box suggests while the reader types. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { search } = listPageQuery.parse(queryValues(url.searchParams))
  const suggestions = await suggestForSearch(search)
  sameForAllVisitors(context)
  return Response.json(suggestions)
}
