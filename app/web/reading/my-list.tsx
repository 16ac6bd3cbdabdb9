import { useEffect, useRef } from 'react'
import { Link, useLocation, useRevalidator } from 'react-router'
import { listPageQuery, queryValues } from '../../catalogue/schema/lists.ts'
import { pageCount } from '../../catalogue/rules/lists.ts'
import { BookCard } from '../catalogue/book-card.tsx'
import { listedCard } from '../catalogue/card-view.ts'
import { SummaryDialog } from '../catalogue/summary-dialog.tsx'
import { accessOf } from '../../middleware/context.server.ts'
import { requireReader } from '../../middleware/guards.server.ts'
import { marksFor } from '../../reading/service/marks.server.ts'
import { myList } from '../../reading/service/my-list.server.ts'
import { useListCount } from '../marks/list-count.ts'
import { cardId } from '../marks/mark-toggles.tsx'
import { Keeping, Kept } from './offline-copies.tsx'
import type { Route } from './+types/my-list'

/** Covers that the first view shows on most screens. */
const EAGER_COVERS = 6
const PATH = '/browse/books/my-list'

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const page = loaderData && loaderData.page > 1 ? `, page ${loaderData.page}` : ''
  return [{ title: `My List${page} · Readr` }]
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { user } = requireReader(context, url)
  const { page } = listPageQuery.parse(queryValues(url.searchParams))
  const access = accessOf(context)
  const list = await myList(user.id, access, page)
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
    // A book was taken off the list, here or in the summary over it.
    if (count !== total) void revalidate()
  }, [count, total, revalidate])
  const title = useRef<HTMLHeadingElement>(null)
  const shown = useRef(books)
  useEffect(() => {
    const before = shown.current
    shown.current = books
    if (before === books || document.activeElement !== document.body) return
    // The button that took a book off the list has gone with the book: the next one takes its place.
    const gone = before.findIndex(({ slug }, i) => books[i]?.slug !== slug)
    const next = books[Math.min(gone, books.length - 1)]
    const card = next && document.getElementById(cardId(next.slug))
    const place = card?.querySelector('a') ?? title.current!
    place.focus({ preventScroll: true })
    // At once: the page has just become shorter, which ends a scroll that is under way.
    place.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [books])
  const opened = new URLSearchParams(useLocation().search).get('book')
  return (
    <div className="wrap grow pt-6 pb-20 md:pt-10">
      <h1 ref={title} tabIndex={-1} className="page-title outline-none">
        My List
      </h1>
      {total === 0 ? (
        <Empty title="Your List is Empty">
          <p className="mt-2 max-w-md text-soft">
            Save a book with the bookmark on its card, and find it here on every device.
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
          <Keeping />
          {books.length === 0 ? (
            <Empty title={`There is no page ${page}`}>
              <Link to={addressOf(pages)} className="button mt-6">
                {pages === 1 ? 'To the first page' : `To page ${pages}, the last`}
              </Link>
            </Empty>
          ) : (
            <ul
              className="book-grid mt-8 md:mt-10"
              aria-label={pages > 1 ? `Page ${page} of ${pages}` : 'Books'}
            >
              {books.map((book, i) => (
                <BookCard key={book.slug} book={book} eager={i < EAGER_COVERS}>
                  <Kept slug={book.slug} />
                </BookCard>
              ))}
            </ul>
          )}
          {/* Pages of their own, that begin at their top. */}
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
      {opened !== null && <SummaryDialog key={opened} slug={opened} />}
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
