import { z } from 'zod'
import { AccountForm, refusedIn } from '../accounts/account-form.tsx'
import { deadlineDay, money } from '../../billing/rules/format-money.ts'
import { longDate } from '../../platform/long-date.ts'
import {
  formHeaders,
  readForm,
  runIntent,
  submitForm,
} from '../../middleware/form-action.server.ts'
import { requireReader } from '../../middleware/require-reader.server.ts'
import { changesFor } from '../../admin/rules/reader-changes.ts'
import { deleteInput, grantInput } from '../../admin/schema/readers.ts'
import { deleteReader } from '../../admin/service/delete-reader.server.ts'
import { readerDetails } from '../../admin/service/find-readers.server.ts'
import {
  grantComplimentaryAccess,
  revokeComplimentaryAccess,
} from '../../admin/service/grant-complimentary-access.server.ts'
import { loadLog } from '../../admin/service/load-log.server.ts'
import { AdminPage, AdminSection } from './admin-page.tsx'
import { LogTable } from './log-table.tsx'
import { CHANGE_TEXTS } from './reader-change-texts.ts'
import { ReaderCharges } from './reader-charges.tsx'
import { Facts } from './facts.tsx'
import { idInAddress } from './id-in-address.ts'
import { type FlashMessageName, redirectWithFlashMessage, takeFlashText } from './flash-messages.ts'
import { errorPageOnDomainError } from '../shell/error-page-on-domain-error.ts'
import type { Route } from './+types/reader'
import { LineLink } from '../ui/controls.tsx'

export const handle = { withoutScripts: true }

export const headers = formHeaders

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { user } = requireReader(context, url)
  const id = idInAddress(params)
  const [details, { lines }] = await Promise.all([
    errorPageOnDomainError(readerDetails(id, user.id)),
    loadLog(null, { subjectKind: 'reader', subjectId: id }),
  ])
  return { ...details, lines, flash: await takeFlashText(context) }
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const { user, session } = requireReader(context, url)
  const id = idInAddress(params)
  const form = await readForm(request)
  return runIntent(form, {
    grant: () =>
      change(grantInput, 'access-granted', ({ until }) =>
        grantComplimentaryAccess(user.id, id, until),
      ),
    revoke: () =>
      change(z.object({}), 'access-revoked', () => revokeComplimentaryAccess(user.id, id)),
    delete: () =>
      change(
        deleteInput,
        'account-deleted',
        ({ confirm }) => deleteReader(user.id, id, confirm),
        '/admin/readers',
      ),
  })

  function change<S extends z.ZodType>(
    schema: S,
    flash: FlashMessageName,
    run: (input: z.output<S>) => Promise<void>,
    path = `/admin/readers/${id}`,
  ) {
    return submitForm(form, schema, async (input) => {
      await run(input)
      return redirectWithFlashMessage(session.id, path, flash)
    })
  }
}

const SOURCES = {
  stripe: 'Stripe',
  mobile: 'Mobile app',
  complimentary: 'Complimentary access',
  admin: 'Administrator role',
} as const

export default function ReaderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { reader, subscription, managed, lines, charges, flash } = loaderData
  const { source, currentPeriodEnd, endsAt, lastPayment } = subscription
  const form = (
    intent: 'grant' | 'revoke' | 'delete',
    submit: string,
    fields: React.ComponentProps<typeof AccountForm>['fields'] = [],
  ) => (
    <AccountForm
      intent={intent}
      submit={submit}
      isFinal={intent === 'delete'}
      refused={refusedIn(actionData)(intent)}
      fields={fields}
    />
  )
  const facts: [string, string][] = [
    ['Name', reader.name],
    ['Role', reader.role],
    ['Subscription', subscription.label],
    ['Access through', source ? SOURCES[source] : 'None'],
    ['Plan', subscription.planName ?? 'None'],
    [
      subscription.cancelAtPeriodEnd ? 'Canceled, ends on' : 'Period ends',
      currentPeriodEnd ? deadlineDay(currentPeriodEnd) : 'None',
    ],
    ['Access ends', endsAt ? deadlineDay(endsAt) : 'No end date'],
    [
      'Last payment',
      lastPayment ? `${money(lastPayment.cents)} on ${longDate(lastPayment.at)}` : 'None',
    ],
    ['Signed-in devices', String(managed.devices)],
    ['Two-factor', managed.hasTwoFactor ? 'On' : 'Off'],
    ...(reader.suspendedAt
      ? ([['Suspended', `Since ${longDate(reader.suspendedAt)}`]] as [string, string][])
      : []),
  ]
  return (
    <AdminPage at="/admin/readers" title={reader.email} flash={actionData ? null : flash}>
      <Facts facts={facts} />
      <div className="admin-columns mt-10 gap-6">
        <AdminSection id="grant" title="Complimentary access">
          {form('grant', 'Grant full access', [
            { name: 'until', label: 'Last day (UTC)', type: 'date' },
          ])}
          {source === 'complimentary' && (
            <div className="mt-4">{form('revoke', 'Revoke access')}</div>
          )}
        </AdminSection>
        <AdminSection id="change" title="Change the account">
          {managed.isOwn ? (
            <p>
              This is your own account. Change it in your settings, or ask another administrator.
            </p>
          ) : (
            <ul>
              {changesFor(managed).map((change) => (
                <li key={change}>
                  <LineLink href={`/admin/readers/${reader.id}/change/${change}`}>
                    {CHANGE_TEXTS[change].title}
                  </LineLink>
                </li>
              ))}
            </ul>
          )}
        </AdminSection>
        <AdminSection id="delete" title="Delete the account">
          <p className="mb-4">
            Cancels the subscription, if there is one, and deletes the account and all its data
            right away. This cannot be undone.
          </p>
          {form('delete', 'Delete the account', [
            { name: 'confirm', label: 'Enter the account’s email to confirm', type: 'email' },
          ])}
        </AdminSection>
      </div>
      <ReaderCharges readerId={reader.id} charges={charges} />
      <h2 className="mt-12 text-2xl">Administrator activity</h2>
      <LogTable lines={lines} />
    </AdminPage>
  )
}
