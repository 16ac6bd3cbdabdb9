import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { env } from './env.server.ts'

/** A response as it is sent. */
export interface CachedPage {
  /** The catalogue version from which it was rendered; it is stale when that changes. */
  version: number
  /** The template of its route. */
  route: string | null
  headers: Record<string, string>
  /** The body by content encoding; `identity` is always present. */
  bodies: { identity: Buffer; br?: Buffer; gzip?: Buffer }
  /** How often it was sent from the cache. */
  sent?: number
  /** Its brotli body is as small as it can be, or soon will be. */
  isBest?: boolean
}

/** The entity tag of a body. */
export function etagOf(body: Buffer): string {
  return `"${hash('sha1', body, 'base64url')}"`
}

/** The memory of a cache entry in addition to its contents. */
const ENTRY_BYTES = 2048

/** The memory of a cached page. A compressed body may be part of a larger buffer. */
export function pageBytes({ bodies, headers }: CachedPage, key: string): number {
  const texts = 2 * (key.length + JSON.stringify(headers).length)
  return Object.values(bodies).reduce(
    (bytes, body) => bytes + body.buffer.byteLength,
    ENTRY_BYTES + texts,
  )
}

const pages = new LRUCache<string, CachedPage>({
  maxSize: Math.max(1, env().pageCacheBytes),
  sizeCalculation: pageBytes,
})

/** The page that is cached under this key, unless it is of another catalogue version. */
export function cachedPage(key: string, version: number): CachedPage | undefined {
  if (env().pageCacheBytes === 0) return undefined
  const page = pages.get(key)
  if (page && page.version !== version) {
    pages.delete(key)
    return undefined
  }
  return page
}

/** Caches a page. The least recently used ones are dropped to make room. */
export function cachePage(key: string, page: CachedPage): void {
  // A copy, because the same object would not be measured again.
  if (env().pageCacheBytes > 0) pages.set(key, { ...page })
}
