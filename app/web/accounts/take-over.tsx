import { redirect } from 'react-router'
import {
  readCookie,
  TAKE_OVER_COOKIE,
  takeOverCookie,
} from '../../middleware/request/cookies.server.ts'
import { formHeaders, readForm, submitForm } from '../../middleware/form-action.server.ts'
import { deviceRequest } from '../../middleware/remember-device.server.ts'
import { finishInBrowser } from '../../middleware/sign-in/finish-sign-in.server.ts'
import { onwardQuery, withQuery } from '../../accounts/rules/redirects.ts'
import { PROVIDER_LABELS, SOCIAL_PROBLEMS } from '../../accounts/rules/social-sign-in.ts'
import { takeOverForm } from '../../accounts/schema/sign-in.ts'
import { readTakeOver, takeOverAccount } from '../../accounts/service/take-over-account.server.ts'
import { AccountForm, AccountPage } from './account-form.tsx'
import { ReferringBookLine } from '../catalogue/referring-book.tsx'
import { bookOfSignIn } from '../catalogue/referring-book.server.ts'
import type { Route } from './+types/take-over'
import { TextLink } from '../ui/controls.tsx'

export const handle = { withoutScripts: true }

export const headers = formHeaders

export const meta: Route.MetaFunction = () => [
  { title: 'This email address has an account · Readr' },
  { name: 'robots', content: 'noindex' },
]

/** The request in the browser's cookie; null when it has expired. */
async function takeOverOf(request: Request) {
  const token = readCookie(request.headers.get('Cookie'), TAKE_OVER_COOKIE)
  return token === null ? null : readTakeOver(token)
}

/** Redirects to the login page with the message that this took too long. */
function startOver(query: URLSearchParams, label: string): Response {
  const error = ['error', SOCIAL_PROBLEMS.takeOverExpired(label)]
  return redirect(withQuery('/login', new URLSearchParams([error, ...onwardQuery(query)])), 303)
}

export async function loader({ request, url }: Route.LoaderArgs) {
  const takeOver = await takeOverOf(request)
  if (!takeOver) throw startOver(url.searchParams, 'the provider')
  const { provider, email } = takeOver.identity
  const backToLogin = withQuery('/login', onwardQuery(url.searchParams))
  return { label: PROVIDER_LABELS[provider], email, backToLogin, book: await bookOfSignIn(url) }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const client = deviceRequest(context, request)
  const takeOver = await takeOverOf(request)
  if (!takeOver) return startOver(url.searchParams, 'the provider')
  const form = await readForm(request)
  return submitForm(form, takeOverForm, async () => {
    const step = await takeOverAccount(takeOver, client.clientAddress)
    client.setCookies([takeOverCookie(null)])
    if (!step) return startOver(url.searchParams, PROVIDER_LABELS[takeOver.identity.provider])
    return redirect(await finishInBrowser(client, step, url.searchParams, { isSocial: true }), 303)
  })
}

export default function TakeOverPage({ loaderData, actionData }: Route.ComponentProps) {
  const { label, email, backToLogin, book } = loaderData
  return (
    <AccountPage title="This email address has an account">
      <ReferringBookLine book={book} />
      <p>
        A Readr account already uses <strong className="wrap-anywhere">{email}</strong>, but nobody
        has confirmed that address. {label} has confirmed that it is yours, so you can take over the
        account.
      </p>
      <p className="mt-4">If you continue, we remove from this account:</p>
      <div className="[&_ul]:list-disc [&_ul]:pl-5">
        <ul className="mt-2 mb-6">
          <li>its password</li>
          <li>every other way to sign in, including two-factor sign-in</li>
          <li>all signed-in devices</li>
        </ul>
      </div>
      <AccountForm
        id="take-over"
        submit={`Continue with ${label}`}
        refused={actionData}
        fields={[]}
      >
        <input type="hidden" name="agree" value="yes" />
      </AccountForm>
      <p className="mt-6 text-soft">
        Did you create this account? To keep your password,{' '}
        <TextLink href={backToLogin}>log in with it</TextLink> and confirm your email.
      </p>
    </AccountPage>
  )
}
