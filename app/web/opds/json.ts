import { summaryPath } from '../../catalogue/rules/addresses.ts'
import { PAGE_SIZE } from '../../catalogue/rules/lists.ts'
import { AUTHENTICATION } from './atom.ts'
import { EPUB, type OpdsFeed, pageLinks, type OpdsPublication, updatedAt } from './feed.ts'

export const OPDS_JSON = 'application/opds+json'
export const OPDS_PUBLICATION = 'application/opds-publication+json'

interface Link {
  rel?: string | string[]
  href: string
  type: string
  title?: string
  templated?: true
  width?: number
  height?: number
  properties?: object
}

const ALL_BOOKS = { title: 'All books', path: '/books', rel: 'related' }

const clean = (text: string) => text.toWellFormed().replace(/\p{Cc}/gu, ' ')

/**
 * A feed as OPDS 2.0.
 * @param origin of every address
 * @param newest when the newest book of the catalogue appeared
 */
export function writeOpdsJson(feed: OpdsFeed, origin: string, newest: Date): object {
  const at = (path: string) => `${origin}/opds/v2${path}`
  const toFeed = (path: string) => ({ href: at(path), type: OPDS_JSON })
  const { title, path, navigation, books, facets = [], pages } = feed
  // A list without books must lead somewhere.
  const leads = books?.length === 0 ? [ALL_BOOKS] : navigation
  const links: Link[] = [
    { rel: 'self', ...toFeed(path) },
    { rel: 'start', ...toFeed('') },
    { rel: 'search', href: `${at('/books')}{?query}`, type: OPDS_JSON, templated: true },
    {
      rel: 'http://opds-spec.org/auth/document',
      href: `${origin}/opds/authentication`,
      type: AUTHENTICATION,
    },
    { rel: 'http://opds-spec.org/shelf', ...toFeed('/my-list'), title: 'My List' },
    ...pageLinks(feed).map(({ rel, path: other }) => ({ rel, ...toFeed(other) })),
  ]
  return {
    metadata: {
      title: clean(title),
      modified: updatedAt(feed, newest).toISOString(),
      ...(pages && {
        numberOfItems: pages.total,
        itemsPerPage: PAGE_SIZE,
        currentPage: pages.page,
      }),
    },
    links,
    ...(leads && {
      navigation: leads.map(({ rel = 'subsection', ...one }) => ({
        rel,
        ...toFeed(one.path),
        title: clean(one.title),
      })),
    }),
    ...(books &&
      books.length > 0 && { publications: books.map((book) => writePublication(book, origin)) }),
    ...(facets.length > 0 && {
      facets: facets.map((group) => ({
        metadata: { title: group.title },
        links: group.links.map(({ title: name, path: to, isActive, count }) => ({
          ...(isActive && { rel: 'self' }),
          ...toFeed(to),
          title: clean(name),
          ...(count !== undefined && { properties: { numberOfItems: count } }),
        })),
      })),
    }),
  }
}

/** A book as OPDS 2.0. */
export function writePublication(book: OpdsPublication, origin: string): object {
  const { slug, title, author, year, genre, about, publishedAt, links, images } = book
  const page = origin + summaryPath(slug)
  return {
    metadata: {
      '@type': 'http://schema.org/Book',
      title: clean(title) || ' ',
      author: { name: clean(author) || ' ' },
      identifier: page,
      language: 'en',
      publisher: { name: 'Readr' },
      modified: publishedAt.toISOString(),
      // Years before our era have no place in this format.
      ...(year > 0 && { published: `${String(year).padStart(4, '0')}-01-01` }),
      description: clean(about),
      subject: [{ name: genre.label, code: genre.slug, scheme: `${origin}/browse/books` }],
    },
    links: [
      { rel: 'self', href: `${origin}/opds/v2/books/${slug}`, type: OPDS_PUBLICATION },
      { rel: 'alternate', href: page, type: 'text/html' },
      ...links.map(({ rel, path, type }) => ({
        rel,
        href: origin + path,
        type,
        ...(type !== EPUB && { properties: { indirectAcquisition: [{ type: EPUB }] } }),
      })),
    ],
    images: images.map(({ path, width }) => ({
      href: origin + path,
      type: 'image/jpeg',
      width,
      height: width * 1.5,
    })),
  }
}
