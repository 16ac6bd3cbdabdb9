import { useEffect, useRef } from 'react'
import { Link, useFetcher, useLocation } from 'react-router'
import { listPageQuery, queryValues } from '../../catalogue/schema/lists.ts'
import { pageCount } from '../../catalogue/rules/lists.ts'
import { listedCard } from '../catalogue/card-view.ts'
import { forgetPages, InfiniteList } from '../catalogue/infinite-list.tsx'
import { isListStale, listAddress } from '../catalogue/list-address.ts'
import { SummaryDialog } from '../catalogue/summary-dialog.tsx'
import { accessOf } from '../../middleware/context.server.ts'
import { requireReader } from '../../middleware/guards.server.ts'
import { marksFor } from '../../reading/service/get-marks.server.ts'
import { loadMyList } from '../../reading/service/load-my-list.server.ts'
import { useListCount } from '../marks/list-count.ts'
import { CopyStatus, OfflinePanel } from './offline-copies.tsx'
import { BottomBar } from '../shell/bottom-bar.tsx'
import type { Route } from './+types/my-list'

const PATH = '/browse/books/my-list'

export const handle = { bottomBar: true }

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const page = loaderData && loaderData.query.page > 1 ? `, page ${loaderData.query.page}` : ''
  return [{ title: `My List${page} · Readr` }]
}

export const shouldRevalidate = isListStale

export async function loader({ url, context }: Route.LoaderArgs) {
  const { user } = requireReader(context, url)
  const { page, from } = listPageQuery.parse(queryValues(url.searchParams))
  const access = accessOf(context)
  const list = await loadMyList(user.id, access, page, from)
  const marksOf = await marksFor(
    user.id,
    list.books.map((book) => book.id),
  )
  return {
    pathname: PATH,
    query: { page, search: '', genre: null, sort: null },
    from: list.from,
    books: list.books.map((book) => listedCard(book, access, null)),
    reader: JSON.stringify({ marks: list.books.map(({ id }) => marksOf(id)) }),
    total: list.total,
    pages: pageCount(list.total),
    hasMore: list.hasMore,
  }
}

const cards = () => [...document.querySelectorAll<HTMLElement>('.book-grid > li')]

export default function MyListPage({ loaderData }: Route.ComponentProps) {
  const location = useLocation()
  const { key } = location
  const { data, load } = useFetcher<typeof loader>()
  const list = data ?? loaderData
  const { books, total, pages } = list
  const count = useListCount(total)
  const title = useRef<HTMLHeadingElement>(null)
  /** Which card had the focus when its book was removed; -1: none. */
  const removed = useRef(-1)
  useEffect(() => {
    if (count === total) return
    // A book was removed from the list, here or in the summary over it.
    removed.current = cards().findIndex((card) => card.contains(document.activeElement))
    void load(listAddress(PATH, forgetPages(key)))
  }, [count, total, key, load])
  const shown = useRef(books)
  useEffect(() => {
    if (shown.current === books) return
    shown.current = books
    if (removed.current < 0 || document.activeElement !== document.body) return
    const left = cards()
    const target = left[Math.min(removed.current, left.length - 1)]?.querySelector('a')
    removed.current = -1
    const focused = target ?? title.current!
    focused.focus({ preventScroll: true })
    // Smooth scrolling would be cut off, because the page has just become shorter.
    focused.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [books])
  const openedBook = new URLSearchParams(location.search).get('book')
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
          <a href="/browse/books" className="button mt-6">
            Discover Books
          </a>
        </Empty>
      ) : (
        <>
          <p className="mt-1.5 text-soft" role="status">
            {total === 1 ? '1 book' : `${total.toLocaleString('en-US')} books`}
          </p>
          <OfflinePanel />
          {books.length === 0 ? (
            <Empty title={`There is no page ${list.query.page}`}>
              <Link to={listAddress(PATH, { page: pages })} className="button mt-6">
                {pages === 1 ? 'Go to the first page' : `Go to the last page (${pages})`}
              </Link>
            </Empty>
          ) : (
            <div className="mt-8 md:mt-10">
              <InfiniteList loaderData={list} Note={CopyStatus} />
            </div>
          )}
        </>
      )}
      <BottomBar />
      {openedBook !== null && <SummaryDialog key={openedBook} slug={openedBook} />}
    </div>
  )
}

function Empty({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-col items-center py-16 text-center">
      <h2 className="text-2xl">{title}</h2>
      {children}
    </div>
  )
}
