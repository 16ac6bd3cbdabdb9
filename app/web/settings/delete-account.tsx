import { numberText } from '../../platform/number-text.ts'
import { redirect } from 'react-router'
import { refundContinues } from '../../billing/rules/refund-text.ts'
import { closeAccount } from '../../billing/service/close-account.server.ts'
import { guaranteeOf } from '../../billing/service/find-guarantee.server.ts'
import { subscriptionOf } from '../../billing/service/find-subscription.server.ts'
import { requestContextOf } from '../../middleware/request/context.server.ts'
import {
  clearedCookies,
  flashMessageCookie,
  typedCookie,
} from '../../middleware/request/cookies.server.ts'
import { formHeaders, readForm, submitForm } from '../../middleware/form-action.server.ts'
import { readerOfForm, requireReader } from '../../middleware/require-reader.server.ts'
import { confirmAddressInput } from '../../accounts/schema/settings.ts'
import { passwordInput } from '../../accounts/schema/two-factor.ts'
import { confirmDeletion } from '../../accounts/service/confirm-deletion.server.ts'
import { deletionSummary } from '../../accounts/service/deletion-summary.server.ts'
import { PASSWORD_FIELD, AccountForm, AccountPage } from '../accounts/account-form.tsx'
import { DELETION_UNREACHABLE } from '../accounts/unreachable-messages.ts'
import { ExportLinks } from '../highlights/export-links.tsx'
import type { Route } from './+types/delete-account'
import { LineLink } from '../ui/controls.tsx'

export const handle = { withoutScripts: true }

export const headers = formHeaders

export const meta: Route.MetaFunction = () => [{ title: 'Delete your account · Readr' }]

export async function loader({ url, context }: Route.LoaderArgs) {
  const { user } = requireReader(context, url)
  const [summary, subscription, { refund }] = await Promise.all([
    deletionSummary(user.id),
    subscriptionOf(user),
    guaranteeOf(user),
  ])
  const { name, email, hasPassword } = user
  const { isSubscribed, source } = subscription
  const isOpen = refund?.status === 'requested' || refund?.status === 'pending'
  const openRefund = isOpen ? refundContinues(refund.amountCents) : null
  return { name, email, hasPassword, summary, subscription: { isSubscribed, source }, openRefund }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { user, session } = readerOfForm(context, '/settings/delete')
  const form = await readForm(request)
  const remove = async (given: { password: string } | { email: string }) => {
    await confirmDeletion(user, given, session.id)
    await closeAccount(user.id)
    requestContextOf(context).cookies.push(
      ...clearedCookies(),
      typedCookie(null, 0),
      flashMessageCookie('account-deleted'),
    )
    return redirect('/', 303)
  }
  return user.hasPassword
    ? submitForm(form, passwordInput, remove)
    : submitForm(form, confirmAddressInput, remove)
}

const count = (n: number, one: string, many: string) => `${numberText(n)} ${n === 1 ? one : many}`

export default function DeleteAccountPage({ loaderData, actionData }: Route.ComponentProps) {
  const { name, email, hasPassword, summary, subscription, openRefund } = loaderData
  const isOurs = subscription.isSubscribed && subscription.source === 'stripe'
  return (
    <AccountPage title="Delete your account">
      <p>This permanently deletes the following right away. You cannot undo it.</p>
      <div className="[&_ul]:list-disc [&_ul]:pl-5">
        <ul className="mt-3 mb-6">
          <li className="wrap-anywhere">
            Your account: {name}, {email}
          </li>
          {isOurs && (
            <li>Your subscription, which ends right away and will not be charged again</li>
          )}
          <li>My List: {count(summary.savedBooks, 'book', 'books')}</li>
          <li>Books you marked as read: {numberText(summary.readBooks)}</li>
          {summary.notes > 0 && <li>Your highlights and notes: {numberText(summary.notes)}</li>}
          <li>Your place in {count(summary.readingPlaces, 'book', 'books')}</li>
          {summary.sharedSummaries > 0 && (
            <li>Links to {count(summary.sharedSummaries, 'summary', 'summaries')} for friends</li>
          )}
          {summary.charges > 0 && (
            <li>Your payment history: {count(summary.charges, 'payment', 'payments')}</li>
          )}
          {summary.providers.length > 0 && <li>Sign-in with {summary.providers.join(', ')}</li>}
          <li>All signed-in devices</li>
        </ul>
      </div>
      {openRefund && <p className="mb-6">{openRefund}</p>}
      {subscription.source === 'mobile' && subscription.isSubscribed && (
        <p className="mb-6">
          You subscribed in the mobile app. Cancel that subscription in the app store first, because
          deleting your account does not cancel it.
        </p>
      )}
      <AccountForm
        id="delete-account"
        submit="Delete my account"
        unreachable={DELETION_UNREACHABLE}
        isFinal
        refused={actionData}
        fields={[
          hasPassword
            ? PASSWORD_FIELD
            : {
                name: 'email',
                label: 'Your email address',
                type: 'email',
                autoComplete: 'off',
              },
        ]}
      >
        {actionData && <p className="text-soft">Nothing was deleted.</p>}
      </AccountForm>
      <p className="mt-6 flex flex-wrap gap-x-6">
        <LineLink href="/settings">Keep my account</LineLink>
        <LineLink href="/settings/download/readr-data.json" download>
          Download my data first
        </LineLink>
      </p>
      {summary.notes > 0 && <ExportLinks label="Export my highlights first" />}
    </AccountPage>
  )
}
