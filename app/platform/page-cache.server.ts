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

/** What the cache's own entry, the page's object and its buffers take besides their contents. */
const ENTRY_BYTES = 2048

/** The memory that a remembered page takes: a compressed body may lie in a larger buffer. */
export function pageBytes({ bodies, headers }: RememberedPage, key: string): number {
  const texts = 2 * (key.length + JSON.stringify(headers).length)
  return Object.values(bodies).reduce(
    (bytes, body) => bytes + body.buffer.byteLength,
    ENTRY_BYTES + texts,
  )
}

const pages = new LRUCache<string, RememberedPage>({
  maxSize: Math.max(1, env().pageCacheBytes),
  sizeCalculation: pageBytes,
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
