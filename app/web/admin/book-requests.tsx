import { numberText } from '../../platform/number-text.ts'
import { bookRequestsPage } from '../../admin/service/book-requests.server.ts'
import { adminBookRequestsQuery } from '../../reading/schema/book-requests.ts'
import {
  BOOK_REQUEST_STATUS_LABELS,
  BOOK_REQUEST_STATUSES,
} from '../../reading/rules/book-requests/status.ts'
import { AdminPage, NextPage, AdminTable } from './admin-page.tsx'
import { takeFlashText } from './flash-messages.ts'
import type { Route } from './+types/book-requests'
import { SubmitButton } from '../ui/controls.tsx'

export const handle = { withoutScripts: true }

export const meta: Route.MetaFunction = () => [{ title: 'Requests · Administration · Readr' }]

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
      <form action="/admin/requests" role="search" className="mt-6 flex flex-wrap items-end gap-3">
        <div>
          <label htmlFor="status" className="mb-1 block font-semibold">
            Status
          </label>
          <select id="status" name="status" defaultValue={query.status} className="field">
            {BOOK_REQUEST_STATUSES.map((status) => (
              <option key={status} value={status}>
                {BOOK_REQUEST_STATUS_LABELS[status]}
              </option>
            ))}
          </select>
        </div>
        <div className="min-w-0 grow">
          <label htmlFor="search" className="mb-1 block font-semibold">
            Title or author
          </label>
          <input
            id="search"
            type="search"
            name="search"
            defaultValue={query.search}
            className="field"
          />
        </div>
        <SubmitButton>Show</SubmitButton>
      </form>
      {requests.length === 0 ? (
        <p className="mt-6 text-soft" role="status">
          No requests.
        </p>
      ) : (
        <AdminTable
          caption="Requests, most votes first"
          head={['Title', 'Author', 'Votes', 'Number']}
        >
          {requests.map(({ id, title, author, votes }) => (
            <tr key={id}>
              <td>
                <a href={`/admin/requests/${id}`} className="text-link" dir="auto">
                  {title}
                </a>
              </td>
              <td dir="auto">{author}</td>
              <td>{numberText(votes)}</td>
              <td>{id}</td>
            </tr>
          ))}
        </AdminTable>
      )}
      <NextPage
        label="More"
        href={
          next === null
            ? null
            : `/admin/requests?${new URLSearchParams({ ...query, page: String(next) })}`
        }
      />
    </AdminPage>
  )
}
