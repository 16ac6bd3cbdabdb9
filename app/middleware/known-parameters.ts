/**
 * The addresses whose answers are the same for all visitors, as in app/routes.ts, with the query
 * parameters that they read. Null: a private address that one of the others would match.
 */
export const KNOWN_PARAMETERS: Record<string, readonly string[] | null> = {
  '/': [],
  '/about': [],
  '/contact': [],
  '/terms': [],
  '/privacy': [],
  '/offline': [],
  '/sitemap.xml': [],
  '/robots.txt': [],
  '/feed.xml': [],
  '/browse/books': ['search', 'genre', 'sort', 'page', 'book'],
  '/browse/books/my-list': null,
  '/browse/books/:genre': ['search', 'genre', 'sort', 'page', 'book'],
  '/summaries/:slug': [],
  '/summaries/:slug/quote': ['text'],
  '/quotes/:slug': ['text'],
  '/pictures/:file': [],
  '/covers/:file': [],
  '/common-passwords.txt': [],
  '/scripts/:file': [],
  '/books': ['search', 'subgenre', 'sort', 'page'],
  '/api/books/just-arrived': [],
  '/api/openapi.json': [],
  '/api/docs': [],
}

const patterns = Object.entries(KNOWN_PARAMETERS).map(([template, parameters]) => ({
  parameters,
  pattern: new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/:[a-z]+/g, '[^/]+')}$`),
}))

/** By which the framework asks for a page's data alone, and what it then names besides. */
const DATA = /(?:\/_root)?\.data$/
const DATA_PARAMETER = '_routes'

function parametersOf(path: string): readonly string[] | null {
  const isData = DATA.test(path)
  const page = isData ? path.replace(DATA, '') || '/' : path
  const parameters = patterns.find(({ pattern }) => pattern.test(page))?.parameters ?? null
  return parameters && isData ? [...parameters, DATA_PARAMETER] : parameters
}

/**
 * An address with no parameters but those that its answer depends on, each once (the last of equal
 * names) and in a fixed order, so that one answer has one address.
 * @param url path and query
 * @returns null where the answer is not the same for all visitors
 */
export function knownAddress(url: string): string | null {
  const [path = '', query] = url.split(/\?(.*)/s, 2)
  const parameters = parametersOf(path)
  if (parameters === null) return null
  if (!query || parameters.length === 0) return path
  const given = new URLSearchParams(query)
  const kept = new URLSearchParams(
    parameters.flatMap((name) =>
      given
        .getAll(name)
        .slice(-1)
        .map((value) => [name, value]),
    ),
  )
  return kept.size > 0 ? `${path}?${kept}` : path
}
