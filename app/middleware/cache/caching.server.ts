/** Which responses are the same for several people, as their route modules declare it. */
import type { SignedIn } from '../../accounts/service/resume-session.server.ts'
import type { Access } from '../../catalogue/rules/access.ts'

/** Who asks for what. */
export interface Asker {
  signedIn: SignedIn | null
  access: Access
  url: URL
  params: Record<string, string | undefined>
}

/** How a route's responses to GET are shared. */
export interface Caching {
  /** The query parameters that the route reads; its responses do not depend on others. */
  parameters: readonly string[]
  /**
   * Names the response that somebody gets at an address: everybody with the same access and the same
   * name gets the same one, apart from its reader data. Null: it is theirs alone.
   */
  variant: (asker: Asker) => string | null | Promise<string | null>
  /** Whether a visitor's browser may keep the response, and ask each time whether it is current. */
  browsersKeep: boolean
  /** False: it may change at any time, so only browsers keep it. */
  serverKeeps: boolean
  /** Visitors get no such response, but are sent to the login page. */
  readersOnly: boolean
}

/** By default, visitors share a response, and readers do not. */
const DEFAULTS: Caching = {
  parameters: [],
  variant: ({ signedIn }) => (signedIn ? null : ''),
  browsersKeep: true,
  serverKeeps: true,
  readersOnly: false,
}

/** Declares how the responses of a loader are shared. */
export function cached<L extends (...args: never[]) => unknown>(
  caching: Partial<Caching>,
  loader: L,
): L & { caching: Caching } {
  return Object.assign(loader, { caching: { ...DEFAULTS, ...caching } })
}

/** A loader that declares how each of its routes is shared, by their path. */
export interface CachesByPath {
  cachingAt: (path: string) => Partial<Caching> | null
}

/** A route of the build. */
interface BuiltRoute {
  path?: string | undefined
  index?: boolean | undefined
  module: object
}

interface Address {
  expression: RegExp
  caching: Caching | null
}

const byRoute = new Map<string, Caching>()
const fixed = new Map<string, Caching | null>()
let routeIds = new Set<string>()
let variable: Address[] = []

/** Reads the declarations of all routes, once at the start. */
export function readCaching(routes: Record<string, BuiltRoute | undefined>): void {
  variable = []
  routeIds = new Set(Object.keys(routes))
  for (const route of Object.values(routes)) {
    const { path = '', index, module } = route!
    if (path === '' && !index) continue
    const template = `/${path}`
    const caching = cachingIn(module, path)
    if (caching) byRoute.set(template, caching)
    if (!/[:*]/.test(path)) fixed.set(template, caching)
    else {
      const pattern = template
        .replaceAll('.', '\\.')
        .replaceAll(/:\w+/g, '[^/]+')
        .replace('*', '.*')
      variable.push({ expression: new RegExp(`^${pattern}$`), caching })
    }
  }
}

function cachingIn(module: object, path: string): Caching | null {
  const { loader } = module as { loader?: { caching?: Caching } & Partial<CachesByPath> }
  const declared = loader?.caching ?? loader?.cachingAt?.(path)
  return declared ? { ...DEFAULTS, ...declared } : null
}

/** @param route its template, such as /summaries/:slug */
export const cachingOf = (route: string | null): Caching | undefined =>
  route === null ? undefined : byRoute.get(route)

/** Responses with longer addresses are not kept. */
const MAX_ADDRESS_CHARS = 512

/** The framework's requests for a page's data, and the parameter that they add. */
const DATA = /(?:\/_root)?\.data$/
const DATA_PARAMETER = '_routes'

function parametersOf(path: string, isVisitor: boolean): readonly string[] | null {
  const isData = DATA.test(path)
  const page = isData ? path.replace(DATA, '') || '/' : path
  const caching = fixed.has(page)
    ? fixed.get(page)
    : variable.find(({ expression }) => expression.test(page))?.caching
  if (!caching?.serverKeeps || (isVisitor && caching.readersOnly)) return null
  return isData ? [...caching.parameters, DATA_PARAMETER] : caching.parameters
}

/**
 * A URL with only the parameters that its response depends on, each once (the last of equal names)
 * and in a fixed order, so that each response has one URL.
 * @param url path and query
 * @returns null if the server keeps no responses of its route, or none for visitors
 */
export function cacheAddress(url: string, isVisitor: boolean): string | null {
  if (url.length > MAX_ADDRESS_CHARS) return null
  const [path = '', query] = url.split(/\?(.*)/s, 2)
  const parameters = parametersOf(path, isVisitor)
  if (parameters === null) return null
  if (!query || parameters.length === 0) return path
  const given = new URLSearchParams(query)
  const known = new URLSearchParams()
  for (const name of parameters) {
    const value = given.getAll(name).at(-1)
    if (value === undefined) continue
    // Others would fill the cache with the same responses.
    if (name === DATA_PARAMETER && !value.split(',').every((id) => routeIds.has(id))) return null
    known.set(name, value)
  }
  return known.size > 0 ? `${path}?${known}` : path
}
