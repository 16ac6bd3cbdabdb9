import { data } from 'react-router'
import { READER_CHANGES, type ReaderChange } from '../../admin/rules/reader-changes.ts'
import { changeInput } from '../../admin/schema/readers.ts'
import { changedReader, changeReader } from '../../admin/service/change-reader.server.ts'
import { formHeaders, readForm, submitForm } from '../../middleware/form-action.server.ts'
import { requireReader } from '../../middleware/require-reader.server.ts'
import { AccountForm } from '../accounts/account-form.tsx'
import { Callout } from '../ui/callout.tsx'
import { AdminPage } from './admin-page.tsx'
import { billingTexts, CHANGE_TEXTS, keepsBilling } from './reader-change-texts.ts'
import { idInAddress } from './id-in-address.ts'
import { redirectWithFlashMessage } from './flash-messages.ts'
import { errorPageOnDomainError } from '../shell/error-page-on-domain-error.ts'
import { Facts } from './facts.tsx'
import type { Route } from './+types/reader-change'
import { LineLink } from '../ui/controls.tsx'

export const handle = { withoutScripts: true }

export const headers = formHeaders

function changeIn(params: { change: string }): ReaderChange {
  const change = READER_CHANGES.find((one) => one === params.change)
  if (!change) throw data(null, { status: 404 })
  return change
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { user } = requireReader(context, url)
  const change = changeIn(params)
  return {
    change,
    ...(await errorPageOnDomainError(changedReader(user.id, idInAddress(params), change))),
  }
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const { user, session } = requireReader(context, url)
  const [id, change] = [idInAddress(params), changeIn(params)]
  return submitForm(await readForm(request), changeInput, async ({ reason }) => {
    await changeReader(user.id, id, change, reason)
    return redirectWithFlashMessage(session.id, `/admin/readers/${id}`, change)
  })
}

export default function ReaderChangePage({ loaderData, actionData }: Route.ComponentProps) {
  const { change, reader, subscription, isPossible } = loaderData
  const { title, effects, submit, isFinal } = CHANGE_TEXTS[change]
  const readerPath = `/admin/readers/${reader.id}`
  const stop = keepsBilling(change, subscription)
  const problem = Object.values(actionData?.result.error ?? {})
    .flat()
    .join(' ')
  return (
    <AdminPage at="/admin/readers" title={title}>
      <Facts
        facts={[
          ['Reader', reader.email],
          ['Name', reader.name],
        ]}
      />
      {isPossible ? (
        <>
          <ul className="change-effects mt-6 mb-6 grid max-w-xl gap-2">
            {[...effects, ...billingTexts(change, subscription)].map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          {stop && (
            <p className="mb-6 flex flex-wrap gap-x-6">
              {[
                [`${readerPath}/change/${stop}`, CHANGE_TEXTS[stop].title],
                [`${readerPath}#charges`, 'Refund a charge'],
              ].map(([href, label]) => (
                <LineLink key={href} href={href}>
                  {label}
                </LineLink>
              ))}
            </p>
          )}
          <AccountForm
            id="change"
            submit={submit}
            isFinal={isFinal}
            refused={actionData}
            fields={[
              { name: 'reason', label: 'Reason, for the log (without names and addresses)' },
            ]}
          />
        </>
      ) : (
        <Callout isProblem className="mt-6">
          {problem || 'This is not possible now. Go back and check the account.'}
        </Callout>
      )}
      <p className="mt-6">
        <LineLink href={readerPath}>Back to {reader.email}</LineLink>
      </p>
    </AdminPage>
  )
}
