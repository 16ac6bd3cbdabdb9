import { BackToLogin, AccountPage } from './account-form.tsx'
import { Callout } from '../ui/callout.tsx'
import type { Route } from './+types/reset-link-sent'

export const handle = { withoutScripts: true }

export const meta: Route.MetaFunction = () => [
  { title: 'Reset your password · Readr' },
  { name: 'robots', content: 'noindex' },
]

/** The answer to a request for a reset link. It has its own address, so that reloading it sends nothing. */
export default function ResetLinkSentPage() {
  return (
    <AccountPage title="Reset your password">
      <Callout>Password reset link has been sent to your email.</Callout>
      <BackToLogin />
    </AccountPage>
  )
}
