import { redirect } from 'react-router'
import { summaryPath } from '../../catalogue/rules/addresses.ts'
import { openSummary } from '../../catalogue/service/open-summary.server.ts'
import { accessOf } from '../../middleware/request/context.server.ts'
import { readerOfForm } from '../../middleware/require-reader.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { recordView } from '../../reading/service/record-view.server.ts'
import type { Route } from './+types/record-view'

/** Only scripts use this address. */
export const loader = ({ params }: Route.LoaderArgs) => redirect(summaryPath(params.slug))

/** Counts the view of a summary that was prefetched, once it is shown. */
export async function action({ params, context }: Route.ActionArgs) {
  const { user } = readerOfForm(context, summaryPath(params.slug))
  const opened = await openSummary(accessOf(context), params.slug, user.freeBookId).catch(
    (error: unknown) => {
      if (error instanceof DomainError) return null
      throw error
    },
  )
  if (!opened?.summary) return new Response(null, { status: 404 })
  await recordView(user.id, opened.book.id)
  return new Response(null, { status: 204 })
}
