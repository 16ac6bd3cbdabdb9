import type { Access } from '../../catalogue/rules/access.ts'
import { publicPath } from '../../catalogue/rules/addresses.ts'
import { collectionPath } from '../../catalogue/rules/collections.ts'
import type { ShownCollection } from '../../catalogue/service/list-collections.server.ts'
import { type BookCardView, bookCardView } from './book-card-view.ts'

export interface CollectionView {
  slug: string
  title: string
  blurb: string
  books: Pick<BookCardView, 'slug' | 'cover'>[]
  minutes: number
}

/** A collection in a list, with the covers of its books. */
export function collectionView({ slug, title, blurb, books }: ShownCollection): CollectionView {
  return {
    slug,
    title,
    blurb,
    books: books.map(({ book }) => {
      const { slug, cover } = bookCardView(book, 'visitor')
      return { slug, cover }
    }),
    minutes: books.reduce((sum, { book }) => sum + book.minutes, 0),
  }
}

/** The cards of a collection's books. Each has the collection's sentence instead of its blurb. */
export const collectionCards = (
  { books }: ShownCollection,
  access: Access,
  today: number | null,
): BookCardView[] =>
  books.map(({ book, sentence }) => ({ ...bookCardView(book, access, today), blurb: sentence }))

/** How much there is to read: "5 books, 1 hour 15 minutes". */
export function extentOf(books: number, minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const parts = [
    hours > 0 && `${hours} ${hours === 1 ? 'hour' : 'hours'}`,
    rest > 0 && `${rest} ${rest === 1 ? 'minute' : 'minutes'}`,
  ]
  return `${books} books, ${parts.filter(Boolean).join(' ')}`
}

/** Structured data for search engines: the books in their order. Locked books have no page. */
export function structuredCollection(
  { slug, title, blurb }: Pick<ShownCollection, 'slug' | 'title' | 'blurb'>,
  books: BookCardView[],
  origin: string,
) {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    name: title,
    description: blurb,
    url: origin + collectionPath(slug),
    itemListElement: books.map((book, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name: `${book.title} by ${book.author}`,
      url: origin + publicPath(book),
    })),
  }
}
