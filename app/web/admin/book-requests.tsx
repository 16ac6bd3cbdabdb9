import { numberText } from '../../platform/number-text.ts'
import { bookRequestsPage } from '../../admin/service/book-requests.server.ts'
import { adminBookRequestsQuery } from '../../reading/schema/book-requests.ts'
import {
  BOOK_REQUEST_STATUS_LABELS,
  BOOK_REQUEST_STATUSES,
} from '../../reading/rules/book-requests/status.ts'
import { AdminList, AdminPage, SearchForm } from './admin-page.tsx'
import { InputField } from './input-field.tsx'
import { takeFlashText } from './flash-messages.ts'
import type { Route } from './+types/book-requests'

export const handle = { withoutScripts: true }

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = adminBookRequestsQuery.parse(Object.fromEntries(url.searchParams))
  const { status, search, page } = query
  return {
    query,
    ...(await bookRequestsPage(status, search, page)),
    flash: await takeFlashText(context),
  }
}

export default function AdminBookRequestsPage({ loaderData }: Route.ComponentProps) {
  const { query, requests, next, pending, flash } = loaderData
  return (
    <AdminPage at="/admin/requests" title="Requests" flash={flash}>
      <p className="lead mt-3">
        Books that readers have requested. {numberText(pending)}{' '}
        {pending === 1 ? 'request is' : 'requests are'} waiting for an editor.
      </p>
      <SearchForm
        action="/admin/requests"
        label="Title or author"
        search={query.search}
        submit="Show"
      >
        <InputField
          name="status"
          label="Status"
          defaultValue={query.status}
          options={BOOK_REQUEST_STATUSES.map((status) => [
            status,
            BOOK_REQUEST_STATUS_LABELS[status],
          ])}
        />
      </SearchForm>
      <AdminList
        caption="Requests, most votes first"
        rows={requests.map(({ id, title, author, votes }) => ({
          Title: { href: `/admin/requests/${id}`, text: title },
          Author: <bdi>{author}</bdi>,
          Votes: numberText(votes),
          Number: id,
        }))}
        isResult
        empty="No requests."
        next={
          next === null
            ? null
            : `/admin/requests?${new URLSearchParams({ ...query, page: String(next) })}`
        }
        more="More"
      />
    </AdminPage>
  )
}
