import { Link, redirect } from 'react-router'
import { factsOf } from '../../middleware/context.server.ts'
import {
  readCookie,
  sessionCookie,
  TAKE_OVER_COOKIE,
  takeOverCookie,
  ticketCookie,
} from '../../middleware/cookies.server.ts'
import { formHeaders, readForm, submitForm } from '../../middleware/form-action.server.ts'
import { deviceRequest, rememberDevice } from '../../middleware/remember-device.server.ts'
import { deviceName } from '../../accounts/rules/device-name.ts'
import { onwardQuery, withQuery } from '../../accounts/rules/redirects.ts'
import { afterSocialSignIn, PROVIDER_LABELS, SOCIAL_PROBLEMS } from '../../accounts/rules/social.ts'
import { takeOverForm } from '../../accounts/schema/sign-in.ts'
import { continueSignIn } from '../../accounts/service/second-step.server.ts'
import { beginWebSession } from '../../accounts/service/sessions.server.ts'
import { readTakeOver, takeOverAccount } from '../../accounts/service/take-over-account.server.ts'
import { AccountForm, AccountPage } from './account-form.tsx'
import type { Route } from './+types/take-over'

export const handle = { withoutScripts: true }

export const headers = formHeaders

export const meta: Route.MetaFunction = () => [
  { title: 'This address has an account · Readr' },
  { name: 'robots', content: 'noindex' },
]

/** The person who is asked, by what their browser keeps; null when that is too old. */
async function personAsked(request: Request) {
  const note = readCookie(request.headers.get('Cookie'), TAKE_OVER_COOKIE)
  return note === null ? null : readTakeOver(note)
}

/** Back to the sign-in page, which says that it took too long. */
function startOver(query: URLSearchParams, label: string): Response {
  const error = ['error', SOCIAL_PROBLEMS.tooLate(label)]
  return redirect(withQuery('/login', new URLSearchParams([error, ...onwardQuery(query)])), 303)
}

export async function loader({ request, url }: Route.LoaderArgs) {
  const person = await personAsked(request)
  if (!person) throw startOver(url.searchParams, 'the provider')
  const { provider, email } = person.identity
  const backToLogin = withQuery('/login', onwardQuery(url.searchParams))
  return { label: PROVIDER_LABELS[provider], email, backToLogin }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const facts = factsOf(context)
  const person = await personAsked(request)
  if (!person) return startOver(url.searchParams, 'the provider')
  const form = await readForm(request)
  return submitForm(form, takeOverForm, async () => {
    const user = await takeOverAccount(person, facts.clientAddress)
    facts.cookies.push(takeOverCookie(null))
    if (!user) return startOver(url.searchParams, PROVIDER_LABELS[person.identity.provider])
    const onward = onwardQuery(url.searchParams)
    const step = await continueSignIn(user, { remember: false })
    if ('ticket' in step) {
      facts.cookies.push(ticketCookie(step.ticket))
      return redirect(withQuery('/login/code', onward), 303)
    }
    const device = deviceName(request.headers.get('User-Agent'))
    const session = await beginWebSession(user, { remember: false, device })
    facts.cookies.push(sessionCookie(session))
    await rememberDevice(deviceRequest(context, request), user)
    return redirect(afterSocialSignIn(onward), 303)
  })
}

export default function TakeOverPage({ loaderData, actionData }: Route.ComponentProps) {
  const { label, email, backToLogin } = loaderData
  return (
    <AccountPage title="This address has an account">
      <p>
        A Readr account uses <strong className="wrap-anywhere">{email}</strong>, but nobody has
        confirmed that the address is theirs. {label} says that it is yours, so you can have the
        account.
      </p>
      <p className="mt-4">Continuing removes from this account:</p>
      <div className="[&_ul]:list-disc [&_ul]:pl-5">
        <ul className="mt-2 mb-6">
          <li>its password</li>
          <li>every other way to sign in, including two-factor sign-in</li>
          <li>every device that is signed in</li>
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
        Did you create this account?{' '}
        <Link to={backToLogin} className="text-link">
          Log in with your password
        </Link>{' '}
        and confirm your address. Then your password stays.
      </p>
    </AccountPage>
  )
}
