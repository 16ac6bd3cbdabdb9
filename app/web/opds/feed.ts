import { type Access, readableExtent } from '../../catalogue/rules/access.ts'
import {
  COVER_WIDTHS,
  coverJpegPath,
  epubPath,
  subscribePath,
  summaryPath,
} from '../../catalogue/rules/addresses.ts'
import { genreLabel } from '../../catalogue/rules/genres.ts'
import { pageCount } from '../../catalogue/rules/lists.ts'
import type { BookCard } from '../../catalogue/service/list-books.server.ts'

/** What a feed says in both formats. Paths begin with `/`; those of feeds are without `/opds` or `/opds/v2`. */
export interface OpdsFeed {
  title: string
  /** With its query. */
  path: string
  /** Feeds that this one leads to. */
  navigation?: NavigationLink[]
  books?: OpdsPublication[]
  pages?: { page: number; total: number; pathOf: (page: number) => string }
  facets?: FacetGroup[]
}

export interface NavigationLink {
  title: string
  path: string
  about: string
  lists: boolean
  rel?: string
}

export interface FacetGroup {
  title: string
  links: { title: string; path: string; isActive: boolean; count?: number }[]
}

export interface OpdsPublication {
  slug: string
  title: string
  author: string
  year: number
  genre: { slug: string; label: string }
  about: string
  publishedAt: Date
  links: AcquisitionLink[]
  images: { path: string; width: number; isThumbnail: boolean }[]
}

export interface AcquisitionLink {
  rel: string
  path: string
  /** text/html: a page about a subscription, which includes the file. */
  type: 'application/epub+zip' | 'text/html'
}

export const EPUB = 'application/epub+zip'
const ACQUISITION = 'http://opds-spec.org/acquisition'

/** How a reader with this access gets a book: whole, a sample, or with a subscription. */
export function acquisitionLinks(
  access: Access,
  book: { id: number; slug: string; locked: boolean },
  freeBookId: number | null,
): AcquisitionLink[] {
  const extent = readableExtent(access, book, freeBookId)
  const file = { path: epubPath(summaryPath(book.slug)), type: EPUB } as const
  if (extent === 'whole') return [{ rel: ACQUISITION, ...file }]
  const rest = {
    rel: `${ACQUISITION}/subscribe`,
    path: subscribePath(book.slug),
    type: 'text/html',
  } as const
  return extent === 'free' ? [{ rel: `${ACQUISITION}/sample`, ...file }, rest] : [rest]
}

export function opdsPublicationOf(
  book: BookCard,
  access: Access,
  freeBookId: number | null,
): OpdsPublication {
  const { slug, title, author, year, genre, blurb, minutes, publishedAt } = book
  return {
    slug,
    title,
    author,
    year,
    publishedAt,
    genre: { slug: genre, label: genreLabel(genre) },
    about: `A ${minutes}-minute summary. ${blurb}`,
    links: acquisitionLinks(access, book, freeBookId),
    images: COVER_WIDTHS.toReversed().map((width) => ({
      path: coverJpegPath(book, width),
      width,
      isThumbnail: width < 640,
    })),
  }
}

/** When a feed changed: with its newest book. */
export function updatedAt({ books = [] }: OpdsFeed, newest: Date): Date {
  const times = books.map(({ publishedAt }) => publishedAt.getTime())
  return times.length === 0 ? newest : new Date(Math.max(...times))
}

/** The other pages of a list, by their relation. */
export function pageLinks({ pages }: OpdsFeed): { rel: string; path: string }[] {
  if (!pages) return []
  const { page, total, pathOf } = pages
  const last = pageCount(total)
  return [
    { rel: 'first', path: pathOf(1) },
    ...(page > 1 ? [{ rel: 'previous', path: pathOf(Math.min(page - 1, last)) }] : []),
    ...(page < last ? [{ rel: 'next', path: pathOf(page + 1) }] : []),
    { rel: 'last', path: pathOf(last) },
  ]
}

export const inWords = (books: number) => (books === 1 ? '1 book' : `${books} books`)
