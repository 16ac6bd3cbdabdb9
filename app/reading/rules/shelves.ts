/** Books that a shelf shows at first, and that See More adds. */
export const SHELF_STEP = 3

/** A shelf of the home page, and what it shows while it has no books. */
interface Shelf {
  /** The query parameter with which See More says how many books to show. */
  name: 'continue' | 'recommended' | 'arrivals' | 'trending' | 'read'
  title: string
  /** null: an empty shelf is left out. */
  empty: { text: string; link: string; label: string } | null
}
export type ShelfName = Shelf['name']

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
