import { cached } from '../../middleware/cache/caching.server.ts'
import { SIGN_IN_CACHING } from './sign-in-caching.server.ts'
import { redirect } from 'react-router'
import {
  flashCommonPasswordWarning,
  saveFlashMessage,
} from '../../accounts/service/flash-message.server.ts'
import {
  formHeaders,
  readForm,
  refusalWhenRateLimited,
  submitForm,
} from '../../middleware/form-action.server.ts'
import { deviceRequest } from '../../middleware/remember-device.server.ts'
import { requireVisitor, requireWholePage } from '../../middleware/require-reader.server.ts'
import { arrival, signInToBrowser } from '../../middleware/sign-in/finish-sign-in.server.ts'
import { summaryPath } from '../../catalogue/rules/addresses.ts'
import { LIMITS } from '../../accounts/rules/rate-limits.ts'
import {
  afterSignIn,
  bookAfterSignIn,
  errorIn,
  onwardQuery,
  withQuery,
} from '../../accounts/rules/redirects.ts'
import { PASSWORD_ADVICE } from '../../accounts/rules/password-advice.ts'
import { MIN_PASSWORD_CHARS } from '../../accounts/schema/fields.ts'
import { registerForm } from '../../accounts/schema/sign-in.ts'
import { registerOnce } from '../../accounts/service/register.server.ts'
import { isCommonPassword } from '../../accounts/service/common-passwords.server.ts'
import { offeredProviders } from '../../platform/identity-providers.server.ts'
import { AccountForm, AccountPage } from './account-form.tsx'
import { SocialSignIn } from './social-sign-in.tsx'
import { ACCOUNT_UNREACHABLE } from './unreachable-messages.ts'
import { BookOnTheWay } from '../catalogue/referring-book.tsx'
import { bookOfSignIn } from '../catalogue/referring-book.server.ts'
import { FREE_SUMMARY_CLAIM, MINUTES_TO_START_CLAIM, NO_CARD_CLAIM } from '../marketing-claims.ts'
import {
  MONEY_BACK_DAYS_CLAIM,
  monthlyPriceClaim,
  TRIAL_DAYS_CLAIM,
  yearlyPriceClaim,
} from '../marketing-price-claims.ts'
import { problemTitle } from '../ui/page-meta.ts'
import type { Route } from './+types/register'
import { TextLink } from '../ui/controls.tsx'

export const handle = { withoutScripts: true }

export const headers = formHeaders

const TITLE = 'Create an account · Readr'

const STEPS_TO_A_PLAN = `An account, then a card: about ${MINUTES_TO_START_CLAIM} minutes. You pay nothing today.`

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.error ? problemTitle(TITLE) : TITLE },
  {
    name: 'description',
    content: 'Create a Readr account and read one full summary for free right away.',
  },
]

export const loader = cached(
  SIGN_IN_CACHING,
  async ({ request, url, context }: Route.LoaderArgs) => {
    requireVisitor(context, afterSignIn(url.searchParams))
    requireWholePage(request, url)
    const error = errorIn(url.searchParams)
    return {
      error,
      providers: offeredProviders(),
      onward: onwardQuery(url.searchParams).toString(),
      book: await bookOfSignIn(url),
      leadsToPlans: /^\/(?:subscribe|checkout)\b/.test(url.searchParams.get('redirectTo') ?? ''),
    }
  },
)

export async function action({ request, url, context }: Route.ActionArgs) {
  const client = deviceRequest(context, request)
  const { clientAddress } = client
  const limit = LIMITS.register
  const refusal = await refusalWhenRateLimited(
    () => readForm(request),
    registerForm,
    limit,
    clientAddress,
  )
  if (refusal) return refusal
  return submitForm(await readForm(request), registerForm, async (input) => {
    const user = await registerOnce(input, clientAddress)
    const session = await signInToBrowser(client, { user })
    const target = afterSignIn(url.searchParams, '/subscribe')
    const book = bookAfterSignIn(url.searchParams)
    if (await isCommonPassword(input.password)) await flashCommonPasswordWarning(session.id)
    else if (book && target.startsWith(summaryPath(book)))
      await saveFlashMessage(session.id, 'Your account is ready.', { book })
    return redirect(arrival(client, target), 303)
  })
}

export default function RegisterPage({ loaderData, actionData }: Route.ComponentProps) {
  const { error, providers, onward, book, leadsToPlans } = loaderData
  const terms = actionData?.result.error?.['terms']?.[0]
  return (
    <AccountPage title="Create an account">
      <BookOnTheWay
        book={book}
        steps={leadsToPlans ? STEPS_TO_A_PLAN : 'An account: about a minute. It costs nothing.'}
      />
      {!leadsToPlans && (
        <p className="-mt-3 mb-6 text-soft">
          {FREE_SUMMARY_CLAIM}. {NO_CARD_CLAIM}.
        </p>
      )}
      {leadsToPlans && (
        <p className="callout mb-5">
          Create an account first, and we will take you right back to the plans. The first{' '}
          {TRIAL_DAYS_CLAIM} days are free, then it’s {monthlyPriceClaim()} a month or{' '}
          {yearlyPriceClaim()} a year, with a {MONEY_BACK_DAYS_CLAIM}-day money-back guarantee.
        </p>
      )}
      <AccountForm
        id="register"
        submit="Create account"
        unreachable={ACCOUNT_UNREACHABLE}
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
          <p>At least {MIN_PASSWORD_CHARS} characters. A strong password has:</p>
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
              autoFocus={terms !== undefined && Object.keys(actionData!.result.error!).length === 1}
              // Explicit, because an empty required field counts as invalid from the start.
              aria-invalid={terms !== undefined}
              aria-describedby={terms ? 'terms-error' : undefined}
              className="size-5 shrink-0 accent-accent"
            />
            <span>
              {/* Single text nodes, because browsers drop spaces between nodes in the name. */}
              {'I agree to the '}
              <TextLink href="/terms">Terms of Service</TextLink>
              {' and the '}
              <TextLink href="/privacy">Privacy Policy</TextLink>
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
        <TextLink href={withQuery('/login', new URLSearchParams(onward))}>Log in</TextLink>
      </p>
    </AccountPage>
  )
}
