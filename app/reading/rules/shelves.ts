/** Books that a shelf shows at first, and that See More adds. */
export const SHELF_STEP = 3

interface Shelf {
  /** The query parameter with which See More says how many books to show. */
  name: 'continue' | 'recommended' | 'arrivals' | 'trending' | 'read'
  title: string
  /** null: an empty shelf is left out. */
  empty: { text: string; link: string; label: string } | null
}
export type ShelfName = Shelf['name']

export interface VisibleShelf<B> {
  books: B[]
  hasMore: boolean
}

/**
 * What the shelves show. Latest Arrivals, Trending Now, and Recently Read show what their names say.
 * Recommended for You skips the books of all others; Trending Now those of Latest Arrivals while
 * there is no trend, because it would repeat them.
 */
export function arrangeShelves<B extends { id: number }>(
  found: Record<ShelfName, B[]>,
  shown: Record<ShelfName, number>,
  hasTrend: boolean,
): Record<ShelfName, VisibleShelf<B>> {
  const visible = (name: ShelfName, ...skipped: VisibleShelf<B>[]): VisibleShelf<B> => {
    const ids = new Set(skipped.flatMap(({ books }) => books.map(({ id }) => id)))
    const books = found[name].filter(({ id }) => !ids.has(id))
    return { books: books.slice(0, shown[name]), hasMore: books.length > shown[name] }
  }
  const stopped = visible('continue')
  const arrivals = visible('arrivals')
  const read = visible('read')
  const trending = hasTrend ? visible('trending') : visible('trending', arrivals)
  const recommended = visible('recommended', stopped, arrivals, trending, read)
  return { continue: stopped, recommended, arrivals, trending, read }
}

/** Instead of recommendations, if all of them are on other shelves. */
export const ALL_ON_PAGE = 'The books we would recommend are already on this page.'

/** The shelves in the order of the page. service/load-home.server.ts fills them. */
export const SHELVES: readonly Shelf[] = [
  { name: 'continue', title: 'Continue', empty: null },
  {
    name: 'recommended',
    title: 'Recommended for You',
    empty: {
      text: 'You have read or saved every summary. New ones are added every week.',
      link: '/browse/books',
      label: 'Browse Books',
    },
  },
  {
    name: 'arrivals',
    title: 'Latest Arrivals',
    empty: {
      text: 'There are no summaries yet. New ones are added every week.',
      link: '/about',
      label: 'About Readr',
    },
  },
  {
    name: 'trending',
    title: 'Trending Now',
    empty: {
      text: 'Nothing is trending yet. Save or read a book to start a trend.',
      link: '/browse/books',
      label: 'Browse Books',
    },
  },
  {
    name: 'read',
    title: 'Recently Read',
    empty: {
      text: 'Books you mark as read appear here, the latest first.',
      link: '/browse/books',
      label: 'Find a book to read',
    },
  },
]
