import { redirect } from 'react-router'
import { summaryPath } from '../../catalogue/rules/addresses.ts'
import { findBook } from '../../catalogue/service/find-book.server.ts'
import { readForm } from '../../middleware/form-action.server.ts'
import { readerOfForm, requireSameReader } from '../../middleware/guards.server.ts'
import { placeInput } from '../../reading/schema/marks.ts'
import { keepPlace } from '../../reading/service/places.server.ts'
import type { Route } from './+types/place'

/** Only forms and the script that follows a reader come here. */
export const loader = ({ params }: Route.LoaderArgs) => redirect(summaryPath(params.slug))

/** Keeps where a reader is. A form (`back`) returns there, a script wants no answer. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const own = summaryPath(params.slug)
  const { user } = readerOfForm(context, own)
  const form = await readForm(request)
  const input = placeInput.safeParse(Object.fromEntries(form))
  if (!input.success) return new Response(null, { status: 400 })
  requireSameReader(form, user.id)
  const book = await findBook(params.slug)
  if (book) await keepPlace(user.id, book.id, input.data)
  if (form.has('back')) return redirect(book ? `${own}#${input.data.section}` : own, 303)
  return new Response(null, { status: book ? 204 : 404 })
}
