import { cached } from '../../middleware/cache/caching.server.ts'
import { listPageQuery, queryValues } from '../../catalogue/schema/lists.ts'
import { suggestForSearch } from '../../catalogue/service/search-suggestions.server.ts'
import type { Route } from './+types/search-suggestions'

export const loader = cached({ parameters: ['search'] }, async ({ url }: Route.LoaderArgs) => {
  const { search } = listPageQuery.parse(queryValues(url.searchParams))
  const suggestions = await suggestForSearch(search)
  return Response.json(suggestions)
})
