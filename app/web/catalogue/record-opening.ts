import { askPageQuery } from '../../catalogue/schema/ask.ts'
import { queryValues } from '../../catalogue/schema/lists.ts'
import { countOpening } from '../../catalogue/service/asked-questions.server.ts'
import { limitSearches } from '../../middleware/limit-searches.server.ts'
import { DomainError } from '../../platform/errors.ts'
import type { Route } from './+types/record-opening'

/** Browsers report here that a link of an answer was followed (the attribute `ping`). */
export async function action({ request, url, context }: Route.ActionArgs) {
  if (request.headers.get('Content-Type') !== 'text/ping')
    return new Response(null, { status: 400 })
  const { question } = askPageQuery.parse(queryValues(url.searchParams))
  try {
    await limitSearches(context)
    await countOpening(question)
    return new Response(null, { status: 204 })
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return new Response(null, { status: error.status, headers: error.headers })
  }
}
