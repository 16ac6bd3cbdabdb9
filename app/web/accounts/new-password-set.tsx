import { FLASH_MESSAGE_COOKIE, readCookie } from '../../middleware/request/cookies.server.ts'
import { COMMON_PASSWORD_WARNING } from '../../accounts/rules/password-advice.ts'
import { BackToLogin, AccountPage } from './account-form.tsx'
import { DelayedRedirect } from '../ui/delayed-redirect.tsx'
import { Callout } from '../ui/callout.tsx'
import type { Route } from './+types/new-password-set'

export const handle = { withoutScripts: true }

export const meta: Route.MetaFunction = () => [
  { title: 'Set a new password · Readr' },
  { name: 'robots', content: 'noindex' },
]

/** The login page takes the flash message; this one only reads it. */
export const loader = ({ request }: Route.LoaderArgs) => ({
  isCommon:
    readCookie(request.headers.get('Cookie'), FLASH_MESSAGE_COOKIE) === 'common-password-set',
})

/** The answer to a new password. It has its own address, so that reloading it sends nothing. */
export default function NewPasswordSetPage({ loaderData }: Route.ComponentProps) {
  return (
    <AccountPage title="Set a new password">
      <DelayedRedirect to="/login" seconds={2} />
      <Callout>Password reset successful. Redirecting to login...</Callout>
      {loaderData.isCommon && <p className="mt-4">{COMMON_PASSWORD_WARNING}</p>}
      <BackToLogin />
    </AccountPage>
  )
}
