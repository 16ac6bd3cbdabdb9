/**
 * The routes in app/routes.ts whose responses are the same for all visitors, with the query parameters
 * they read. Null excludes a route that another entry would match: private ones, and files that are streamed.
 */
export const KNOWN_PARAMETERS: Record<string, readonly string[] | null> = {
  '/': [],
  '/about': [],
  '/contact': [],
  '/terms': [],
  '/privacy': [],
  '/accessibility': [],
  '/offline': [],
  '/login': ['redirectTo', 'toSubscribe', 'error'],
  '/register': ['redirectTo', 'toSubscribe', 'error'],
  '/sitemap.xml': ['page'],
  '/robots.txt': [],
  '/feed.xml': [],
  '/browse/books': ['search', 'genre', 'sort', 'page', 'from', 'book'],
  '/browse/books/my-list': null,
  '/browse/books/my-list.epub': null,
  '/browse/books/:genre': ['search', 'genre', 'sort', 'page', 'from', 'book'],
  '/browse/suggestions': ['search'],
  '/browse/topics/:topic': ['search', 'genre', 'sort', 'page', 'from', 'book'],
  '/browse/collections': [],
  '/browse/collections/:collection.epub': null,
  '/browse/collections/:collection': ['book'],
  '/today': [],
  '/summaries/:slug.epub': null,
  '/summaries/:slug': [],
  '/summaries/:slug/quote': ['text'],
  '/quotes/:slug': ['text'],
  '/pictures/:file': [],
  '/covers/:file': [],
  '/common-passwords.txt': [],
  '/scripts/:file': [],
  '/opds': [],
  '/opds/books': ['query', 'genre', 'topic', 'sort', 'page'],
  '/opds/genres': [],
  '/opds/topics': [],
  '/opds/collections': [],
  '/opds/collections/:collection': [],
  '/opds/search.xml': [],
  '/opds/authentication': [],
  '/opds/v2': [],
  '/opds/v2/books': ['query', 'genre', 'topic', 'sort', 'page'],
  '/opds/v2/books/:slug': [],
  '/opds/v2/genres': [],
  '/opds/v2/topics': [],
  '/opds/v2/collections': [],
  '/opds/v2/collections/:collection': [],
  '/books': ['search', 'subgenre', 'sort', 'page'],
  '/api/books/just-arrived': [],
  '/api/books/today': [],
  '/api/openapi.json': [],
  '/api/docs': [],
}

const patterns = Object.entries(KNOWN_PARAMETERS).map(([template, parameters]) => ({
  parameters,
  pattern: new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/:[a-z]+/g, '[^/]+')}$`),
}))

/** The framework's requests for a page's data, and the parameter that they add. */
const DATA = /(?:\/_root)?\.data$/
const DATA_PARAMETER = '_routes'

function parametersOf(path: string): readonly string[] | null {
  const isData = DATA.test(path)
  const page = isData ? path.replace(DATA, '') || '/' : path
  const parameters = patterns.find(({ pattern }) => pattern.test(page))?.parameters ?? null
  return parameters && isData ? [...parameters, DATA_PARAMETER] : parameters
}

/**
 * A URL with only the parameters that its response depends on, each once (the last of equal names)
 * and in a fixed order, so that each response has one URL.
 * @param url path and query
 * @returns null if the response is not the same for all visitors
 */
export function knownAddress(url: string): string | null {
  const [path = '', query] = url.split(/\?(.*)/s, 2)
  const parameters = parametersOf(path)
  if (parameters === null) return null
  if (!query || parameters.length === 0) return path
  const given = new URLSearchParams(query)
  const known = new URLSearchParams(
    parameters.flatMap((name) =>
      given
        .getAll(name)
        .slice(-1)
        .map((value) => [name, value]),
    ),
  )
  return known.size > 0 ? `${path}?${known}` : path
}
