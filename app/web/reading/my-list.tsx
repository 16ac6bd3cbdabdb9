import { numberText } from '../../platform/number-text.ts'
import { useEffect, useRef } from 'react'
import { Link, type LoaderFunctionArgs, useFetcher, useLocation } from 'react-router'
import { cached } from '../../middleware/cache/caching.server.ts'
import type { SignedIn } from '../../accounts/service/resume-session.server.ts'
import type { BookMarks } from '../../reading/rules/marks.ts'
import { listPageQuery, queryValues } from '../../catalogue/schema/lists.ts'
import { pageCount, partOf } from '../../catalogue/rules/lists.ts'
import { type BookCardView, listedBookCard } from '../catalogue/book-card-view.ts'
import { forgetPages, InfiniteList } from '../catalogue/infinite-list.tsx'
import { isListStale, listAddress } from '../catalogue/list-address.ts'
import { SummaryDialog } from '../catalogue/summary-dialog.tsx'
import { requireReader } from '../../middleware/require-reader.server.ts'
import { MY_LIST_PATH } from '../../reading/rules/epub.ts'
import { bookOfTheDayId } from '../../catalogue/service/book-of-the-day.server.ts'
import { countSaved, marksFor } from '../../reading/service/get-marks.server.ts'
import { loadMyList } from '../../reading/service/load-my-list.server.ts'
import { EpubLink } from '../epub/epub-link.tsx'
import { useListCount } from '../marks/use-list-count.ts'
import { OfflineCopyStatus, OfflinePanel } from './offline-copies.tsx'
import { type CachedPageArgs, cachedPage } from '../../middleware/cache/cached-page.server.ts'
import { inBrowser, ReaderFragment, readerValue } from '../ui/reader-fragment.tsx'
import { BottomBar } from '../shell/bottom-bar.tsx'
import type { Route } from './+types/my-list'
import { ButtonLink } from '../ui/controls.tsx'
import { HubTabs } from '../shell/hub-tabs.tsx'

const PATH = MY_LIST_PATH

export const handle = { bottomBar: true }

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const page = loaderData && loaderData.query.page > 1 ? `, page ${loaderData.query.page}` : ''
  return [{ title: `My List${page} · Readr` }]
}

export const shouldRevalidate = isListStale

const EMPTY = 'empty'

const loadPage = cachedPage(
  {
    readersOnly: true,
    parameters: ['page'],
    variant: async ({ signedIn }) => {
      const total = signedIn ? await countSaved(signedIn.user.id) : 0
      return total === 0 ? EMPTY : String(pageCount(total))
    },
  },
  loadMyListPage,
)

export const loader = cached(loadPage.caching, (args: LoaderFunctionArgs) => {
  requireReader(args.context, args.url)
  return loadPage(args)
})

interface MyListReader {
  books: BookCardView[]
  marks: BookMarks[]
  total: number
}

async function loadMyListPage({ url, access, variant }: CachedPageArgs) {
  const { page, from } = listPageQuery.parse(queryValues(url.searchParams))
  const reader = async ({ user }: SignedIn): Promise<MyListReader> => {
    const { books, total } = await loadMyList(user.id, access, page, from)
    const ids = books.map(({ id }) => id)
    const marksOf = await marksFor(user.id, ids)
    const today = await bookOfTheDayId()
    return {
      books: books.map((book) => listedBookCard(book, access, null, today)),
      marks: ids.map(marksOf),
      total,
    }
  }
  const query = { page, search: '', genre: null, sort: null }
  const common: BookCardView[] = []
  const isEmpty = variant === EMPTY
  const pages = isEmpty ? 1 : Number(variant)
  const data = {
    pathname: PATH,
    query,
    from: partOf(page, from).first,
    books: common,
    isEmpty,
    pages,
  }
  return { data, reader }
}

const cards = () => [...document.querySelectorAll<HTMLElement>('.book-grid > li')]

export default function MyListPage({ loaderData }: Route.ComponentProps) {
  const location = useLocation()
  const { key } = location
  const { data, load } = useFetcher<typeof loader>()
  const list = data ?? loaderData
  const { isEmpty, pages } = list
  const all = readerValue('page', list.reader!).pick(({ total }) => total)
  const total = inBrowser(all) ?? 0
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
  const shown = useRef(list)
  useEffect(() => {
    if (shown.current === list) return
    shown.current = list
    if (removed.current < 0 || document.activeElement !== document.body) return
    const left = cards()
    const target = left[Math.min(removed.current, left.length - 1)]?.querySelector('a')
    removed.current = -1
    const focused = target ?? title.current!
    focused.focus({ preventScroll: true })
    // Smooth scrolling would be cut off, because the page has just become shorter.
    focused.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [list])
  const openedBook = new URLSearchParams(location.search).get('book')
  return (
    <div className="wrap grow pt-6 pb-20 md:pt-10">
      <HubTabs hub="My List" />
      <h1 ref={title} tabIndex={-1} className="page-title outline-none">
        My List
      </h1>
      {isEmpty ? (
        <Empty title="Your List is Empty">
          <p className="mt-2 max-w-md text-soft">
            Tap the bookmark on a book to save it here, on all your devices.
          </p>
          <ButtonLink href="/browse/books" className="mt-6">
            Discover Books
          </ButtonLink>
        </Empty>
      ) : (
        <>
          <p className="mt-1.5 text-soft" role="status">
            <ReaderFragment value={all}>
              {(total) => (total === 1 ? '1 book' : `${numberText(total)} books`)}
            </ReaderFragment>
          </p>
          <p>
            <EpubLink page={PATH} />
          </p>
          <div id="offline">
            <OfflinePanel />
            <noscript>Reading offline needs JavaScript.</noscript>
          </div>
          {list.from > pages ? (
            <Empty title={`There is no page ${list.query.page}`}>
              <Link to={listAddress(PATH, { page: pages })} className="button mt-6">
                {pages === 1 ? 'Go to the first page' : `Go to the last page (${pages})`}
              </Link>
            </Empty>
          ) : (
            <div className="mt-8 md:mt-10">
              <InfiniteList loaderData={list} Note={OfflineCopyStatus} />
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
