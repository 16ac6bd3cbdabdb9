import { redirect } from 'react-router'
import { requestContextOf } from '../../middleware/request/context.server.ts'
import {
  formHeaders,
  readForm,
  refusalWhenRateLimited,
  submitForm,
} from '../../middleware/form-action.server.ts'
import { requireWholePage } from '../../middleware/require-reader.server.ts'
import { durationText } from '../../accounts/rules/duration-text.ts'
import { RESET_LINK_TTL_MS } from '../../accounts/rules/lifetimes.ts'
import { LIMITS } from '../../accounts/rules/rate-limits.ts'
import { forgotPasswordInput } from '../../accounts/schema/sign-in.ts'
import { requestPasswordReset } from '../../accounts/service/request-password-reset.server.ts'
import { BackToLogin, AccountForm, AccountPage } from './account-form.tsx'
import { ACCOUNT_UNREACHABLE } from './unreachable-messages.ts'
import type { Route } from './+types/request-reset-link'

export const handle = { withoutScripts: true }

export const headers = formHeaders

export const meta: Route.MetaFunction = () => [
  { title: 'Reset your password · Readr' },
  { name: 'description', content: 'Request a link to set a new password.' },
]

/** The page works without the framework. */
export function loader({ request, url }: Route.LoaderArgs) {
  requireWholePage(request, url)
  return null
}

export async function action({ request, context }: Route.ActionArgs) {
  const { clientAddress } = requestContextOf(context)
  const limit = LIMITS.resetEmail
  const refusal = await refusalWhenRateLimited(
    () => readForm(request),
    forgotPasswordInput,
    limit,
    clientAddress,
  )
  if (refusal) return refusal
  return submitForm(await readForm(request), forgotPasswordInput, async ({ email }) => {
    await requestPasswordReset(email, clientAddress)
    return redirect('/reset-password/sent', 303)
  })
}

export default function RequestResetLinkPage({ actionData }: Route.ComponentProps) {
  return (
    <AccountPage title="Reset your password">
      <p className="mb-6 text-soft">
        Enter the email address of your account. We’ll email you a link to set a new password. The
        link works once and expires in {durationText(RESET_LINK_TTL_MS)}.
      </p>
      <AccountForm
        id="forgot"
        submit="Send Reset Link"
        unreachable={ACCOUNT_UNREACHABLE}
        refused={actionData}
        fields={[{ name: 'email', label: 'Email', type: 'email', autoComplete: 'email' }]}
      />
      <BackToLogin />
    </AccountPage>
  )
}
