import { createRequestHandler, type RequestHandler, type ServerBuild } from 'react-router'

/** The first part of a path, such as books. */
const FIRST_PART = /^\/([\w-]+)(?=\/|\.data$|$)/

/**
 * Handles each request with the routes that begin like its path. The router tries its routes one by one,
 * twice for each request, which takes longer than many responses.
 */
export function handleByPath(build: ServerBuild, mode: string): RequestHandler {
  const routes = Object.entries(build.routes)
  const firstPart = (path: string) => FIRST_PART.exec(path)?.[1]
  const partOf = new Map(routes.map(([id, route]) => [id, firstPart(`/${route?.path ?? ''}`)]))
  const all = createRequestHandler(build, mode)
  const byPart = new Map<string, RequestHandler>()
  for (const part of partOf.values()) {
    if (part === undefined || byPart.has(part)) continue
    // Those without such a part may be the route of any path.
    const own = routes.filter(([id]) => [part, undefined].includes(partOf.get(id)))
    const some = { ...build, routes: Object.fromEntries(own) }
    byPart.set(part, createRequestHandler(some, mode))
  }
  return (request, context) => {
    const handle = byPart.get(firstPart(new URL(request.url).pathname) ?? '') ?? all
    return handle(request, context)
  }
}
