import { numberText } from '../../platform/number-text.ts'
import { isoMinute } from '../../admin/rules/dates.ts'
import {
  editBookRequest,
  mergeBookRequestInto,
  bookRequestDetails,
  stateOf,
} from '../../admin/service/book-requests.server.ts'
import {
  runIntent,
  formHeaders,
  readForm,
  submitForm,
} from '../../middleware/form-action.server.ts'
import { requireReader } from '../../middleware/require-reader.server.ts'
import {
  SETTABLE_STATUSES,
  BOOK_REQUEST_STATUS_LABELS,
} from '../../reading/rules/book-requests/status.ts'
import { editBookRequestForm, mergeBookRequestsForm } from '../../reading/schema/book-requests.ts'
import { AdminForm } from './admin-form.tsx'
import { AdminPage } from './admin-page.tsx'
import { idInAddress } from './id-in-address.ts'
import { redirectWithFlashMessage, takeFlashText } from './flash-messages.ts'
import { errorPageOnDomainError } from '../shell/error-page-on-domain-error.ts'
import type { Route } from './+types/book-request'
import { TextLink } from '../ui/controls.tsx'

export const handle = { withoutScripts: true }

export const headers = formHeaders

export async function loader({ params, context }: Route.LoaderArgs) {
  const details = await errorPageOnDomainError(bookRequestDetails(idInAddress(params)))
  return { ...details, since: stateOf(details.request), flash: await takeFlashText(context) }
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const { user, session } = requireReader(context, url)
  const id = idInAddress(params)
  const form = await readForm(request)
  return runIntent(form, {
    merge: () =>
      submitForm(form, mergeBookRequestsForm, async ({ into }) => {
        await mergeBookRequestInto(user.id, id, into)
        return redirectWithFlashMessage(session.id, `/admin/requests/${into}`, 'request-merged')
      }),
    save: () =>
      submitForm(form, editBookRequestForm, async (input) => {
        await editBookRequest(user.id, id, input)
        return redirectWithFlashMessage(session.id, '/admin/requests', 'request-saved')
      }),
  })
}

type Data = Route.ComponentProps['loaderData']
type Refused = Route.ComponentProps['actionData']

export default function BookRequestPage({ loaderData, actionData }: Route.ComponentProps) {
  const { request, email, mergedInto, flash } = loaderData
  const { id, title, userId, requestedAt, votes, status } = request
  const isMerge = actionData?.result.initialValue?.['intent'] === 'merge'
  return (
    <AdminPage
      at="/admin/requests"
      title={`Request ${id}: ${title}`}
      tab={`Request for ${title}`}
      flash={flash}
    >
      <p className="mt-3 text-soft wrap-anywhere">
        {email === null ? (
          'The reader’s account was deleted'
        ) : (
          <TextLink href={`/admin/readers/${userId}`}>{email}</TextLink>
        )}
        , {isoMinute(requestedAt)} UTC, {numberText(votes)} {votes === 1 ? 'vote' : 'votes'},{' '}
        {BOOK_REQUEST_STATUS_LABELS[status].toLowerCase()}
      </p>
      {mergedInto ? (
        <p className="mt-6" role={actionData ? 'alert' : undefined}>
          {actionData && <span className="block">{actionData.result.error?.['']?.[0]}</span>}
          Merged into{' '}
          <TextLink href={`/admin/requests/${mergedInto.id}`}>
            request {mergedInto.id}: {mergedInto.title}
          </TextLink>
        </p>
      ) : (
        <>
          <EditForm details={loaderData} refused={isMerge ? undefined : actionData} />
          <MergeForm similar={loaderData.similar} refused={isMerge ? actionData : undefined} />
        </>
      )}
    </AdminPage>
  )
}

function EditForm({ details, refused }: { details: Data; refused: Refused }) {
  const { title, author, reason, status, answer } = details.request
  return (
    <AdminForm
      id="request"
      refused={refused}
      hidden={{ since: details.since }}
      className="mt-8 max-w-xl"
      values={{
        title,
        author,
        reason: reason ?? '',
        status,
        answer: answer ?? '',
        book: details.book?.slug,
      }}
      fields={[
        { name: 'title', label: 'Title' },
        { name: 'author', label: 'Author' },
        {
          name: 'reason',
          label: 'Why (readers see it; remove what should not be public)',
          rows: 6,
        },
        {
          name: 'status',
          label: 'Status',
          options: SETTABLE_STATUSES.map((one) => [one, BOOK_REQUEST_STATUS_LABELS[one]]),
        },
        { name: 'answer', label: 'Answer, shown to readers (optional)', rows: 6 },
        {
          name: 'book',
          label:
            'Book (the last part of its address, such as walden). When the status is Done, voters get an email.',
        },
      ]}
      buttons={[{ intent: 'save', children: 'Save' }]}
    />
  )
}

function MergeForm({ similar, refused }: { similar: Data['similar']; refused: Refused }) {
  return (
    <section aria-labelledby="merge" className="mt-12">
      <h2 id="merge" className="text-2xl">
        Merge
      </h2>
      <p className="mt-2 max-w-xl text-soft">
        Its votes move to the other request, where each reader has one vote. This cannot be undone.
      </p>
      {similar.length > 0 && (
        <ul className="mt-3">
          {similar.map(({ id, title, author, status }) => (
            <li key={id}>
              {id}: <TextLink href={`/admin/requests/${id}`}>{title}</TextLink>, {author} (
              {BOOK_REQUEST_STATUS_LABELS[status].toLowerCase()})
            </li>
          ))}
        </ul>
      )}
      <AdminForm
        id="merge"
        refused={refused}
        className="mt-4 max-w-xl"
        fields={[{ name: 'into', label: 'Number of the request to keep', inputMode: 'numeric' }]}
        buttons={[{ intent: 'merge', look: 'quiet', children: 'Merge' }]}
      />
    </section>
  )
}
