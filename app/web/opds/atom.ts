import {
  type Attributes,
  element,
  escapeXml,
  textElement as textOf,
  XML_DECLARATION as DOCUMENT,
} from '../../catalogue/rules/xml.ts'
import { summaryPath } from '../../catalogue/rules/addresses.ts'
import { PAGE_SIZE } from '../../catalogue/rules/lists.ts'
import {
  EPUB,
  type OpdsFeed,
  type NavigationLink,
  pageLinks,
  type OpdsPublication,
  updatedAt,
} from './feed.ts'

const FEED = 'application/atom+xml;profile=opds-catalog'
export const ATOM = {
  navigation: `${FEED};kind=navigation`,
  acquisition: `${FEED};kind=acquisition`,
}
export const OPEN_SEARCH = 'application/opensearchdescription+xml'
export const AUTHENTICATION = 'application/opds-authentication+json'

const NAMESPACES = {
  xmlns: 'http://www.w3.org/2005/Atom',
  'xmlns:dc': 'http://purl.org/dc/terms/',
  'xmlns:opds': 'http://opds-spec.org/2010/catalog',
  'xmlns:opensearch': 'http://a9.com/-/spec/opensearch/1.1/',
  'xmlns:thr': 'http://purl.org/syndication/thread/1.0',
}

const link = (rel: string, href: string, type: string, more: Attributes = {}, content = '') =>
  element('link', { rel, href, type, ...more }, content)

/**
 * A feed as OPDS 1.2.
 * @param origin of every address
 * @param newest when the newest book of the catalogue appeared
 */
export function writeAtom(feed: OpdsFeed, origin: string, newest: Date): string {
  const at = (path: string) => `${origin}/opds${path}`
  const { navigation = [], books = [], facets = [], pages } = feed
  const kind = feed.books ? ATOM.acquisition : ATOM.navigation
  const updated = updatedAt(feed, newest)
  return (
    DOCUMENT +
    element('feed', { ...NAMESPACES, 'xml:lang': 'en' }, [
      textOf('id', at(feed.path)),
      textOf('title', feed.title),
      textOf('updated', updated.toISOString()),
      element('author', {}, [textOf('name', 'Readr'), textOf('uri', origin)]),
      textOf('icon', `${origin}/favicon.ico`),
      link('self', at(feed.path), kind),
      link('start', at(''), ATOM.navigation),
      ...(feed.path === '' ? [] : [link('up', at(''), ATOM.navigation)]),
      link('search', at('/search.xml'), OPEN_SEARCH),
      link('http://opds-spec.org/auth/document', at('/authentication'), AUTHENTICATION),
      link('http://opds-spec.org/shelf', at('/my-list'), ATOM.acquisition, { title: 'My List' }),
      link('alternate', `${at('/v2')}${feed.path}`, 'application/opds+json'),
      ...pageLinks(feed).map(({ rel, path }) => link(rel, at(path), ATOM.acquisition)),
      ...facets.flatMap(({ title: group, links }) =>
        links.map(({ title, path, isActive, count }) =>
          link('http://opds-spec.org/facet', at(path), ATOM.acquisition, {
            title,
            'opds:facetGroup': group,
            'opds:activeFacet': isActive ? 'true' : undefined,
            'thr:count': count,
          }),
        ),
      ),
      ...(pages
        ? [
            textOf('opensearch:totalResults', String(pages.total)),
            textOf('opensearch:itemsPerPage', String(PAGE_SIZE)),
            textOf('opensearch:startIndex', String((pages.page - 1) * PAGE_SIZE + 1)),
          ]
        : []),
      ...navigation.map((one) => navigationEntry(one, at, updated)),
      ...books.map((book) => bookEntry(book, origin)),
    ]) +
    '\n'
  )
}

function navigationEntry(
  { title, path, about, lists, rel = 'subsection' }: NavigationLink,
  at: (path: string) => string,
  updated: Date,
): string {
  return element('entry', {}, [
    textOf('id', at(path)),
    textOf('title', title),
    textOf('updated', updated.toISOString()),
    textOf('content', about, { type: 'text' }),
    link(rel, at(path), lists ? ATOM.acquisition : ATOM.navigation),
  ])
}

function bookEntry(book: OpdsPublication, origin: string): string {
  const { slug, title, author, year, genre, about, publishedAt, links, images } = book
  const page = origin + summaryPath(slug)
  const moment = publishedAt.toISOString()
  return element('entry', {}, [
    textOf('id', page),
    textOf('title', title),
    textOf('updated', moment),
    textOf('published', moment),
    element('author', {}, textOf('name', author)),
    textOf('dc:language', 'en'),
    textOf('dc:publisher', 'Readr'),
    // Years before our era have no place in this format.
    ...(year > 0 ? [textOf('dc:issued', String(year).padStart(4, '0'))] : []),
    element('category', {
      scheme: `${origin}/browse/books`,
      term: genre.slug,
      label: genre.label,
    }),
    textOf('summary', about, { type: 'text' }),
    link('alternate', page, 'text/html'),
    ...images.map(({ path, isThumbnail }) =>
      link(
        `http://opds-spec.org/image${isThumbnail ? '/thumbnail' : ''}`,
        origin + path,
        'image/jpeg',
      ),
    ),
    ...links.map(({ rel, path, type }) =>
      link(
        rel,
        origin + path,
        type,
        {},
        type === EPUB ? '' : element('opds:indirectAcquisition', { type: EPUB }),
      ),
    ),
  ])
}

/** How clients search OPDS 1.2. */
export function writeOpenSearch(origin: string): string {
  const icon = { height: 32, width: 32, type: 'image/vnd.microsoft.icon' }
  return (
    DOCUMENT +
    element('OpenSearchDescription', { xmlns: NAMESPACES['xmlns:opensearch'] }, [
      textOf('ShortName', 'Readr'),
      textOf('Description', 'Search the summaries by title, author, genre, topic, and text.'),
      element('Image', icon, escapeXml(`${origin}/favicon.ico`)),
      element('Url', {
        type: ATOM.acquisition,
        template: `${origin}/opds/books?query={searchTerms}`,
      }),
      textOf('InputEncoding', 'UTF-8'),
      textOf('OutputEncoding', 'UTF-8'),
    ]) +
    '\n'
  )
}
