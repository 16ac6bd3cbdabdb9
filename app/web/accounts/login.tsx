import { cached } from '../../middleware/cache/caching.server.ts'
import { SIGN_IN_CACHING } from './sign-in-caching.server.ts'
import { requestContextOf } from '../../middleware/request/context.server.ts'
import {
  FLASH_MESSAGE_COOKIE,
  flashMessageCookie,
  readCookie,
  type VisitorFlashMessage,
} from '../../middleware/request/cookies.server.ts'
import {
  formHeaders,
  refusalWhenRateLimited,
  submitForm,
  withFieldsAsJson,
} from '../../middleware/form-action.server.ts'
import { requireVisitor, requireWholePage } from '../../middleware/require-reader.server.ts'
import { deviceRequest } from '../../middleware/remember-device.server.ts'
import { authenticatorFor } from '../../middleware/sign-in/authenticator.server.ts'
import {
  carriedInput,
  readWithTyped,
  redirectWithTyped,
  showsTypedLater,
} from '../../middleware/typed-input.server.ts'
import { finishInBrowser } from '../../middleware/sign-in/finish-sign-in.server.ts'
import { afterSignIn, errorIn, onwardQuery, withQuery } from '../../accounts/rules/redirects.ts'
import { COMMON_PASSWORD_WARNING } from '../../accounts/rules/password-advice.ts'
import { LIMITS } from '../../accounts/rules/rate-limits.ts'
import { signInForm } from '../../accounts/schema/sign-in.ts'
import { offeredProviders } from '../../platform/identity-providers.server.ts'
import { PASSWORD_FIELD, AccountForm, AccountPage } from './account-form.tsx'
import { SocialSignIn } from './social-sign-in.tsx'
import { LOGIN_UNREACHABLE } from './unreachable-messages.ts'
import { ReferringBookLine } from '../catalogue/referring-book.tsx'
import { bookOfSignIn } from '../catalogue/referring-book.server.ts'
import { Callout } from '../ui/callout.tsx'
import { problemTitle } from '../ui/page-meta.ts'
import type { Route } from './+types/login'
import { LineLink, TextLink } from '../ui/controls.tsx'

export const handle = { withoutScripts: true }

export const headers = formHeaders

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.error ? problemTitle('Log in · Readr') : 'Log in · Readr' },
  { name: 'description', content: 'Log in to Readr and keep reading.' },
]

const FLASH_MESSAGES: Record<string, string> = {
  'password-set': 'Your new password is set. Please log in.',
  'common-password-set': `Your new password is set. ${COMMON_PASSWORD_WARNING}`,
  late: 'That sign-in took too long. Please log in again.',
} satisfies Partial<Record<VisitorFlashMessage, string>>

export const loader = cached(
  SIGN_IN_CACHING,
  async ({ request, url, context }: Route.LoaderArgs) => {
    requireVisitor(context, afterSignIn(url.searchParams))
    requireWholePage(request, url)
    const name = readCookie(request.headers.get('Cookie'), FLASH_MESSAGE_COOKIE) ?? ''
    const flash = Object.hasOwn(FLASH_MESSAGES, name) ? FLASH_MESSAGES[name] : undefined
    if (flash) requestContextOf(context).cookies.push(flashMessageCookie(null))
    const error = errorIn(url.searchParams)
    return {
      error,
      flash,
      providers: offeredProviders(),
      onward: onwardQuery(url.searchParams).toString(),
      book: await bookOfSignIn(url),
      carried: carriedInput(context, url),
      comesBack: showsTypedLater(url.searchParams),
    }
  },
)

export async function action({ request, url, context }: Route.ActionArgs) {
  const client = deviceRequest(context, request)
  const limit = LIMITS.signIn
  const read = () => readWithTyped(request, context)
  const refusal = await refusalWhenRateLimited(read, signInForm, limit, client.clientAddress)
  if (refusal) return refusal
  const form = await read()
  return submitForm(form, signInForm, async () => {
    const sent = withFieldsAsJson(request, form)
    const step = await authenticatorFor(client).authenticate('password', sent)
    return redirectWithTyped(context, await finishInBrowser(client, step, url.searchParams))
  })
}

export default function LoginPage({ loaderData, actionData }: Route.ComponentProps) {
  const { error, flash, providers, onward, book, carried, comesBack } = loaderData
  return (
    <AccountPage title="Log in">
      <ReferringBookLine book={book} />
      {flash && !actionData && <Callout className="mb-5">{flash}</Callout>}
      {(carried || comesBack) && !actionData && (
        <Callout className="mb-5">
          You’re signed out, so nothing was changed. Log in and try again: anything you typed comes
          back.
        </Callout>
      )}
      <AccountForm
        id="login"
        submit="Log in"
        unreachable={LOGIN_UNREACHABLE}
        carried={carried}
        refused={actionData}
        message={error}
        fields={[
          { name: 'email', label: 'Email', type: 'email', autoComplete: 'username' },
          PASSWORD_FIELD,
        ]}
      >
        <div className="flex flex-wrap items-center justify-between gap-x-6">
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              name="remember"
              defaultChecked={actionData?.result.initialValue?.['remember'] === 'on'}
              className="size-5 accent-accent"
            />
            Remember me
          </label>
          <LineLink href="/reset-password">Forgot password?</LineLink>
        </div>
      </AccountForm>
      <SocialSignIn providers={providers} onward={onward} losesInput={carried !== null} />
      <p className="mt-6 text-soft">
        New here?{' '}
        <TextLink href={withQuery('/register', new URLSearchParams(onward))}>
          Create an account
        </TextLink>
      </p>
    </AccountPage>
  )
}
