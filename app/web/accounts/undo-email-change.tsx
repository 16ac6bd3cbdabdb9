import { data, redirect } from 'react-router'
import { z } from 'zod'
import {
  addressToReturn,
  INVALID_UNDO_LINK,
  undoEmailChange,
} from '../../accounts/service/undo-email-change.server.ts'
import { requestContextOf } from '../../middleware/request/context.server.ts'
import { clearedCookies } from '../../middleware/request/cookies.server.ts'
import { formHeaders, readForm, submitForm } from '../../middleware/form-action.server.ts'
import { AccountForm, AccountPage, BackToLogin } from './account-form.tsx'
import { Callout } from '../ui/callout.tsx'
import { ButtonLink } from '../ui/controls.tsx'
import type { Route } from './+types/undo-email-change'

export const handle = { withoutScripts: true }

export const headers = formHeaders

const TITLE = 'Change your email address back'

export const meta: Route.MetaFunction = () => [
  { title: `${TITLE} · Readr` },
  { name: 'robots', content: 'noindex' },
  // The URL is a secret, so it must not leak in the Referer header.
  { name: 'referrer', content: 'same-origin' },
]

/** Opening the link changes nothing, because email programs also open links. */
export async function loader({ params }: Route.LoaderArgs) {
  const email = await addressToReturn(params.token)
  const problem = email === null ? INVALID_UNDO_LINK : null
  return data({ email, problem }, { status: email === null ? 400 : 200 })
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm(await readForm(request), z.object({}), async () => {
    const reset = await undoEmailChange(params.token)
    requestContextOf(context).cookies.push(...clearedCookies())
    return redirect(`/reset-password/${reset}`, 303)
  })
}

export default function UndoEmailChangePage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, problem } = loaderData
  if (email === null) {
    return (
      <AccountPage title={TITLE}>
        <Callout isProblem>{problem}</Callout>
        <p className="mt-4">
          If you have just used it, your account has this address again, and you can set a new
          password.
        </p>
        <ButtonLink href="/reset-password" className="mt-6">
          Set a new password
        </ButtonLink>
        <BackToLogin />
      </AccountPage>
    )
  }
  return (
    <AccountPage title={TITLE}>
      <p className="mb-6">
        Your account will use <strong className="wrap-anywhere">{email}</strong> again. We sign out
        every device, remove Apple, Google, and Facebook from the account, and ask you for a new
        password.
      </p>
      <AccountForm id="undo" submit="Change it back" refused={actionData} fields={[]} />
      <BackToLogin />
    </AccountPage>
  )
}
