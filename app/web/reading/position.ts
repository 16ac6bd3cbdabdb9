import { redirect } from 'react-router'
import { summaryPath } from '../../catalogue/rules/addresses.ts'
import { findBook } from '../../catalogue/service/find-book.server.ts'
import { readForm } from '../../middleware/form-action.server.ts'
import { readerOfForm } from '../../middleware/require-reader.server.ts'
import { listeningInput } from '../../reading/schema/audio.ts'
import { saveListeningPosition } from '../../reading/service/audio/open-audio.server.ts'
import { accessOf } from '../../middleware/request/context.server.ts'
import { paragraphId } from '../../reading/rules/position.ts'
import { positionInput } from '../../reading/schema/marks.ts'
import { savePosition } from '../../reading/service/save-position.server.ts'
import type { Route } from './+types/position'

/** Only forms and scripts use this address. */
export const loader = ({ params }: Route.LoaderArgs) => redirect(summaryPath(params.slug))

/** Saves the reading position, or where a reader listens. A form, which has `back`, returns to it; a script needs no answer. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const own = summaryPath(params.slug)
  const { user } = readerOfForm(context, own)
  const form = await readForm(request)
  if (form.has('seconds')) return saveListeningOf(context, params.slug, form)
  const input = positionInput.safeParse(Object.fromEntries(form))
  if (!input.success) return new Response(null, { status: 400 })
  const book = await findBook(params.slug)
  if (book) await savePosition(user.id, book.id, input.data)
  if (form.has('back'))
    return redirect(
      book ? `${own}#${paragraphId(input.data.section, input.data.paragraph)}` : own,
      303,
    )
  return new Response(null, { status: book ? 204 : 404 })
}

async function saveListeningOf(
  context: Route.ActionArgs['context'],
  slug: string,
  form: FormData,
): Promise<Response> {
  const { user } = readerOfForm(context, summaryPath(slug))
  const fields = Object.fromEntries(form)
  const input = listeningInput.safeParse({ ...fields, seconds: Number(fields['seconds']) })
  if (!input.success) return new Response(null, { status: 400 })
  const book = await findBook(slug)
  if (!book) return new Response(null, { status: 404 })
  const { id: userId, freeBookId } = user
  await saveListeningPosition(
    { access: accessOf(context), userId, freeBookId },
    book.id,
    input.data,
  )
  return new Response(null, { status: 204 })
}
