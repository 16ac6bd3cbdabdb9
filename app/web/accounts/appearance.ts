import { data, redirect } from 'react-router'
import { requestContextOf } from '../../middleware/request/context.server.ts'
import { appearanceCookie } from '../../middleware/request/cookies.server.ts'
import { readForm } from '../../middleware/form-action.server.ts'
import { safeRedirect } from '../../accounts/rules/redirects.ts'
import { appearanceChoice } from '../../accounts/schema/appearance.ts'
import { saveAppearance } from '../../accounts/service/save-appearance.server.ts'
import type { Route } from './+types/appearance'

export const loader = () => redirect('/')

/** Saves the appearance on this device and, for readers, with the account. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const chosen = appearanceChoice.safeParse(Object.fromEntries(form))
  if (!chosen.success) throw data(null, { status: 400 })
  const requestContext = requestContextOf(context)
  const appearance = { ...requestContext.appearance, ...chosen.data }
  if (requestContext.signedIn) await saveAppearance(requestContext.signedIn.user.id, appearance)
  requestContext.cookies.push(appearanceCookie(appearance))
  const back = form.get('back')
  return redirect((typeof back === 'string' && safeRedirect(back)) || '/', 303)
}
