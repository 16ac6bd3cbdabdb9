import { Link, redirect } from 'react-router'
import { flashCommonPasswordWarning } from '../../billing/service/flash.server.ts'
import { factsOf } from '../../middleware/context.server.ts'
import { sessionCookie } from '../../middleware/cookies.server.ts'
import {
  formHeaders,
  readForm,
  refusalWhenSpent,
  submitForm,
} from '../../middleware/form-action.server.ts'
import { requireVisitor } from '../../middleware/guards.server.ts'
import { deviceRequest, rememberDevice } from '../../middleware/remember-device.server.ts'
import { deviceName } from '../../accounts/rules/device-name.ts'
import { LIMITS } from '../../accounts/rules/limits.ts'
import { onwardQuery, safeRedirect, withQuery } from '../../accounts/rules/redirects.ts'
import { PASSWORD_ADVICE } from '../../accounts/rules/password-advice.ts'
import { registerForm } from '../../accounts/schema/sign-in.ts'
import { register } from '../../accounts/service/register.server.ts'
import { isCommonPassword } from '../../accounts/service/common-passwords.server.ts'
import { beginWebSession } from '../../accounts/service/sessions.server.ts'
import { offeredProviders } from '../../accounts/service/social.server.ts'
import { AccountForm, AccountPage } from './account-form.tsx'
import { SocialSignIn } from './social-sign-in.tsx'
import {
  FREE_SUMMARY_CLAIM,
  MONTHLY_PRICE_CLAIM,
  NO_CARD_CLAIM,
  TRIAL_DAYS_CLAIM,
  YEARLY_PRICE_CLAIM,
} from '../claims.ts'
import { problemTitle } from '../ui/page-meta.ts'
import type { Route } from './+types/register'

export const handle = { withoutScripts: true }

export const headers = formHeaders

const TITLE = 'Create an account · Readr'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.error ? problemTitle(TITLE) : TITLE },
  { name: 'description', content: 'Create a Readr account: one summary in full is yours at once.' },
]

export function loader({ url, context }: Route.LoaderArgs) {
  requireVisitor(context, '/browse')
  return {
    error: url.searchParams.get('error')?.slice(0, 300) ?? undefined,
    providers: offeredProviders(),
    onward: onwardQuery(url.searchParams).toString(),
    leadsToPlans: /^\/(?:subscribe|checkout)\b/.test(url.searchParams.get('redirectTo') ?? ''),
  }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const facts = factsOf(context)
  const limit = LIMITS.register
  const refusal = await refusalWhenSpent(request, registerForm, limit, facts.clientAddress)
  if (refusal) return refusal
  return submitForm(await readForm(request), registerForm, async (input) => {
    const user = await register(input, facts.clientAddress)
    const session = await beginWebSession(user, {
      remember: false,
      device: deviceName(request.headers.get('User-Agent')),
    })
    facts.cookies.push(sessionCookie(session))
    await rememberDevice(deviceRequest(context, request), user)
    if (await isCommonPassword(input.password)) await flashCommonPasswordWarning(session.id)
    return redirect(safeRedirect(url.searchParams.get('redirectTo')) ?? '/subscribe', 303)
  })
}

export default function RegisterPage({ loaderData, actionData }: Route.ComponentProps) {
  const { error, providers, onward, leadsToPlans } = loaderData
  const terms = actionData?.result.error?.['terms']?.[0]
  return (
    <AccountPage title="Create an account">
      {!leadsToPlans && (
        <p className="-mt-3 mb-6 text-soft">
          {FREE_SUMMARY_CLAIM}. {NO_CARD_CLAIM}.
        </p>
      )}
      {leadsToPlans && !actionData && (
        <p role="status" className="notice mb-5">
          Plans belong to an account. Create yours, and you come straight back to them:{' '}
          {TRIAL_DAYS_CLAIM} days are free, then it is {MONTHLY_PRICE_CLAIM} a month or{' '}
          {YEARLY_PRICE_CLAIM} a year.
        </p>
      )}
      <AccountForm
        id="register"
        submit="Create account"
        refused={actionData}
        message={error}
        fields={[
          { name: 'name', label: 'Full name', autoComplete: 'name' },
          { name: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
          {
            name: 'password',
            label: 'Password',
            type: 'password',
            autoComplete: 'new-password',
            describedBy: 'password-advice',
            isNewPassword: true,
          },
        ]}
      >
        <div id="password-advice" className="-mt-2 text-sm text-soft">
          <p>At least 6 characters. A strong password has:</p>
          <ul data-advice-for="register-password" className="mt-1 grid gap-x-4 sm:grid-cols-2">
            {PASSWORD_ADVICE.map(({ label, pattern }) => (
              <li key={label} data-pattern={pattern} className="data-met:text-ink">
                <span data-state aria-hidden="true" className="inline-block w-5">
                  ○
                </span>
                {label}
              </li>
            ))}
          </ul>
        </div>
        <div>
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              name="terms"
              required
              defaultChecked={actionData?.result.initialValue?.['terms'] === 'on'}
              autoFocus={terms !== undefined}
              // Said outright: browsers call what is required and empty invalid from the start.
              aria-invalid={terms !== undefined}
              aria-describedby={terms ? 'terms-error' : undefined}
              className="size-5 shrink-0 accent-accent"
            />
            <span>
              {/* Each in one piece: between two, browsers lose the space of a name. */}
              {'I agree to the '}
              <Link to="/terms" className="text-link">
                Terms of Service
              </Link>
              {' and the '}
              <Link to="/privacy" className="text-link">
                Privacy Policy
              </Link>
            </span>
          </label>
          {terms && (
            <p id="terms-error" className="field-error mt-1.5">
              {terms}
            </p>
          )}
        </div>
      </AccountForm>
      <SocialSignIn providers={providers} onward={onward} />
      <p className="mt-6 text-soft">
        Have an account?{' '}
        <Link to={withQuery('/login', new URLSearchParams(onward))} className="text-link">
          Log in
        </Link>
      </p>
    </AccountPage>
  )
}
