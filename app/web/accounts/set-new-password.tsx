import { data, redirect } from 'react-router'
import { requestContextOf } from '../../middleware/request/context.server.ts'
import { clearedCookies, flashMessageCookie } from '../../middleware/request/cookies.server.ts'
import { formHeaders, readForm, submitForm } from '../../middleware/form-action.server.ts'
import { deviceRequest, renewDevice } from '../../middleware/remember-device.server.ts'
import { resetPasswordForm } from '../../accounts/schema/sign-in.ts'
import { isCommonPassword } from '../../accounts/service/common-passwords.server.ts'
import { isResetLinkOpen, resetPassword } from '../../accounts/service/reset-password.server.ts'
import { removedByReset } from '../../accounts/service/first-verification.server.ts'
import { newPasswordFields, BackToLogin, AccountForm, AccountPage } from './account-form.tsx'
import { ACCOUNT_UNREACHABLE } from './unreachable-messages.ts'
import { Callout } from '../ui/callout.tsx'
import type { Route } from './+types/set-new-password'
import { ButtonLink } from '../ui/controls.tsx'

export const handle = { withoutScripts: true }

export const headers = formHeaders

export const meta: Route.MetaFunction = () => [
  { title: 'Set a new password · Readr' },
  { name: 'robots', content: 'noindex' },
  // The URL is a secret, so it must not leak in the Referer header.
  { name: 'referrer', content: 'same-origin' },
]

export async function loader({ params }: Route.LoaderArgs) {
  const open = await isResetLinkOpen(params.token)
  const removed = open ? await removedByReset(params.token) : 'nothing'
  return data({ open, removed }, { status: open ? 200 : 400 })
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm(await readForm(request), resetPasswordForm, async ({ newPassword }) => {
    const reader = await resetPassword(params.token, newPassword)
    // A known device can sign in even while strangers use up the attempts of the account.
    await renewDevice(deviceRequest(context, request), reader)
    const isCommon = await isCommonPassword(newPassword)
    const flash = flashMessageCookie(isCommon ? 'common-password-set' : 'password-set')
    requestContextOf(context).cookies.push(...clearedCookies(), flash)
    return redirect('/reset-password/done', 303)
  })
}

export default function SetNewPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.open) {
    return (
      <AccountPage title="Set a new password">
        <Callout isProblem>This reset link is invalid or has expired.</Callout>
        <ButtonLink href="/reset-password" className="mt-6">
          Request a new link
        </ButtonLink>
        <BackToLogin />
      </AccountPage>
    )
  }
  return (
    <AccountPage title="Set a new password">
      {loaderData.removed !== 'nothing' && (
        <p className="mb-6">
          The email address of this account has not been confirmed yet. Setting a password confirms
          it and removes every other way to sign in
          {loaderData.removed === 'everything' && ', including two-factor sign-in'}.
        </p>
      )}
      <AccountForm
        id="reset"
        submit="Set password"
        unreachable={ACCOUNT_UNREACHABLE}
        refused={actionData}
        fields={newPasswordFields('Confirm password')}
      />
      <BackToLogin />
    </AccountPage>
  )
}
