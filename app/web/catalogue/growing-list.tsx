import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import type { CatalogueData } from './catalogue-data.ts'
import { onScroll } from '../behaviors/on-scroll.ts'
import { hasLoaded, type LoadFailure } from '../ui/load-timeout.ts'
import { BookCard } from './book-card.tsx'
import { fetchArticle } from './fetch-article.ts'
import { listAddress } from './list-address.ts'

/** How far before the end the next page is fetched. */
const PREFETCH_PX = 600
/** A reader at the foot of the page has gone past the end of the list: that counts too. */
const ALL_ABOVE_PX = 1_000_000
/**
 * Covers that are fetched before the styles tell which are in view. More of them would share the
 * line with styles and letters, and the whole view would come later.
 */
const EAGER_COVERS = 1

interface ListPage {
  page: number
  books: CatalogueData['books']
  hasMore: boolean
}

/** Pages that a list had grown to, by history entry, so that Back finds them again. */
const grownLists = new Map<string, ListPage[]>()
const KEPT_LISTS = 20

/** A reader who turns to the books will open one; if its code does not arrive, that shows then. */
const fetchAhead = () => void fetchArticle().catch(() => {})

const pageOf = ({ query, books, hasMore }: CatalogueData): ListPage => ({
  page: query.page,
  books,
  hasMore,
})

/**
 * One page of books with links to the pages before and after it. With JavaScript the next pages
 * are appended before the reader reaches the end, and the address follows.
 */
export function GrowingList({ loaderData }: { loaderData: CatalogueData }) {
  const { key } = useLocation()
  const [grown, setGrown] = useState({ from: loaderData, pages: initialPages(loaderData, key) })
  const fetcher = useFetcher<CatalogueData | LoadFailure>()
  const { data, load, state } = fetcher
  if (grown.from !== loaderData) {
    // Another list has been loaded: start again from it.
    setGrown({ from: loaderData, pages: initialPages(loaderData, key) })
  } else if (data && hasLoaded(data) && follows(data, grown.from, grown.pages)) {
    setGrown({ ...grown, pages: [...grown.pages, pageOf(data)] })
  }
  const failed = data !== undefined && !hasLoaded(data)
  const { pages } = grown
  const { query, pathname, pages: lastPage } = loaderData
  const first = pages[0]!
  const last = pages.at(-1)!
  const nextAddress = listAddress(pathname, { ...query, page: last.page + 1 })

  useEffect(() => {
    grownLists.delete(key)
    grownLists.set(key, pages)
    for (const oldest of grownLists.keys()) {
      if (grownLists.size <= KEPT_LISTS) break
      grownLists.delete(oldest)
    }
  }, [key, pages])

  const sentinel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = sentinel.current
    if (!element || !last.hasMore) return
    const observer = new IntersectionObserver(
      (seen) => {
        // A busy browser tells of several frames at once; the last one is how it is now.
        const inReach = seen.at(-1)!.isIntersecting
        if (inReach && state === 'idle' && !failed) void load(nextAddress)
      },
      { rootMargin: `${ALL_ABOVE_PX}px 0px ${PREFETCH_PX}px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [last.hasMore, nextAddress, state, failed, load])

  const list = useRef<HTMLDivElement>(null)
  useAddressOfPageInView(list, pathname, query)

  return (
    <>
      {first.page > 1 && (
        <p className="mb-8">
          <a
            href={listAddress(pathname, { ...query, page: first.page - 1 })}
            rel="prev"
            className="button button-quiet"
          >
            Previous page
          </a>
        </p>
      )}
      <div ref={list} onPointerOver={fetchAhead} onFocus={fetchAhead}>
        {pages.map((page, p) => (
          <ul
            key={page.page}
            data-page={page.page}
            aria-label={lastPage > 1 ? `Page ${page.page} of ${lastPage}` : 'Books'}
            className={`book-grid ${p > 0 ? 'mt-9 md:mt-11' : ''}`}
          >
            {page.books.map((book, i) => (
              <BookCard key={book.slug} book={book} eager={p === 0 && i < EAGER_COVERS} />
            ))}
          </ul>
        ))}
      </div>
      {last.hasMore && (
        <div ref={sentinel} className="mt-12 text-center">
          <p role="status" className="text-soft">
            {state !== 'idle'
              ? 'More books are loading …'
              : failed && 'More books did not arrive. Check the connection, then go on.'}
          </p>
          <a href={nextAddress} rel="next" className="button button-quiet mt-2">
            Next page
          </a>
        </div>
      )}
    </>
  )
}

function initialPages(loaderData: CatalogueData, key: string): ListPage[] {
  const kept = typeof window === 'undefined' ? undefined : grownLists.get(key)
  return kept?.some((page) => page.page === loaderData.query.page) ? kept : [pageOf(loaderData)]
}

/** Whether what was fetched is the page after the last one of this list. */
function follows(data: CatalogueData, list: CatalogueData, pages: ListPage[]): boolean {
  const address = (of: CatalogueData) => listAddress(of.pathname, { ...of.query, page: 1 })
  return address(data) === address(list) && data.query.page === pages.at(-1)!.page + 1
}

/** Keeps the page number in the address that of the page in view, without a history entry. */
function useAddressOfPageInView(
  list: React.RefObject<HTMLDivElement | null>,
  pathname: string,
  query: CatalogueData['query'],
): void {
  useLayoutEffect(() => {
    const follow = () => {
      // While a book is open over the list, the address is the book's.
      if (window.location.pathname !== pathname || document.querySelector('dialog[open]')) return
      const middle = window.innerHeight / 2
      const inView = [
        ...(list.current?.querySelectorAll<HTMLElement>('[data-page]') ?? []),
      ].findLast((page) => page.getBoundingClientRect().top < middle)
      if (!inView) return
      const address = listAddress(pathname, { ...query, page: Number(inView.dataset['page']) })
      if (address !== window.location.pathname + window.location.search) {
        window.history.replaceState(window.history.state, '', address)
      }
    }
    return onScroll(follow)
  }, [list, pathname, query])
}
