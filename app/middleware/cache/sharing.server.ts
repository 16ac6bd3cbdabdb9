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
export interface Sharing {
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
const DEFAULTS: Sharing = {
  parameters: [],
  variant: ({ signedIn }) => (signedIn ? null : ''),
  browsersKeep: true,
  serverKeeps: true,
  readersOnly: false,
}

/** Declares how the responses of a loader are shared. */
export function shared<L extends (...args: never[]) => unknown>(
  sharing: Partial<Sharing>,
  loader: L,
): L & { sharing: Sharing } {
  return Object.assign(loader, { sharing: { ...DEFAULTS, ...sharing } })
}

/** A loader that declares how each of its routes is shared, by their path. */
export interface SharesByPath {
  sharingAt: (path: string) => Partial<Sharing> | null
}

/** A route of the build. */
interface BuiltRoute {
  path?: string | undefined
  index?: boolean | undefined
  module: object
}

interface Address {
  expression: RegExp
  sharing: Sharing | null
}

const byRoute = new Map<string, Sharing>()
const fixed = new Map<string, Sharing | null>()
let routeIds = new Set<string>()
let variable: Address[] = []

/** Reads the declarations of all routes, once at the start. */
export function readSharing(routes: Record<string, BuiltRoute | undefined>): void {
  variable = []
  routeIds = new Set(Object.keys(routes))
  for (const route of Object.values(routes)) {
    const { path = '', index, module } = route!
    if (path === '' && !index) continue
    const template = `/${path}`
    const sharing = sharingIn(module, path)
    if (sharing) byRoute.set(template, sharing)
    if (!/[:*]/.test(path)) fixed.set(template, sharing)
    else {
      const pattern = template
        .replaceAll('.', '\\.')
        .replaceAll(/:\w+/g, '[^/]+')
        .replace('*', '.*')
      variable.push({ expression: new RegExp(`^${pattern}$`), sharing })
    }
  }
}

function sharingIn(module: object, path: string): Sharing | null {
  const { loader } = module as { loader?: { sharing?: Sharing } & Partial<SharesByPath> }
  const declared = loader?.sharing ?? loader?.sharingAt?.(path)
  return declared ? { ...DEFAULTS, ...declared } : null
}

/** @param route its template, such as /summaries/:slug */
export const sharingOf = (route: string | null): Sharing | undefined =>
  route === null ? undefined : byRoute.get(route)

/** Responses with longer addresses are not kept. */
const MAX_ADDRESS_CHARS = 512

/** The framework's requests for a page's data, and the parameter that they add. */
const DATA = /(?:\/_root)?\.data$/
const DATA_PARAMETER = '_routes'

function parametersOf(path: string, isVisitor: boolean): readonly string[] | null {
  const isData = DATA.test(path)
  const page = isData ? path.replace(DATA, '') || '/' : path
  const sharing = fixed.has(page)
    ? fixed.get(page)
    : variable.find(({ expression }) => expression.test(page))?.sharing
  if (!sharing?.serverKeeps || (isVisitor && sharing.readersOnly)) return null
  return isData ? [...sharing.parameters, DATA_PARAMETER] : sharing.parameters
}

/**
 * A URL with only the parameters that its response depends on, each once (the last of equal names)
 * and in a fixed order, so that each response has one URL.
 * @param url path and query
 * @returns null if the server keeps no responses of its route, or none for visitors
 */
export function sharedAddress(url: string, isVisitor: boolean): string | null {
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
