import { matchRoutes, type RouteObject } from 'react-router'
import { isRunnableDevEnvironment, type Plugin } from 'vite'

const BUILD = 'virtual:react-router/server-build'

/** A route of the server build, as `lazyRoutes()` changes it. */
interface LazyRoute {
  id: string
  parentId?: string
  path?: string
  index?: boolean
  caseSensitive?: boolean
  /** Empty until the route is loaded. */
  module: object
  load(): Promise<object>
}

interface ServerBuild {
  routes: Record<string, LazyRoute>
}

/**
 * In development, loads the modules of a route when one of its addresses is first requested. The
 * router would load the modules of all routes before the first page.
 */
export function lazyRoutes(): Plugin {
  return {
    name: 'lazy-routes',
    apply: 'serve',
    transform: {
      filter: { id: new RegExp(`^\0${BUILD}$`) },
      // Vite would resolve all of the routes if the import named a file.
      handler: (code) =>
        `const load = (file) => import(/* @vite-ignore */ file);\n${code}`
          .replace(/^\s*import \* as (route\d+) from (".*");$/gm, 'const $1 = () => load($2);')
          .replace(/\bmodule: (route\d+)$/gm, 'module: {}, load: $1'),
    },
    // The returned function runs later, so that Vite answers requests for its files first.
    configureServer: (server) => () => {
      server.middlewares.use(async (request, _response, next) => {
        try {
          const { ssr } = server.environments
          if (isRunnableDevEnvironment(ssr)) {
            const { routes } = await ssr.runner.import<ServerBuild>(BUILD)
            await loadMatching(Object.values(routes), request.url!)
          }
        } catch (error) {
          next(error)
          return
        }
        next()
      })
    },
  }
}

/** The routes that describe all calls, and so need the modules of all routes. */
const DESCRIBE_CALLS = ['api/openapi', 'web/site/api-docs']

/** Loads the routes that answer this address; the root also renders the errors. */
export async function loadMatching(routes: LazyRoute[], url: string): Promise<void> {
  const path = new URL(url, 'http://localhost').pathname.replace(/(?<=\/)_\.data$|\.data$/, '')
  const matches = matchRoutes(childrenOf(routes), path) ?? []
  const ids = new Set(['root', ...matches.map(({ route }) => route.id)])
  const needsAll = DESCRIBE_CALLS.some((id) => ids.has(id))
  const matching = routes.filter(({ id }) => needsAll || ids.has(id))
  await Promise.all(matching.map(async (route) => (route.module = await route.load())))
}

function childrenOf(routes: LazyRoute[], parent?: string): RouteObject[] {
  return routes
    .filter(({ parentId }) => parentId === parent)
    .map(({ id, path, index, caseSensitive }) =>
      index ? { id, path, index } : { id, path, caseSensitive, children: childrenOf(routes, id) },
    )
}
