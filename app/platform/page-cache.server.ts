import { LRUCache } from 'lru-cache'
import { env } from './env.server.ts'

/** An answer as it goes over the wire. */
export interface RememberedPage {
  /** Holds as long as this is the catalogue's version. */
  version: number
  /** The template of the route that made it. */
  route: string | null
  headers: Record<string, string>
  etag: string
  /** The body by content encoding; `identity` is always there. */
  bodies: { identity: Buffer; br?: Buffer; gzip?: Buffer }
}

const pages = new LRUCache<string, RememberedPage>({
  maxSize: Math.max(1, env().pageCacheBytes),
  sizeCalculation: ({ bodies }, key) =>
    key.length * 2 +
    1024 +
    bodies.identity.length +
    (bodies.br?.length ?? 0) +
    (bodies.gzip?.length ?? 0),
})

/** What was remembered for this key at this version, or undefined. */
export function recallPage(key: string, version: number): RememberedPage | undefined {
  if (env().pageCacheBytes === 0) return undefined
  const page = pages.get(key)
  if (page && page.version !== version) {
    pages.delete(key)
    return undefined
  }
  return page
}

/** Remembers an answer; the least recently asked for make room. */
export function rememberPage(key: string, page: RememberedPage): void {
  if (env().pageCacheBytes > 0) pages.set(key, page)
}
