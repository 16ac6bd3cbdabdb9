import { routes } from 'virtual:react-router/server-build'
import { describeCalls } from './describe-calls.server.ts'

let document: ReturnType<typeof describeCalls> | undefined

/** The OpenAPI 3.1 document of this installation. */
export function openApiDocument(): ReturnType<typeof describeCalls> {
  return (document ??= describeCalls(Object.values(routes).flatMap((route) => route ?? [])))
}
