import { redirect } from 'react-router'
import { safeRedirect } from '../../accounts/rules/redirects.ts'
import { summaryPath } from '../../catalogue/rules/addresses.ts'
import { findBook } from '../../catalogue/service/find-book.server.ts'
import { readForm } from '../../middleware/form-action.server.ts'
import { readerOfForm, requireSameReader } from '../../middleware/guards.server.ts'
import { markForm } from '../../reading/schema/marks.ts'
import { countSaved, setMark } from '../../reading/service/marks.server.ts'
import type { Route } from './+types/marks'

/** Only forms come here. */
export const loader = ({ params }: Route.LoaderArgs) => redirect(summaryPath(params.slug))

/**
 * 'Save to My List', 'Mark as read', and back. A form says where its reader is (`back`) and they
 * return there; a script says nothing and is told how many books the list has now.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const own = summaryPath(params.slug)
  const { user } = readerOfForm(context, own)
  const form = await readForm(request)
  const input = markForm.safeParse(Object.fromEntries(form))
  if (!input.success) return new Response(null, { status: 400 })
  requireSameReader(form, user.id)
  const { mark, on, markedAt, sentAt } = input.data
  const told = markedAt ? { markedAt, sentAt: sentAt ?? null } : null
  const book = await findBook(params.slug)
  if (book) await setMark(mark, on, user.id, book.id, new Date(), told)
  const back = form.get('back')
  if (typeof back === 'string') return redirect(book ? (safeRedirect(back) ?? own) : own, 303)
  if (!book) return new Response(null, { status: 404 })
  return Response.json({ savedCount: await countSaved(user.id) })
}
