import { useEffect, useRef } from 'react'
import { Link, useLocation, useRevalidator } from 'react-router'
import { listPageQuery, queryValues } from '../../catalogue/schema/lists.ts'
import { pageCount } from '../../catalogue/rules/lists.ts'
import { BookCard } from '../catalogue/book-card.tsx'
import { listedCard } from '../catalogue/card-view.ts'
import { SummaryDialog } from '../catalogue/summary-dialog.tsx'
import { accessOf } from '../../middleware/context.server.ts'
import { requireReader } from '../../middleware/guards.server.ts'
import { marksFor } from '../../reading/service/get-marks.server.ts'
import { loadMyList } from '../../reading/service/load-my-list.server.ts'
import { useListCount } from '../marks/list-count.ts'
import { cardId } from '../marks/mark-toggles.tsx'
import { CopyStatus, OfflinePanel } from './offline-copies.tsx'
import type { Route } from './+types/my-list'

/** Covers that most screens show without scrolling. */
const EAGER_COVERS = 6
const PATH = '/browse/books/my-list'

export const handle = { bottomBar: true }

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const page = loaderData && loaderData.page > 1 ? `, page ${loaderData.page}` : ''
  return [{ title: `My List${page} · Readr` }]
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { user } = requireReader(context, url)
  const { page } = listPageQuery.parse(queryValues(url.searchParams))
  const access = accessOf(context)
  const list = await loadMyList(user.id, access, page)
  const marksOf = await marksFor(
    user.id,
    list.books.map((book) => book.id),
  )
  return {
    books: list.books.map((book) => listedCard(book, access, marksOf)),
    total: list.total,
    page,
    pages: pageCount(list.total),
    hasMore: list.hasMore,
  }
}

export default function MyListPage({ loaderData }: Route.ComponentProps) {
  const { books, total, page, pages, hasMore } = loaderData
  const { revalidate } = useRevalidator()
  const count = useListCount(total)
  useEffect(() => {
    // A book was removed from the list, here or in the summary over it.
    if (count !== total) void revalidate()
  }, [count, total, revalidate])
  const title = useRef<HTMLHeadingElement>(null)
  const shown = useRef(books)
  useEffect(() => {
    const before = shown.current
    shown.current = books
    if (before === books || document.activeElement !== document.body) return
    // The focused button was removed together with its book, so focus the next book.
    const gone = before.findIndex(({ slug }, i) => books[i]?.slug !== slug)
    const next = books[Math.min(gone, books.length - 1)]
    const card = next && document.getElementById(cardId(next.slug))
    const target = card?.querySelector('a') ?? title.current!
    target.focus({ preventScroll: true })
    // Smooth scrolling would be cut off, because the page has just become shorter.
    target.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [books])
  const openedBook = new URLSearchParams(useLocation().search).get('book')
  return (
    <div className="wrap grow pt-6 pb-20 md:pt-10">
      <h1 ref={title} tabIndex={-1} className="page-title outline-none">
        My List
      </h1>
      {total === 0 ? (
        <Empty title="Your List is Empty">
          <p className="mt-2 max-w-md text-soft">
            Tap the bookmark on a book to save it here, on all your devices.
          </p>
          <Link to="/browse/books" className="button mt-6">
            Discover Books
          </Link>
        </Empty>
      ) : (
        <>
          <p className="mt-1.5 text-soft" role="status">
            {total === 1 ? '1 book' : `${total.toLocaleString('en-US')} books`}
          </p>
          <OfflinePanel />
          {books.length === 0 ? (
            <Empty title={`There is no page ${page}`}>
              <Link to={addressOf(pages)} className="button mt-6">
                {pages === 1 ? 'Go to the first page' : `Go to the last page (${pages})`}
              </Link>
            </Empty>
          ) : (
            <ul
              className="book-grid mt-8 md:mt-10"
              aria-label={pages > 1 ? `Page ${page} of ${pages}` : 'Books'}
            >
              {books.map((book, i) => (
                <BookCard key={book.slug} book={book} eager={i < EAGER_COVERS}>
                  <CopyStatus slug={book.slug} />
                </BookCard>
              ))}
            </ul>
          )}
          {/* Full page loads, so that each page starts at the top. */}
          {pages > 1 && (
            <nav
              aria-label="Pages"
              className="mt-12 flex flex-wrap items-center justify-center gap-x-5 gap-y-3"
            >
              {page > 1 && books.length > 0 && (
                <a href={addressOf(page - 1)} rel="prev" className="button button-quiet">
                  Previous page
                </a>
              )}
              <span className="text-soft">
                Page {page} of {pages}
              </span>
              {hasMore && (
                <a href={addressOf(page + 1)} rel="next" className="button button-quiet">
                  Next page
                </a>
              )}
            </nav>
          )}
        </>
      )}
      {openedBook !== null && <SummaryDialog key={openedBook} slug={openedBook} />}
    </div>
  )
}

const addressOf = (page: number) => (page > 1 ? `${PATH}?page=${page}` : PATH)

function Empty({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-col items-center py-16 text-center">
      <h2 className="text-2xl">{title}</h2>
      {children}
    </div>
  )
}
