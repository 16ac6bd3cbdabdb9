import { redirect } from 'react-router'
import { requestContextOf } from '../../middleware/request/context.server.ts'
import {
  flashMessageCookie,
  readCookie,
  TICKET_COOKIE,
  ticketCookie,
} from '../../middleware/request/cookies.server.ts'
import { formHeaders, submitForm } from '../../middleware/form-action.server.ts'
import { requireVisitor, requireWholePage } from '../../middleware/require-reader.server.ts'
import { deviceRequest, deviceTokenOf } from '../../middleware/remember-device.server.ts'
import {
  carriedInput,
  readWithTyped,
  redirectWithTyped,
} from '../../middleware/typed-input.server.ts'
import { finishInBrowser } from '../../middleware/sign-in/finish-sign-in.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { afterSignIn, onwardQuery, withQuery } from '../../accounts/rules/redirects.ts'
import { secondStepForm } from '../../accounts/schema/two-factor.ts'
import { exchangeTicket, isTicketOpen } from '../../accounts/service/complete-sign-in.server.ts'
import { CODE_FIELD, AccountForm, AccountPage } from './account-form.tsx'
import { ReferringBookLine } from '../catalogue/referring-book.tsx'
import { bookOfSignIn } from '../catalogue/referring-book.server.ts'
import { SIGN_IN_UNREACHABLE } from './unreachable-messages.ts'
import type { Route } from './+types/login-code'

export const handle = { withoutScripts: true }

export const headers = formHeaders

export const meta: Route.MetaFunction = () => [{ title: 'Enter your code · Readr' }]

/** Redirects to the first step with a flash message that the second one took too long. */
function startOver({ url, context }: Pick<Route.LoaderArgs, 'url' | 'context'>): Response {
  requestContextOf(context).cookies.push(ticketCookie(null), flashMessageCookie('late'))
  return redirect(withQuery('/login', onwardQuery(url.searchParams)), 303)
}

export async function loader(args: Route.LoaderArgs) {
  const { request, url, context } = args
  requireVisitor(context, afterSignIn(url.searchParams))
  requireWholePage(request, url)
  const ticket = readCookie(request.headers.get('Cookie'), TICKET_COOKIE)
  if (ticket === null || !(await isTicketOpen(ticket))) throw startOver(args)
  const backToLogin = withQuery('/login', onwardQuery(url.searchParams))
  const carried = carriedInput(context, url)
  return { backToLogin, book: await bookOfSignIn(url), carried }
}

export async function action(args: Route.ActionArgs) {
  const { request, url, context } = args
  const client = deviceRequest(context, request)
  // After a double click, the first request has already signed the reader in.
  requireVisitor(context, afterSignIn(url.searchParams))
  const ticket = readCookie(request.headers.get('Cookie'), TICKET_COOKIE)
  if (ticket === null) return startOver(args)
  const form = await readWithTyped(request, context)
  const answer = await submitForm(form, secondStepForm, async ({ code }) => {
    try {
      const proven = await exchangeTicket(ticket, code, deviceTokenOf(request.headers))
      client.setCookies([ticketCookie(null)])
      return redirectWithTyped(context, await finishInBrowser(client, proven, url.searchParams))
    } catch (error) {
      if (!(error instanceof DomainError && error.fields?.['ticket'])) throw error
      return startOver(args)
    }
  })
  if (answer instanceof Response) return answer
  const withRecoveryCode = form.get('with') === 'recovery-code'
  return { ...answer, data: { ...answer.data, withRecoveryCode } }
}

export default function LoginCodePage({ loaderData, actionData }: Route.ComponentProps) {
  const recovery = actionData?.withRecoveryCode ?? false
  return (
    <AccountPage title="Enter your code">
      <ReferringBookLine book={loaderData.book} />
      <p className="mb-6 text-soft">
        Open your authenticator app and enter the six-digit code for Readr.
      </p>
      <AccountForm
        id="login-code"
        submit="Log in"
        unreachable={SIGN_IN_UNREACHABLE}
        carried={loaderData.carried}
        refused={recovery ? undefined : actionData}
        fields={[CODE_FIELD]}
      />
      <details className="mt-8 border-t border-line pt-4" open={recovery}>
        <summary className="text-link inline-flex min-h-11 items-center">
          Use a recovery code instead
        </summary>
        <div className="pt-3">
          <p className="mb-5 text-soft">
            Enter one of the codes that you saved when you turned on two-factor sign-in. Each code
            works once.
          </p>
          <AccountForm
            id="login-recovery"
            submit="Log in with recovery code"
            unreachable={SIGN_IN_UNREACHABLE}
            carried={loaderData.carried}
            refused={recovery ? actionData : undefined}
            fields={[{ name: 'code', label: 'Recovery code', autoComplete: 'off' }]}
          >
            <input type="hidden" name="with" value="recovery-code" />
          </AccountForm>
        </div>
      </details>
      <p className="mt-4 text-soft">
        Want to use a different account?{' '}
        <a href={loaderData.backToLogin} className="text-link inline-block py-2">
          Start over
        </a>
      </p>
    </AccountPage>
  )
}
