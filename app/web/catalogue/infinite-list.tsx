import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import type { BookMarks } from '../../reading/rules/marks.ts'
import type { BookCardView } from './book-card-view.ts'
import type { CatalogueList } from './catalogue-data.ts'
import { PAGE_SIZE } from '../../catalogue/rules/lists.ts'
import { onScroll } from '../behaviors/on-scroll.ts'
import { hasLoaded, type LoadFailure } from '../ui/load-timeout.ts'
import { ReaderFragments, type ReaderValue, readerValue } from '../ui/reader-fragment.tsx'
import type { ReaderJson } from '../../platform/reader-json.ts'
import { BookCard } from './book-card.tsx'
import { listAddress } from './list-address.ts'
import { ButtonLink } from '../ui/controls.tsx'

/** Distance from the end at which the next page is fetched. */
const PREFETCH_PX = 600
/** Also count readers who are below the end of the list. */
const ABOVE_PX = 1_000_000
/** More eager covers would compete with styles and fonts and delay the first view. */
const EAGER_COVERS = 1

/** What a list shows about one reader: the marks of its books, and the books of the reader's own list. */
interface ListReader {
  marks: BookMarks[]
  books?: BookCardView[]
}

export interface ListData extends Pick<
  CatalogueList,
  'pathname' | 'query' | 'from' | 'books' | 'pages'
> {
  reader: ReaderJson<ListReader> | null
}

interface ListPage {
  page: number
  books: BookCardView[]
  own: ReaderValue<BookCardView[]> | undefined
  hasMore: boolean
}

/** The loaded pages of lists, by history entry, for Back. */
const loadedLists = new Map<string, ListPage[]>()
const MAX_LOADED_LISTS = 20

/**
 * Forgets the loaded pages of a list that has changed.
 * @returns which pages these were
 */
export function forgetPages(key: string): { page: number; from: number } {
  const pages = loadedLists.get(key)
  loadedLists.delete(key)
  return { page: pages?.at(-1)?.page ?? 1, from: pages?.[0]?.page ?? 1 }
}

function pagesOf(list: ListData): ListPage[] {
  const { from, query, books, reader, pages: lastPage } = list
  const own = reader && readerValue('page', reader)
  return Array.from({ length: Math.min(query.page, lastPage) - from + 1 }, (_, i) => {
    const onPage = <B,>(all: B[]) => all.slice(i * PAGE_SIZE, (i + 1) * PAGE_SIZE)
    return {
      page: from + i,
      books: onPage(books),
      own: own?.pick((all) =>
        onPage(all.marks.map((marks, j) => ({ ...(all.books ?? books)[j]!, marks }))),
      ),
      hasMore: from + i < lastPage,
    }
  })
}

/**
 * A page of books with links to the previous and next page. With JavaScript, the next pages are
 * appended before the reader reaches the end, and the address follows.
 */
export function InfiniteList({
  loaderData,
  Note,
}: {
  loaderData: ListData
  Note?: (props: { slug: string }) => React.ReactNode
}) {
  const { key } = useLocation()
  const [list, setList] = useState({ source: loaderData, pages: initialPages(loaderData, key) })
  const fetcher = useFetcher<ListData | LoadFailure>()
  const { data, load, state } = fetcher
  if (list.source !== loaderData) {
    setList({ source: loaderData, pages: initialPages(loaderData, key) })
  } else if (data && hasLoaded(data) && follows(data, list.source, list.pages)) {
    setList({ ...list, pages: [...list.pages, ...pagesOf(data)] })
  }
  const failed = data !== undefined && !hasLoaded(data)
  const { pages } = list
  const { query, pathname, pages: lastPage } = loaderData
  const first = pages[0]!
  const last = pages.at(-1)!
  const nextAddress = listAddress(pathname, { ...query, page: last.page + 1 })

  useEffect(() => {
    loadedLists.delete(key)
    loadedLists.set(key, pages)
    if (loadedLists.size > MAX_LOADED_LISTS) loadedLists.delete(loadedLists.keys().next().value!)
  }, [key, pages])

  const sentinel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = sentinel.current
    if (!element || !last.hasMore) return
    const observer = new IntersectionObserver(
      (entries) => {
        // A busy browser reports several frames together; the last one is current.
        const isNear = entries.at(-1)!.isIntersecting
        if (isNear && state === 'idle' && !failed) void load(nextAddress)
      },
      { rootMargin: `${ABOVE_PX}px 0px ${PREFETCH_PX}px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [last.hasMore, nextAddress, state, failed, load])

  const listElement = useRef<HTMLDivElement>(null)
  useAddressOfPageInView(listElement, pathname, query, first.page)

  return (
    <>
      {first.page > 1 && (
        <p className="mb-8">
          <ButtonLink
            href={listAddress(pathname, { ...query, page: first.page - 1 })}
            rel="prev"
            look="quiet"
          >
            Previous page
          </ButtonLink>
        </p>
      )}
      <div ref={listElement}>
        {pages.map((page, p) => {
          const card = (book: BookCardView, i: number) => (
            <BookCard key={book.slug} book={book} eager={p + i < EAGER_COVERS}>
              {Note && <Note slug={book.slug} />}
            </BookCard>
          )
          return (
            <ul
              key={page.page}
              data-page={page.page}
              aria-label={lastPage > 1 ? `Page ${page.page} of ${lastPage}` : 'Books'}
              className={`book-grid ${p > 0 ? 'mt-9 md:mt-11' : ''}`}
            >
              {page.own ? (
                <ReaderFragments values={page.own}>{card}</ReaderFragments>
              ) : (
                page.books.map(card)
              )}
            </ul>
          )
        })}
      </div>
      {last.hasMore && (
        <div ref={sentinel} className="mt-12 text-center">
          <p role="status" className="text-soft">
            {state !== 'idle'
              ? 'Loading more books…'
              : failed &&
                'We couldn’t load more books. Check your connection, or select Next page in a moment.'}
          </p>
          <ButtonLink href={nextAddress} rel="next" look="quiet" className="mt-2">
            Next page
          </ButtonLink>
        </div>
      )}
    </>
  )
}

function initialPages(loaderData: ListData, key: string): ListPage[] {
  const loaded = import.meta.env.SSR ? undefined : loadedLists.get(key)
  return loaded?.some((page) => page.page === loaderData.query.page) ? loaded : pagesOf(loaderData)
}

function follows(data: ListData, list: ListData, pages: ListPage[]): boolean {
  const address = (of: ListData) => listAddress(of.pathname, { ...of.query, page: 1 })
  return address(data) === address(list) && data.query.page === pages.at(-1)!.page + 1
}

/**
 * Puts the page in view into the address, without a history entry, and the first page: Back shows the
 * same list, even after a full page load.
 */
function useAddressOfPageInView(
  listElement: React.RefObject<HTMLDivElement | null>,
  pathname: string,
  query: CatalogueList['query'],
  from: number,
): void {
  useLayoutEffect(() => {
    const follow = () => {
      // While a book is open, the address is the book's.
      const { location, history } = window
      if (location.pathname !== pathname || document.querySelector('dialog[open]')) return
      const middle = window.innerHeight / 2
      const inView = [
        ...(listElement.current?.querySelectorAll<HTMLElement>('[data-page]') ?? []),
      ].findLast((page) => page.getBoundingClientRect().top < middle)
      if (!inView) return
      const page = Number(inView.dataset['page'])
      const address = listAddress(pathname, { ...query, page, from })
      if (address !== location.pathname + location.search) {
        history.replaceState(history.state, '', address)
      }
    }
    return onScroll(follow)
  }, [listElement, pathname, query, from])
}
