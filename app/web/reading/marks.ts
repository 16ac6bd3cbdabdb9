import { redirect } from 'react-router'
import { safeRedirect } from '../../accounts/rules/redirects.ts'
import { summaryPath } from '../../catalogue/rules/addresses.ts'
import { findBook } from '../../catalogue/service/find-book.server.ts'
import { readForm } from '../../middleware/form-action.server.ts'
import { readerOfForm } from '../../middleware/require-reader.server.ts'
import { markForm } from '../../reading/schema/marks.ts'
import { countSaved } from '../../reading/service/get-marks.server.ts'
import { setMark } from '../../reading/service/set-mark.server.ts'
import type { Route } from './+types/marks'

/** Only forms use this address. */
export const loader = ({ params }: Route.LoaderArgs) => redirect(summaryPath(params.slug))

/**
 * Sets or removes a mark. A form says in `back` where its reader returns to; a script gets the
 * number of saved books.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const own = summaryPath(params.slug)
  const { user } = readerOfForm(context, own)
  const form = await readForm(request)
  const input = markForm.safeParse(Object.fromEntries(form))
  if (!input.success) return new Response(null, { status: 400 })
  const { mark, on, markedAt, sentAt } = input.data
  const offline = markedAt ? { markedAt, sentAt: sentAt ?? null } : null
  const book = await findBook(params.slug)
  if (book) await setMark(mark, on, user.id, book.id, new Date(), offline)
  const back = form.get('back')
  if (typeof back === 'string') return redirect(book ? (safeRedirect(back) ?? own) : own, 303)
  if (!book) return new Response(null, { status: 404 })
  return Response.json({ savedCount: await countSaved(user.id) })
}
