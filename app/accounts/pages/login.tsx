import { Link, redirect } from 'react-router'
import { factsOf } from '../../middleware/context.server.ts'
import { sessionCookie } from '../../middleware/cookies.server.ts'
import { formHeaders, readForm, submitForm } from '../../middleware/form-action.server.ts'
import { requireVisitor } from '../../middleware/guards.server.ts'
import { afterSignIn, deviceName } from '../rules.ts'
import { signInInput } from '../schema.ts'
import { beginWebSession } from '../service/sessions.server.ts'
import { checkPassword } from '../service/sign-in.server.ts'
import { AccountForm, AccountPage } from '../ui/account-form.tsx'
import type { Route } from './+types/login'

export const handle = { withoutScripts: true }

export const headers = formHeaders

export const meta: Route.MetaFunction = () => [
  { title: 'Log in · Readr' },
  { name: 'description', content: 'Log in to Readr and go on reading.' },
]

export function loader({ url, context }: Route.LoaderArgs) {
  requireVisitor(context, afterSignIn(url.searchParams))
  return {
    error: url.searchParams.get('error')?.slice(0, 300) ?? undefined,
    notice:
      url.searchParams.get('notice') === 'reset' ? 'Your password is set. Log in with it.' : null,
    search: url.search,
  }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const facts = factsOf(context)
  const form = await readForm(request)
  return submitForm(form, signInInput, async (input) => {
    const user = await checkPassword(input, facts.clientAddress)
    const session = await beginWebSession(user.id, {
      remember: form.get('remember') === 'on',
      device: deviceName(request.headers.get('User-Agent')),
    })
    facts.cookies.push(sessionCookie(session, url.protocol === 'https:'))
    return redirect(afterSignIn(url.searchParams), 303)
  })
}

export default function LoginPage({ loaderData, actionData }: Route.ComponentProps) {
  const { error, notice, search } = loaderData
  return (
    <AccountPage title="Log in">
      {notice && !actionData && (
        <p role="status" className="mb-5 rounded-xl bg-wash px-4 py-3">
          {notice}
        </p>
      )}
      <AccountForm
        id="login"
        submit="Log in"
        refused={actionData}
        message={error}
        fields={[
          { name: 'email', label: 'Email', type: 'email', autoComplete: 'username' },
          {
            name: 'password',
            label: 'Password',
            type: 'password',
            autoComplete: 'current-password',
          },
        ]}
      >
        <div className="flex flex-wrap items-center justify-between gap-x-6">
          <label className="flex min-h-11 items-center gap-3">
            <input type="checkbox" name="remember" className="size-5 accent-accent" />
            Remember me
          </label>
          <Link to="/reset-password" className="text-link inline-flex min-h-11 items-center">
            Forgot password?
          </Link>
        </div>
      </AccountForm>
      <p className="mt-6 text-soft">
        New here?{' '}
        <Link to={`/register${search}`} className="text-link">
          Create an account
        </Link>
      </p>
    </AccountPage>
  )
}
