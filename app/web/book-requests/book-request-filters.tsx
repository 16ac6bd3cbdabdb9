import {
  BOOK_REQUESTS_PATH,
  bookRequestsAddress,
} from '../../reading/rules/book-requests/address.ts'
import {
  BOOK_REQUEST_STATUS_LABELS,
  type BookRequestView,
  BOOK_REQUEST_VIEWS,
} from '../../reading/rules/book-requests/status.ts'
import { SubmitButton } from '../ui/controls.tsx'

export const labelOf = (view: BookRequestView) =>
  view === 'wanted' ? 'Most wanted' : BOOK_REQUEST_STATUS_LABELS[view]

/** Which requests are listed, and the search among them. */
export function BookRequestFilters({
  query,
}: {
  query: { show: BookRequestView; search: string; page: number }
}) {
  return (
    <div className="requests-filters">
      <nav aria-label="Requests by status" className="requests-views">
        {BOOK_REQUEST_VIEWS.map((view) => (
          <a
            key={view}
            href={bookRequestsAddress({ show: view, search: query.search, page: 1 })}
            aria-current={view === query.show ? 'page' : undefined}
          >
            {labelOf(view)}
          </a>
        ))}
      </nav>
      <form action={BOOK_REQUESTS_PATH} role="search" className="requests-search">
        <label htmlFor="search-requests" className="sr-only">
          Search by title or author
        </label>
        {query.show !== 'wanted' && <input type="hidden" name="show" value={query.show} />}
        <input
          id="search-requests"
          type="search"
          name="search"
          defaultValue={query.search}
          placeholder="Title or author"
          maxLength={100}
          className="field"
        />
        <SubmitButton look="quiet">Search</SubmitButton>
      </form>
    </div>
  )
}
